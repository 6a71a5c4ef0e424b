"""A block of cleaned text: a paragraph, a heading, a list item. Holds no sentences yet."""

from __future__ import annotations

from dataclasses import dataclass

from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.sentence import Boundary


@dataclass(frozen=True)
class Block:
    """Text that ends with a pause of its kind; a line feed inside is the end of a line that was kept.

    Attributes:
        kind: PARAGRAPH, HEADING, LIST_ITEM, or SENTENCE where a long paragraph had to be divided.
        body: the text.
        wrapped: whether its line feeds may be mere wrapping, to be joined.
    """

    kind: Boundary
    body: MappedText
    wrapped: bool = True
