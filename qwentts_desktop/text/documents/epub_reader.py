"""E-books (epub 2 and 3): the pages of the spine, chapter titles from the table of contents."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from qwentts_desktop.errors import DocumentError
from qwentts_desktop.text.documents.document import Chapter, Document, chapters_of, joined, one_line
from qwentts_desktop.text.documents.html_reader import Page, parse_page
from qwentts_desktop.text.documents.package import Package

CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_OPF = "{http://www.idpf.org/2007/opf}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_NCX = "{http://www.daisy.org/z3986/2005/ncx/}"
_XHTML = "{http://www.w3.org/1999/xhtml}"
_PAGE_TYPES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


@dataclass(frozen=True)
class _Item:
    """A file of the book: where it is in the package, its type and properties."""

    path: str
    media_type: str
    properties: str


def read_epub(package: Package, path: Path) -> Document:
    """An epub file as a document.

    Raises:
        DocumentError: it is damaged, or its pages are encrypted.
    """
    opf_path = _package_file(package, path)
    opf = package.read_xml(opf_path)
    items = _items(opf, posixpath.dirname(opf_path))
    titles = _titles(package, items, opf)
    pages = _spine(opf, items)
    _refuse_encrypted(package, pages, path)
    title = one_line(opf.findtext(f".//{_DC}title") or "") or path.stem
    author = ", ".join(one_line(one.text or "") for one in opf.iter(f"{_DC}creator"))
    chapters: list[Chapter] = []
    for member in pages:
        if member in package:
            _add(chapters, parse_page(package.read(member)), titles.get(member, []))
    return Document(title, author, tuple(chapters))


def _add(chapters: list[Chapter], page: Page, titles: list[str]) -> None:
    """A page without a title of its own goes on with the chapter before."""
    passages = page.passages
    if not passages:
        return
    if len(titles) > 1:
        chapters += chapters_of(passages, titles[0])
        return
    heading = next((one_line(one.text) for one in passages if one.heading_level in (1, 2)), "")
    title = titles[0] if titles else heading
    if title or not chapters:
        chapters.append(Chapter(title, joined(passages)))
    else:
        chapters[-1] = Chapter(chapters[-1].title, f"{chapters[-1].text}\n\n{joined(passages)}")


def _package_file(package: Package, path: Path) -> str:
    for rootfile in package.read_xml(CONTAINER).iter():
        if rootfile.tag.endswith("}rootfile") and rootfile.get("full-path"):
            return rootfile.get("full-path", "")
    raise DocumentError(f"“{path.name}” names no content, so there is nothing to read. Get it anew.")


def _items(opf: Element, folder: str) -> dict[str, _Item]:
    return {
        item.get("id", ""): _Item(
            _resolved(folder, item.get("href", "")), item.get("media-type", ""), item.get("properties", "")
        )
        for item in opf.iter(f"{_OPF}item")
    }


def _spine(opf: Element, items: dict[str, _Item]) -> list[str]:
    """The pages in reading order, less the table of contents and what is to be read on demand only."""
    found = []
    for reference in opf.iter(f"{_OPF}itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None or reference.get("linear") == "no" or "nav" in item.properties.split():
            continue
        if item.media_type in _PAGE_TYPES:
            found.append(item.path)
    return found


def _titles(package: Package, items: dict[str, _Item], opf: Element) -> dict[str, list[str]]:
    """Chapter titles by page, from the navigation page or the older NCX file."""
    nav = next((item.path for item in items.values() if "nav" in item.properties.split()), "")
    if nav in package:
        return _titles_of_nav(package.read_xml(nav), nav)
    spine = opf.find(f"{_OPF}spine")
    ncx = items.get(spine.get("toc", "")) if spine is not None else None
    return _titles_of_ncx(package.read_xml(ncx.path), ncx.path) if ncx and ncx.path in package else {}


def _titles_of_nav(root: Element, nav: str) -> dict[str, list[str]]:
    titles: dict[str, list[str]] = {}
    for part in root.iter(f"{_XHTML}nav"):
        if part.get("{http://www.idpf.org/2007/ops}type", "toc") == "toc":
            for link in part.iter(f"{_XHTML}a"):
                page = _resolved(posixpath.dirname(nav), link.get("href", ""))
                titles.setdefault(page, []).append(one_line("".join(link.itertext())))
    return titles


def _titles_of_ncx(root: Element, ncx: str) -> dict[str, list[str]]:
    titles: dict[str, list[str]] = {}
    for point in root.iter(f"{_NCX}navPoint"):
        content, label = point.find(f"{_NCX}content"), point.findtext(f"{_NCX}navLabel/{_NCX}text")
        if content is not None and label:
            page = _resolved(posixpath.dirname(ncx), content.get("src", ""))
            titles.setdefault(page, []).append(one_line(label))
    return titles


def _refuse_encrypted(package: Package, pages: list[str], path: Path) -> None:
    """Fonts are often scrambled in books that can be read; pages are only where a shop locked them."""
    if _ENCRYPTION not in package:
        return
    locked = {unquote(one.get("URI", "")) for one in package.read_xml(_ENCRYPTION).iter()} & set(pages)
    if locked:
        raise DocumentError(
            f"“{path.name}” is copy-protected, so it cannot be read here. Use a copy without protection."
        )


def _resolved(folder: str, href: str) -> str:
    """A reference as a name in the package, without the place inside the page."""
    return posixpath.normpath(posixpath.join(folder, unquote(href.partition("#")[0])))
