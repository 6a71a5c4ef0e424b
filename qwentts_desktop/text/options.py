"""How a text is to be read: every step of cleaning and segmentation, one field each. Knows no settings file."""

from __future__ import annotations

from dataclasses import dataclass, field

from qwentts_desktop.text.sentence import Boundary


@dataclass(frozen=True)
class PauseOptions:
    """Silence after each kind of boundary, in milliseconds."""

    clause_ms: int = 80
    sentence_ms: int = 250
    line_ms: int = 300
    list_item_ms: int = 350
    paragraph_ms: int = 600
    heading_ms: int = 700

    def after(self, boundary: Boundary) -> int:
        """Milliseconds to leave after this kind of boundary."""
        return int(getattr(self, f"{boundary.value}_ms"))


@dataclass(frozen=True)
class ReadingOptions:
    """How a text is read; the defaults suit selected text of any origin.

    Attributes:
        language: language of the text, ISO 639-1, or "auto" to find it out.
        voice_language: language of the voice, ISO 639-1, or "" for unknown.
        maximum_characters: no sentence is spoken in larger pieces than this.
        pauses: silence after each kind of boundary.
    """

    language: str = "auto"
    voice_language: str = ""
    maximum_characters: int = 300
    pauses: PauseOptions = field(default_factory=PauseOptions)
