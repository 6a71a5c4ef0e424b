"""Word documents (docx): paragraphs, headings, lists and tables in their order, by the standard library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from qwentts_desktop.text.documents.document import Document, Passage, chapters_of, one_line
from qwentts_desktop.text.documents.package import Package

BODY = "word/document.xml"
_STYLES = "word/styles.xml"
_CORE = "docProps/core.xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_BREAKS = {f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}tab": " ", f"{_W}noBreakHyphen": "\u2011"}


def read_docx(package: Package, path: Path) -> Document:
    """A docx file as a document.

    Raises:
        DocumentError: it is damaged.
    """
    levels = _levels_of_styles(package)
    passages = [
        passage
        for paragraph in _paragraphs(package.read_xml(BODY))
        if (passage := _passage(paragraph, levels)).text.strip()
    ]
    named, author = _properties(package)
    title = named or path.stem
    return Document(title, author, chapters_of(passages, title))


def _paragraphs(root: Element) -> Iterator[Element]:
    """All paragraphs in order. Text boxes come after the paragraph that holds them, and only once."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if element.tag == _FALLBACK:
            continue
        if element.tag == f"{_W}p":
            yield element
        waiting += reversed(element)


def _passage(paragraph: Element, levels: dict[str, int]) -> Passage:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    level = levels.get(style.get(f"{_W}val", ""), 0) if style is not None else 0
    is_item = paragraph.find(f"{_W}pPr/{_W}numPr") is not None and level == 0
    return Passage("".join(_words(paragraph)).strip(), level, is_item)


def _words(paragraph: Element) -> Iterator[str]:
    """The text of the runs; deleted text and the codes of fields are other elements."""
    waiting = list(reversed(paragraph))
    while waiting:
        element = waiting.pop()
        if element.tag in (f"{_W}p", f"{_W}pPr", _FALLBACK):
            continue
        if element.tag == f"{_W}t":
            yield element.text or ""
        elif element.tag in _BREAKS:
            yield _BREAKS[element.tag]
        waiting += reversed(element)


def _levels_of_styles(package: Package) -> dict[str, int]:
    """Heading levels by style id; the ids are translated in some versions of Word, the names are not."""
    if _STYLES not in package:
        return {}
    levels = {}
    for style in package.read_xml(_STYLES).iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        words = name.get(f"{_W}val", "").lower().split() if name is not None else []
        if words == ["title"]:
            levels[style.get(f"{_W}styleId", "")] = 1
        elif len(words) == 2 and words[0] == "heading" and words[1].isdecimal():
            levels[style.get(f"{_W}styleId", "")] = int(words[1])
    return levels


def _properties(package: Package) -> tuple[str, str]:
    """Title and author."""
    if _CORE not in package:
        return "", ""
    core = package.read_xml(_CORE)
    return one_line(core.findtext(f"{_DC}title") or ""), one_line(core.findtext(f"{_DC}creator") or "")
