"""What a file holds to be read: passages, gathered into chapters. Knows no format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Passage:
    """A paragraph, a heading or a list item.

    Attributes:
        text: what stands there; never blank.
        heading_level: 1 for the highest kind of heading, 0 for what is none.
        is_item: an item of a list.
    """

    text: str
    heading_level: int = 0
    is_item: bool = False


@dataclass(frozen=True)
class Chapter:
    """A part of a document with a title of its own, "" for none; the text begins with the title's heading."""

    title: str
    text: str


@dataclass(frozen=True)
class Document:
    """A document to be read; it has one chapter at least, and something stands in each."""

    title: str
    author: str
    chapters: tuple[Chapter, ...]

    @property
    def text(self) -> str:
        """All of it, chapter after chapter."""
        return "\n\n".join(chapter.text for chapter in self.chapters)


def chapters_of(passages: Sequence[Passage], first_title: str = "") -> tuple[Chapter, ...]:
    """Divide at the headings: at the highest level that occurs more than once, and at those above it.

    Args:
        passages: in their order.
        first_title: of what stands before the first heading.
    """
    level = _dividing_level(passages)
    groups: list[tuple[str, list[Passage]]] = [(first_title, [])]
    for passage in passages:
        if 0 < passage.heading_level <= level:
            groups.append((one_line(passage.text), []))
        groups[-1][1].append(passage)
    return tuple(Chapter(title, joined(inside)) for title, inside in _without_bare_titles(groups) if inside)


def joined(passages: Iterable[Passage]) -> str:
    """Passages as plain text: a blank line between paragraphs, one line an item, each behind a bullet."""
    parts: list[str] = []
    before = Passage("-")
    for passage in passages:
        text = passage.text.strip()
        if passage.is_item:
            text = "• " + one_line(text)
        if parts:
            parts.append("\n" if passage.is_item and before.is_item else "\n\n")
        parts.append(text)
        before = passage
    return "".join(parts)


def one_line(text: str) -> str:
    """The text with all white space made single spaces."""
    return " ".join(text.split())


def _dividing_level(passages: Sequence[Passage]) -> int:
    levels = [passage.heading_level for passage in passages if passage.heading_level > 0]
    repeated = [level for level in levels if levels.count(level) > 1]
    return min(repeated or levels, default=0)


def _without_bare_titles(groups: list[tuple[str, list[Passage]]]) -> list[tuple[str, list[Passage]]]:
    """A heading with nothing under it, such as the title of a part, is read with the chapter after it."""
    kept: list[tuple[str, list[Passage]]] = []
    waiting: list[Passage] = []
    for title, inside in groups:
        if inside and all(passage.heading_level > 0 for passage in inside):
            waiting += inside
        elif inside:
            kept.append((title, [*waiting, *inside]))
            waiting = []
    if waiting and kept:
        kept[-1][1].extend(waiting)
    elif waiting:
        kept.append((one_line(waiting[0].text), waiting))
    return kept
