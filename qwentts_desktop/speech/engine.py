"""What turns text into sound, seen from outside."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

from qwentts_desktop.speech.chunk import AudioChunk, FinishReason, Samples
from qwentts_desktop.speech.request import SpeechRequest


class EngineKind(str, Enum):
    """The kinds of engine that a user can tell apart."""

    NEURAL = "neural"
    SYSTEM = "system"
    FAKE = "fake"


@dataclass(frozen=True)
class EngineInfo:
    """What speaks, and why this one.

    Attributes:
        kind: neural, system or fake.
        name: for the user, such as "Qwen3-TTS 0.6B" or "espeak-ng".
        device: where it runs, such as "NVIDIA GeForce RTX 4070" or "CPU".
        sample_rate_hz: of its chunks.
        reason: one sentence why this engine and not a better one; empty for the best.
    """

    kind: EngineKind
    name: str
    device: str = ""
    sample_rate_hz: int = 24_000
    reason: str = ""


@dataclass(frozen=True)
class LoadProgress:
    """How far loading has come: `fraction` in 0..1 and a few words for the user."""

    fraction: float
    step: str


class SpeechEngine(Protocol):
    """Turns one request after another into sound.

    All methods are called from the speech thread alone, except `info`, which any thread may read.
    """

    @property
    def info(self) -> EngineInfo:
        """What this engine is; may change after `load`."""
        ...

    def load(self, on_progress: Callable[[LoadProgress], None], cancel: threading.Event) -> None:
        """Get ready to speak; a second call does nothing. `cancel` ends it early and leaves it unloaded.

        Raises:
            EngineError: it cannot run here; the sentence says what to do.
        """
        ...

    def stream(self, request: SpeechRequest, cancel: threading.Event) -> Iterator[AudioChunk]:
        """Yield the sound of one sentence or a few, chunk by chunk, while it is being made.

        The last chunk carries a finish reason. After `cancel` at most one frame (80 ms) more is made. The
        engine can speak again after any end, an exception included.

        Raises:
            InvalidRequestError, VoiceError, EngineError: before the first chunk where it can be known then.
        """
        ...

    def unload(self) -> None:
        """Give the memory back; `load` may follow."""
        ...


@dataclass(frozen=True, eq=False)
class WholeSpeech:
    """The whole sound of a request: [N] float32 mono PCM in -1..1, and how it came to its end."""

    samples: Samples
    sample_rate_hz: int
    reason: FinishReason


@runtime_checkable
class BatchSpeechEngine(Protocol):
    """What an engine offers beside `SpeechEngine` where several sentences at once are made faster."""

    @property
    def batch_size(self) -> int:
        """How many sentences at once serve best; 1 for none but one. Known after `load`."""
        ...

    def speak_together(self, requests: Sequence[SpeechRequest], cancel: threading.Event) -> list[WholeSpeech]:
        """Speak requests of one voice side by side, one result for each; cut short after `cancel`.

        Raises:
            InvalidRequestError, VoiceError, EngineError: as `SpeechEngine.stream`.
        """
        ...
