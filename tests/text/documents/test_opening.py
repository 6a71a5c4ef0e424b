"""Files as people have them: good ones give their text, bad ones a sentence."""

from __future__ import annotations

import zipfile

import pytest

from qwentts_desktop.errors import DocumentError
from qwentts_desktop.text.documents import package
from qwentts_desktop.text.documents.opening import open_document
from tests.text.documents.files import docx, epub, pdf, zipped


def titles(document):
    return [chapter.title for chapter in document.chapters]


def test_a_text_file_is_one_chapter_named_after_it(tmp_path):
    path = tmp_path / "My notes.txt"
    path.write_text("Erste Zeile.\nZweite Zeile.", encoding="utf-8")
    document = open_document(path)
    assert document.text == "Erste Zeile.\nZweite Zeile."
    assert titles(document) == ["My notes"]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Grüße aus Köln, schöne Straße.", "utf-8-sig"),
        ("Grüße aus Köln, schöne Straße.", "utf-16"),
        ("Grüße aus Köln! Über die schöne Straße hinüber. " * 5, "cp1252"),
        ("Привет из Москвы, как твои дела сегодня утром? " * 5, "cp1251"),
        ("今日はとても良い天気ですね。散歩に行きましょう。" * 5, "shift_jis"),
    ],
)
def test_a_text_file_may_have_been_saved_in_any_encoding(tmp_path, text, encoding):
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    assert open_document(path).text == text


def test_markdown_has_chapters_and_loses_its_marks(tmp_path):
    path = tmp_path / "guide.md"
    path.write_text(
        "# The Guide\n\nAn *introduction*.\n\n## One\n\nText with a [link](http://example.org).\n\n"
        "```\n# not a heading\n```\n\nTwo\n---\n\n- first\n- second\n"
    )
    document = open_document(path)
    assert document.title == "The Guide"
    assert titles(document) == ["The Guide", "One", "Two"]
    assert document.chapters[0].text == "The Guide\n\nAn introduction."
    assert document.chapters[1].text == "One\n\nText with a link."
    assert document.chapters[2].text == "Two\n\n• first\n• second"


def test_a_web_page_gives_what_is_read_and_not_what_surrounds_it(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(
        "<!doctype html><html><head><title>A  page</title><style>p {}</style></head><body>"
        "<nav><a>Menu</a></nav><div>Cookie notice</div><main>"
        "<h1>Title</h1><p>One <b>bold</b>\n  word&amp;more.</p>"
        "<ul><li>first<li><p>second</p></ul><table><tr><td>a</td><td>b</td></tr></table>"
        "<ruby>東京<rp>(</rp><rt>とうきょう</rt></ruby><p hidden>secret</p><br>tail</main></body></html>"
    )
    document = open_document(path)
    assert document.title == "A page"
    assert document.text == "Title\n\nOne bold word&more.\n\n• first\n• second\n\na, b\n\n東京\ntail"


def test_a_web_page_names_its_encoding(tmp_path):
    path = tmp_path / "page.htm"
    path.write_bytes('<meta charset="iso-8859-2"><p>Zażółć gęślą jaźń</p>'.encode("iso-8859-2"))
    assert open_document(path).text == "Zażółć gęślą jaźń"


def test_a_word_document_gives_headings_lists_and_tables_in_order(tmp_path):
    path = docx(
        tmp_path / "letter.docx",
        "Heading: First",
        "A paragraph.",
        "Item: milk",
        "Item: bread",
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>in a table</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
        "<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>",
        "Heading: Second",
        "The end.",
        core='<c xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Our Letter</dc:title>'
        "<dc:creator>Me</dc:creator></c>",
    )
    document = open_document(path)
    assert (document.title, document.author) == ("Our Letter", "Me")
    assert titles(document) == ["First", "Second"]
    assert document.chapters[0].text == "First\n\nA paragraph.\n\n• milk\n• bread\n\nin a table\n\nkept"


def test_a_book_has_the_chapters_of_its_table_of_contents(tmp_path):
    path = epub(
        tmp_path / "book.epub",
        {
            "1.xhtml": "<p>It began.</p>",
            "1b.xhtml": "<p>It went on.</p>",
            "2%20x.xhtml": "<h2>II</h2><p>It ended.</p>",
        },
        nav='<li><a href="1.xhtml">The beginning</a></li><li><a href="2%20x.xhtml#top">The end</a></li>',
        extra={"OEBPS/2 x.xhtml": "<h2>II</h2><p>It ended.</p>"},
    )
    document = open_document(path)
    assert (document.title, document.author) == ("The Book", "A. Writer")
    assert titles(document) == ["The beginning", "The end"]
    assert document.chapters[0].text == "It began.\n\nIt went on."


def test_an_older_book_has_an_ncx_file(tmp_path):
    point = '<navPoint><navLabel><text>Only one</text></navLabel><content src="1.xhtml"/></navPoint>'
    path = epub(tmp_path / "book.epub", {"1.xhtml": "<p>Words.</p>"}, ncx=point)
    assert titles(open_document(path)) == ["Only one"]


def test_a_pdf_loses_running_heads_and_page_numbers_and_keeps_its_bookmarks(tmp_path):
    pages = [["My Thesis", f"This is what page {word} says", f"and {word} goes on.", str(n)]
             for n, word in enumerate(("one", "two", "three", "four", "five"), start=1)]  # fmt: skip
    path = pdf(tmp_path / "thesis.pdf", *pages, bookmarks={0: "Start", 2: "Middle"})
    document = open_document(path)
    assert titles(document) == ["Start", "Middle"]
    assert "My Thesis" not in document.text
    assert document.chapters[0].text == "\n".join(
        ["This is what page one says", "and one goes on.", "This is what page two says", "and two goes on."]
    )


def test_a_pdf_that_is_locked_against_changes_only_is_read(tmp_path):
    path = pdf(tmp_path / "locked.pdf", ["Readable words."], owner="secret")
    assert open_document(path).text == "Readable words."


def test_the_content_counts_and_not_the_name(tmp_path):
    path = docx(tmp_path / "letter.docx", "Hello there.")
    assert open_document(path.rename(tmp_path / "letter.txt")).text == "Hello there."


def bad_zip(path):
    path.write_bytes(b"PK\x03\x04 and then nothing of the kind")


def broken_member(path):
    docx(path, "Hello " * 1_000)
    data = bytearray(path.read_bytes())
    data[data.index(b"word/document.xml") + 60] ^= 0xFF
    path.write_bytes(data)


def entities(path):
    bomb = '<!DOCTYPE x [<!ENTITY a "ha">]><x>&a;</x>'
    zipped(path, {"word/document.xml": bomb})


def locked_book(path):
    encryption = '<e><CipherReference URI="OEBPS/1.xhtml"/></e>'
    epub(path, {"1.xhtml": "<p>x</p>"}, extra={"META-INF/encryption.xml": encryption})


@pytest.mark.parametrize(
    ("name", "make", "says"),
    [
        ("a.txt", lambda path: path.write_bytes(b""), "is empty"),
        ("a.txt", lambda path: path.write_text(" \n...\n"), "no text that could be read"),
        ("a.txt", lambda path: path.write_bytes(b"\x89PNG\r\n\0\0\0"), "is no text"),
        ("a.pdf", lambda path: path.write_text("Not at all."), "not a pdf file, although"),
        ("a.pdf", lambda path: path.write_bytes(b"%PDF-1.7\n and then noise \xff\xfe"), "damaged"),
        ("a.pdf", lambda path: pdf(path, ["Secret."], password="x"), "is encrypted"),
        ("a.pdf", lambda path: pdf(path, []), "pictures of pages"),
        ("a.docx", bad_zip, "damaged"),
        ("a.docx", broken_member, "damaged"),
        ("a.docx", entities, "damaged"),
        ("a.doc", lambda path: path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest"), "old or a locked"),
        ("a.rtf", lambda path: path.write_text("{\\rtf1 x}"), "RTF"),
        ("a.epub", locked_book, "copy-protected"),
        ("a.epub", lambda path: zipped(path, {"META-INF/container.xml": "<c/>"}), "names no content"),
        ("a.zip", lambda path: zipped(path, {"x.txt": "Hello."}), "neither a docx nor an epub"),
    ],
)  # fmt: skip
def test_a_bad_file_gets_one_sentence(tmp_path, name, make, says):
    path = tmp_path / name
    make(path)
    with pytest.raises(DocumentError, match=says) as caught:
        open_document(path)
    assert name in caught.value.message
    assert "Traceback" not in caught.value.message


def test_a_missing_file_and_a_folder_get_a_sentence(tmp_path):
    for path in (tmp_path / "nowhere.txt", tmp_path):
        with pytest.raises(DocumentError, match="cannot be read"):
            open_document(path)


def test_a_bomb_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(package, "MOST_BYTES", 100_000)
    path = zipped(tmp_path / "bomb.docx", {"word/document.xml": b"0" * 10_000_000})
    assert path.stat().st_size < 20_000
    with pytest.raises(DocumentError, match="unpacks to more"):
        open_document(path)


def test_a_password_on_a_package_is_said(tmp_path):
    path = docx(tmp_path / "a.docx", "Hello.")
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as zipped_file:
        places = [info.header_offset for info in zipped_file.infolist()]
    for place in places:
        data[place + 6] |= 1  # "encrypted" in the local header
    start = 0
    while (start := data.find(b"PK\x01\x02", start)) >= 0:
        data[start + 8] |= 1  # and in the directory
        start += 4
    path.write_bytes(data)
    with pytest.raises(DocumentError, match="password"):
        open_document(path)
