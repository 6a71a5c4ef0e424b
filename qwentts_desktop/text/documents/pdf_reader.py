"""PDF files as documents: the pages' text without running heads and page numbers, chapters by bookmarks."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError
from pypdf.generic import Destination

from qwentts_desktop.errors import DocumentError
from qwentts_desktop.text.documents.document import Chapter, Document, one_line

MOST_CHARACTERS = 50_000_000
_EDGE_LINES = 2
_REPEATED_SHARE = 0.4
_FEWEST_PAGES = 4
_NUMBER = re.compile(
    r"[\W_]*(?:page|seite|página|pagina|стр\.?|第)?[\W_]*(?:\d{1,5}|[ivxlc]{1,7})[\W_]*页?", re.I
)
_DIGITS = re.compile(r"\d+")


def read_pdf(path: Path) -> Document:
    """A PDF file as a document.

    Raises:
        DocumentError: it is encrypted, damaged, or holds pictures of text only.
    """
    try:
        with _quiet():
            return _read(path)
    except DocumentError:
        raise
    except Exception as error:  # an outer edge: what a broken file makes the library raise is past listing
        raise DocumentError(
            f"“{path.name}” is damaged and cannot be read. Get or save it anew.", detail=repr(error)
        ) from error


def _read(path: Path) -> Document:
    reader = PdfReader(path)
    _unlock(reader, path)
    pages = _without_furniture([_lines(page.extract_text()) for page in reader.pages])
    text_length = sum(len(line) for page in pages for line in page)
    if text_length == 0:
        raise DocumentError(
            f"“{path.name}” holds pictures of pages and no text. Run it through text recognition first."
        )
    facts = reader.metadata
    title = one_line(str(facts.title)) if facts is not None and facts.title else path.stem
    author = one_line(str(facts.author)) if facts is not None and facts.author else ""
    return Document(title, author, _chapters(pages, _bookmarks(reader), title))


def _unlock(reader: PdfReader, path: Path) -> None:
    """Many files are locked against changes only and open with an empty password."""
    if not reader.is_encrypted:
        return
    try:
        is_open = reader.decrypt("") is not PasswordType.NOT_DECRYPTED
    except (DependencyError, NotImplementedError):
        is_open = False
    if not is_open:
        raise DocumentError(f"“{path.name}” is encrypted. Save a copy without a password and read that.")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text[:MOST_CHARACTERS].replace("\0", "").split("\n")]


def _without_furniture(pages: list[list[str]]) -> list[list[str]]:
    """Drop page numbers, and lines that many pages have at head or foot, alike but for their digits."""
    filled = [[line for line in page if line] for page in pages]
    counts: Counter[str] = Counter()
    for page in filled:
        counts.update({_shape(line) for line in page[:_EDGE_LINES] + page[-_EDGE_LINES:]})
    enough = max(_FEWEST_PAGES - 1, _REPEATED_SHARE * len(pages))
    repeated = {shape for shape, count in counts.items() if count >= enough}
    return [_trimmed(page, repeated) for page in pages]


def _trimmed(page: list[str], repeated: set[str]) -> list[str]:
    """Take furniture off both ends of a page."""
    edges = [index for index, line in enumerate(page) if line]
    unwanted = {
        index
        for index in {*edges[:_EDGE_LINES], *edges[-_EDGE_LINES:]}
        if _shape(page[index]) in repeated or _NUMBER.fullmatch(page[index])
    }
    kept = [line for index, line in enumerate(page) if index not in unwanted]
    return "\n".join(kept).strip("\n").split("\n")  # a paragraph may go on over the page's end


def _shape(line: str) -> str:
    return _DIGITS.sub("#", line)


def _chapters(pages: list[list[str]], bookmarks: dict[int, str], title: str) -> tuple[Chapter, ...]:
    """From bookmark to bookmark; a page belongs to one chapter. Lines are joined when the text is read."""
    chapters: list[Chapter] = []
    name = title
    lines: list[str] = []
    for number, page in enumerate([*pages, []]):
        if number in bookmarks or number == len(pages):
            if any(lines):
                chapters.append(Chapter(name, "\n".join(lines).strip()))
                lines = []
            name = bookmarks.get(number, name)
        lines += page
    return tuple(chapters)


def _bookmarks(reader: PdfReader) -> dict[int, str]:
    """Page number -> title of the first bookmark of the highest level that points there."""
    found: dict[int, str] = {}
    for entry in reader.outline:
        if isinstance(entry, Destination):
            page = reader.get_destination_page_number(entry)
            if page is not None:
                found.setdefault(page, one_line(str(entry.title)))
    return found


@contextmanager
def _quiet() -> Iterator[None]:
    """The library warns of every oddity in a file, and may quote from it: none of that goes to our log."""
    log = logging.getLogger("pypdf")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)
