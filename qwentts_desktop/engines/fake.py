"""A torch-free engine for tests and UI work: a tone for each text, faults and delays on demand."""

from __future__ import annotations

import random
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from qwentts_desktop.errors import EngineError
from qwentts_desktop.speech.chunk import AudioChunk, FinishReason, Samples
from qwentts_desktop.speech.engine import EngineInfo, EngineKind, LoadProgress
from qwentts_desktop.speech.request import SpeechRequest

FRAME_SAMPLES = 1_920
SAMPLE_RATE_HZ = 24_000
_LOWEST_HZ, _HIGHEST_HZ = 300, 3_300
_AMPLITUDE = 0.5


@dataclass(frozen=True)
class FakeOptions:
    """How well the engine behaves.

    Attributes:
        load_seconds: how long loading takes.
        load_error: raise this sentence, or this error, instead of getting ready; empty for none.
        seconds_per_character: length of the sound.
        real_time_factor: seconds of sound made in a second; 0 makes it at once.
        stall_chance, stall_seconds: how likely a frame is late, and by how much.
        fault_at_frame: fail after this many frames of a text; None never.
        fault: what to raise then.
        fault_when_text_has: fail only for texts with this in them; empty for all.
        is_endless: never end a text.
        seed: of the stalls.
    """

    load_seconds: float = 0.0
    load_error: str | EngineError = ""
    seconds_per_character: float = 0.05
    real_time_factor: float = 0.0
    stall_chance: float = 0.0
    stall_seconds: float = 0.3
    fault_at_frame: int | None = None
    fault: EngineError | None = None
    fault_when_text_has: str = ""
    is_endless: bool = False
    seed: int = 0


def frequency_of(text: str) -> int:
    """The tone in Hz that stands for a text: a multiple of 25 between 300 and 3,300."""
    steps = (_HIGHEST_HZ - _LOWEST_HZ) // 25
    return _LOWEST_HZ + 25 * (zlib.crc32(text.encode("utf-8", "surrogatepass")) % steps)


def tone_of(text: str, seconds_per_character: float = FakeOptions.seconds_per_character) -> Samples:
    """The whole sound of a text, [N] float32 at 24 kHz, N a multiple of 1,920."""
    return _tone(frequency_of(text), 0, _frames_of(text, seconds_per_character) * FRAME_SAMPLES)


class FakeEngine:
    """Implements `speech.SpeechEngine`; `options` may be replaced between two calls to change its ways."""

    def __init__(self, options: FakeOptions | None = None, *, name: str = "Fake") -> None:
        self.options = options or FakeOptions()
        self.texts: list[str] = []
        self.is_loaded = False
        self.stalls = 0
        self._name = name
        self._random = random.Random(self.options.seed)

    @property
    def info(self) -> EngineInfo:
        """What this engine is."""
        return EngineInfo(EngineKind.FAKE, self._name, "CPU", SAMPLE_RATE_HZ)

    def load(self, on_progress: Callable[[LoadProgress], None], cancel: threading.Event) -> None:
        """Get ready in twenty steps; see `speech.SpeechEngine`."""
        if self.is_loaded:
            return
        steps = 20
        for step in range(steps):
            on_progress(LoadProgress(step / steps, "loading"))
            if cancel.wait(self.options.load_seconds / steps):
                return
        if self.options.load_error:
            error = self.options.load_error
            raise error if isinstance(error, EngineError) else EngineError(error)
        on_progress(LoadProgress(1.0, "ready"))
        self.is_loaded = True

    def stream(self, request: SpeechRequest, cancel: threading.Event) -> Iterator[AudioChunk]:
        """Yield the text's tone frame by frame; see `speech.SpeechEngine`."""
        if not self.is_loaded:
            raise EngineError("The fake engine is not loaded.")
        self.texts.append(request.text)
        frequency = frequency_of(request.text)
        frames = _frames_of(request.text, self.options.seconds_per_character)
        began, frame = time.monotonic(), 0
        while self.options.is_endless or frame < frames:
            self._fail_on_demand(request.text, frame)
            self._take_time(began, frame, cancel)
            if cancel.is_set():
                break
            start = frame * FRAME_SAMPLES
            yield AudioChunk(_tone(frequency, start, FRAME_SAMPLES), SAMPLE_RATE_HZ, start)
            frame += 1
        reason = FinishReason.CANCELLED if cancel.is_set() else FinishReason.END_OF_SPEECH
        yield AudioChunk(np.zeros(0, np.float32), SAMPLE_RATE_HZ, frame * FRAME_SAMPLES, reason)

    def unload(self) -> None:
        """Give back nothing; `load` may follow."""
        self.is_loaded = False

    def _fail_on_demand(self, text: str, frame: int) -> None:
        if self.options.fault_at_frame == frame and self.options.fault_when_text_has in text:
            raise self.options.fault or EngineError(
                "The fake engine failed on demand. Try again.", detail="fault_at_frame"
            )

    def _take_time(self, began: float, frame: int, cancel: threading.Event) -> None:
        if self.options.real_time_factor > 0:
            due = began + (frame + 1) * FRAME_SAMPLES / SAMPLE_RATE_HZ / self.options.real_time_factor
            cancel.wait(max(0.0, due - time.monotonic()))
        if self._random.random() < self.options.stall_chance:
            self.stalls += 1
            cancel.wait(self.options.stall_seconds)


def _frames_of(text: str, seconds_per_character: float) -> int:
    return max(1, round(len(text) * seconds_per_character * SAMPLE_RATE_HZ / FRAME_SAMPLES))


def _tone(frequency_hz: int, start: int, count: int) -> Samples:
    """`count` samples of the tone from sample `start` on, [N] float32."""
    phase = (np.arange(start, start + count) * frequency_hz % SAMPLE_RATE_HZ) * (2 * np.pi / SAMPLE_RATE_HZ)
    tone: Samples = (_AMPLITUDE * np.sin(phase)).astype(np.float32)
    return tone
