"""What the text side hands out: a sentence to speak and where it came from. No cleaning, no segmentation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Boundary(str, Enum):
    """What ends a sentence; each kind has its own pause."""

    CLAUSE = "clause"
    SENTENCE = "sentence"
    LINE = "line"
    LIST_ITEM = "list_item"
    PARAGRAPH = "paragraph"
    HEADING = "heading"


@dataclass(frozen=True)
class Sentence:
    """One sentence, ready to be spoken.

    Attributes:
        text: what is spoken; never empty, never punctuation alone, no white space around it.
        start, end: its span in the original text, in characters; spans never run backwards.
        language: ISO 639-1 code, or "auto" where nothing sure can be said.
        pause_after_ms: silence to leave behind it.
        boundary: what ends it.
        steps: names of the steps that changed something in its part of the original, in their order.
    """

    text: str
    start: int
    end: int
    language: str
    pause_after_ms: int
    boundary: Boundary
    steps: tuple[str, ...] = ()
