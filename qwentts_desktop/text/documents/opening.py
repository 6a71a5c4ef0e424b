"""Finds out what a file is, by its content before its name, and has it read as a document."""

from __future__ import annotations

from pathlib import Path

from qwentts_desktop.errors import DocumentError
from qwentts_desktop.text.documents.characters import is_binary
from qwentts_desktop.text.documents.document import Chapter, Document
from qwentts_desktop.text.documents.package import Package
from qwentts_desktop.text.speech_sound import has_speech

TEXT_ENDINGS = (".txt", ".md", ".markdown", ".html", ".htm", ".xhtml")
ENDINGS = (*TEXT_ENDINGS, ".docx", ".epub", ".pdf")
"""What can be read, for file dialogs."""

MOST_BYTES = 500_000_000
MOST_TEXT_BYTES = 50_000_000
_MARKDOWN = (".md", ".markdown")
_HTML = (".html", ".htm", ".xhtml")
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_READABLE = "txt, md, html, docx, epub and pdf files can be read."


def open_document(path: Path) -> Document:
    """Read a file of any known kind.

    Any thread; a long PDF takes seconds.

    Raises:
        DocumentError: it cannot be read, with one sentence that says why and what to do.
    """
    try:
        head = _head(path)
        document = _read(path, head)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise DocumentError(f"“{path.name}” cannot be read: {reason}.", detail=str(error)) from error
    chapters = tuple(chapter for chapter in document.chapters if has_speech(chapter.text))
    if not chapters:
        raise DocumentError(f"“{path.name}” holds no text that could be read aloud.")
    return Document(document.title, document.author, _titled(chapters))


def _head(path: Path) -> bytes:
    if path.stat().st_size > MOST_BYTES:
        raise DocumentError(f"“{path.name}” is larger than 500 MB, which is too much. Divide it first.")
    with path.open("rb") as file:
        head = file.read(1_024)
    if not head:
        raise DocumentError(f"“{path.name}” is empty.")
    return head


def _read(path: Path, head: bytes) -> Document:
    """By what the file begins with."""
    if b"%PDF-" in head:
        from qwentts_desktop.text.documents.pdf_reader import read_pdf  # slow to import

        return read_pdf(path)
    if head.startswith(b"PK\x03\x04") or head.startswith(b"PK\x05\x06"):
        return _read_package(path)
    if head.startswith(_OLD_OFFICE):
        raise DocumentError(
            f"“{path.name}” is an old or a locked Office file. Save it as docx without a password."
        )
    if head.startswith(b"{\\rtf"):
        raise DocumentError(f"“{path.name}” is an RTF file. Save it as docx or txt, then read that.")
    if path.suffix.lower() in (".pdf", ".docx", ".epub"):
        kind = path.suffix.lower().lstrip(".")
        raise DocumentError(f"“{path.name}” is not a {kind} file, although its name says so, or is damaged.")
    return _read_text(path, head)


def _read_package(path: Path) -> Document:
    from qwentts_desktop.text.documents.docx_reader import BODY, read_docx
    from qwentts_desktop.text.documents.epub_reader import CONTAINER, read_epub

    with Package(path) as package:
        if BODY in package:
            return read_docx(package, path)
        if CONTAINER in package:
            return read_epub(package, path)
    raise DocumentError(f"“{path.name}” is neither a docx nor an epub file. {_READABLE}")


def _read_text(path: Path, head: bytes) -> Document:
    from qwentts_desktop.text.documents.html_reader import read_html
    from qwentts_desktop.text.documents.plain_reader import read_markdown, read_plain

    if path.stat().st_size > MOST_TEXT_BYTES:
        raise DocumentError(f"“{path.name}” is larger than 50 MB, which is too much text. Divide it first.")
    data = path.read_bytes()
    if is_binary(data):
        raise DocumentError(f"“{path.name}” is no text. {_READABLE}")
    ending = path.suffix.lower()
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if ending in _HTML or start.startswith((b"<!doctype html", b"<html")):
        return read_html(data, path.stem)
    return read_markdown(data, path.stem) if ending in _MARKDOWN else read_plain(data, path.stem)


def _titled(chapters: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """A title for those that have none, so that players and subtitles can name each."""
    return tuple(
        chapter if chapter.title else Chapter(str(number), chapter.text)
        for number, chapter in enumerate(chapters, start=1)
    )
