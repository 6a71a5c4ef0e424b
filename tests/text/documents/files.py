"""Makes documents of each kind, good and bad, with nothing but zipfile and pypdf."""

from __future__ import annotations

import zipfile
from pathlib import Path

from pypdf import PdfReader, PdfWriter

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>"
)


def zipped(path: Path, members: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in members.items():
            package.writestr(name, content)
    return path


def docx(path: Path, *paragraphs: str, core: str = "") -> Path:
    """Paragraphs are "Heading: text", "Item: text", or plain; raw XML where they begin with <."""
    body = "".join(_docx_paragraph(paragraph) for paragraph in paragraphs)
    styles = (
        f'<w:styles {_W}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>'
    )
    members = {
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": styles,
    }
    if core:
        members["docProps/core.xml"] = core
    return zipped(path, members)


def _docx_paragraph(words: str) -> str:
    if words.startswith("<"):
        return words
    kind, _, text = words.rpartition(": ")
    properties = {
        "Heading": '<w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>',
        "Item": "<w:pPr><w:numPr/></w:pPr>",
    }.get(kind, "")
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def epub(
    path: Path, pages: dict[str, str], *, nav: str = "", ncx: str = "", extra: dict[str, str] | None = None
) -> Path:
    items = [
        f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(pages)
    ]
    references = [f'<itemref idref="i{n}"/>' for n in range(len(pages))]
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _CONTAINER,
    }
    if nav:
        items.append('<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>')
        references.insert(0, '<itemref idref="nav"/>')
        members["OEBPS/nav.xhtml"] = (
            '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>'
            f'<nav epub:type="toc"><ol>{nav}</ol></nav></body></html>'
        )
    if ncx:
        items.append('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>')
        members["OEBPS/toc.ncx"] = (
            f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{ncx}</navMap></ncx>'
        )
    members["OEBPS/book.opf"] = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>The Book</dc:title><dc:creator>A. Writer</dc:creator></metadata>"
        f'<manifest>{"".join(items)}</manifest><spine toc="ncx">{"".join(references)}</spine></package>'
    )
    members |= {f"OEBPS/{name}": f"<html><body>{body}</body></html>" for name, body in pages.items()}
    return zipped(path, members | (extra or {}))


def pdf(
    path: Path,
    *pages: list[str],
    bookmarks: dict[int, str] | None = None,
    password: str = "",
    owner: str = "",
) -> Path:
    """A PDF whose pages hold these lines, Latin letters only."""
    path.write_bytes(_pdf_bytes(pages))
    if not (bookmarks or password or owner):
        return path
    writer = PdfWriter(clone_from=PdfReader(path))
    for page, title in (bookmarks or {}).items():
        writer.add_outline_item(title=title, page_number=page)
    if password or owner:
        writer.encrypt(password, owner or None, algorithm="RC4-128")
    with path.open("wb") as file:
        writer.write(file)
    return path


def _pdf_bytes(pages: tuple[list[str], ...]) -> bytes:
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for n, lines in enumerate(pages):
        shown = " ".join(f"({line}) Tj T*" for line in lines)
        stream = f"BT /F1 12 Tf 14 TL 72 720 Td {shown} ET"
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {5 + 2 * n} 0 R >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    out, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    return out + f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
