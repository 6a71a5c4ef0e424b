"""Facts that the screen passes between its own parts: frozen, delivered by signals as objects. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from qwentts_desktop.errors import QwenTTSError


class Source(str, Enum):
    """Where a text comes from."""

    SELECTION = "selection"
    CLIPBOARD = "clipboard"


@dataclass(frozen=True)
class HotkeyPressed:
    """A global hotkey was seen at `at_ns` (`time.perf_counter_ns`)."""

    action: str
    at_ns: int


@dataclass(frozen=True)
class Fetched:
    """A reading of the selection or the clipboard has ended.

    Attributes:
        ticket: counted up with each press, so that an answer to an older press can be told.
        source: what was read.
        origin_ns: when the user asked.
        text: what was there; never shown in a representation, so that it reaches no log.
        error: why nothing could be read, or None.
    """

    ticket: int
    source: Source
    origin_ns: int
    text: str = field(default="", repr=False)
    error: QwenTTSError | None = None


@dataclass(frozen=True)
class PendingText:
    """A long text that waits for the user's word: "read it?"."""

    text: str = field(repr=False)
    origin_ns: int = 0

    @property
    def characters(self) -> int:
        """Its length."""
        return len(self.text)


@dataclass(frozen=True)
class TextShown:
    """A job's text, for the reading view."""

    job_id: int
    text: str = field(repr=False)


@dataclass(frozen=True)
class PlaceWanted:
    """The user wants to hear a job's text from the sentence at this character on."""

    job_id: int
    character: int
