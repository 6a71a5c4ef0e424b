"""What happens, told to listeners: small frozen facts, at most 20 a second, never PCM, never spoken text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from qwentts_desktop.errors import CardLostError, QwenTTSError
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.engine import EngineInfo, LoadProgress


class State(str, Enum):
    """The states of the service: idle -> loading -> speaking <-> paused -> idle, and error from anywhere."""

    IDLE = "idle"
    LOADING = "loading"
    SPEAKING = "speaking"
    PAUSED = "paused"
    ERROR = "error"


@dataclass(frozen=True)
class StateChanged:
    """The service is in another state."""

    state: State


@dataclass(frozen=True)
class EngineChanged:
    """Another engine speaks, or the same one learned more about itself."""

    engine: EngineInfo


@dataclass(frozen=True)
class Loading:
    """The engine is getting ready."""

    progress: LoadProgress


@dataclass(frozen=True)
class EngineReady:
    """The engine is loaded: seconds that it took, and whether it had given its memory back before."""

    seconds: float
    is_waking: bool


@dataclass(frozen=True)
class EngineLost:
    """The card is dead for this process: only a new process can go on. Told once."""

    error: CardLostError


@dataclass(frozen=True)
class JobStarted:
    """A job left the queue; its text has this many sentences as far as known."""

    job_id: int
    sentences: int


@dataclass(frozen=True)
class SentenceStarted:
    """A sentence began to be heard.

    Attributes:
        job_id: whose.
        index: which, from 0.
        start, end: its span in the job's text, in characters.
    """

    job_id: int
    index: int
    start: int
    end: int


@dataclass(frozen=True)
class FirstSound:
    """The first chunk of a job reached the player: milliseconds since its origin (the key press)."""

    job_id: int
    latency_ms: float


@dataclass(frozen=True)
class JobFinished:
    """A job is over and heard to its end, or cancelled, or failed (`reason` None)."""

    job_id: int
    reason: FinishReason | None


@dataclass(frozen=True)
class Problem:
    """Something went wrong; the error's message is for the user."""

    error: QwenTTSError


@dataclass(frozen=True)
class Notice:
    """Something the user should know and need not act on, such as "The output device is gone"."""

    message: str


SpeechEvent = (
    StateChanged
    | EngineChanged
    | Loading
    | EngineReady
    | EngineLost
    | JobStarted
    | SentenceStarted
    | FirstSound
    | JobFinished
    | Problem
    | Notice
)

Listener = Callable[[SpeechEvent], None]
"""Called on the thread where it happened; must return at once and must not raise."""
