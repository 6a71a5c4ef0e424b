"""Records from a microphone: first it only listens, so that a meter can show the level, then it keeps.

It knows no device by itself and writes no file.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from qwentts_desktop.audio.input import InputBackend, InputDevice, InputStream
from qwentts_desktop.errors import AudioError
from qwentts_desktop.speech.chunk import Samples

LONGEST_S = 60.0
_FALL = 0.8
"""How much of the level of 20 ms before is still shown: a meter that falls slower than it rises."""
_CLIPPED = 0.99


@dataclass(frozen=True)
class InputLevel:
    """What a meter shows.

    Attributes:
        peak: the loudest sample of just now, 0..1 and beyond where the device clips.
        has_clipped: whether any sample since listening or keeping began stood at full scale.
    """

    peak: float = 0.0
    has_clipped: bool = False


@dataclass(frozen=True, eq=False)
class Recorded:
    """A take: [N] float32 mono samples and their rate."""

    samples: Samples
    sample_rate_hz: int

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self.samples) / self.sample_rate_hz


class Recorder:
    """One microphone at a time. `open` and `devices` may take a second; everything else returns at once.

    Args:
        source: opens microphones.
    """

    def __init__(self, source: InputBackend) -> None:
        self._source = source
        self._lock = threading.Lock()
        self._stream: InputStream | None = None
        self._is_keeping = False
        self._blocks: list[Samples] = []
        self._kept = 0
        self._level = InputLevel()

    def devices(self) -> list[InputDevice]:
        """The microphones that there are.

        Raises:
            AudioError: sound cannot be used here.
        """
        return self._source.list_devices()

    def open(self, device: str = "") -> None:
        """Listen to this microphone, in place of the one before. Not for the GUI thread.

        Raises:
            AudioError: it cannot be opened.
        """
        self.close()
        stream = self._source.open(device, self._hear)
        with self._lock:
            self._stream = stream
            self._level = InputLevel()

    def close(self) -> None:
        """Listen no more; what was kept and not taken is gone."""
        with self._lock:
            stream, self._stream = self._stream, None
            self._is_keeping = False
            self._blocks, self._kept = [], 0
        if stream is not None:
            stream.close()

    def begin(self) -> None:
        """Keep what is heard from now on, without what was kept before.

        Raises:
            AudioError: no microphone is open.
        """
        with self._lock:
            if self._stream is None:
                raise AudioError("No microphone is open. Choose one, then record again.")
            self._blocks, self._kept = [], 0
            self._level = InputLevel()
            self._is_keeping = True

    def finish(self) -> Recorded:
        """Keep no more and give what was kept; the microphone stays open for another take.

        Raises:
            AudioError: nothing was recorded.
        """
        with self._lock:
            blocks, rate_hz = self._blocks, self._rate_hz()
            self._is_keeping = False
            self._blocks, self._kept = [], 0
        if not blocks:
            raise AudioError("Nothing was recorded. Check that the microphone is connected and switched on.")
        return Recorded(np.concatenate(blocks), rate_hz)

    @property
    def is_open(self) -> bool:
        """Whether a microphone is listened to."""
        with self._lock:
            return self._stream is not None

    @property
    def is_keeping(self) -> bool:
        """Whether what is heard is kept."""
        with self._lock:
            return self._is_keeping

    @property
    def is_lost(self) -> bool:
        """Whether the open microphone went away."""
        with self._lock:
            return self._stream is not None and not self._stream.is_active

    @property
    def is_full(self) -> bool:
        """Whether the longest take is reached; nothing more is kept then."""
        return self.seconds >= LONGEST_S

    @property
    def seconds(self) -> float:
        """How much is kept so far."""
        with self._lock:
            return self._kept / self._rate_hz()

    @property
    def level(self) -> InputLevel:
        """What the meter shows now."""
        with self._lock:
            return self._level

    def _rate_hz(self) -> int:
        return self._stream.rate_hz if self._stream is not None else 48_000

    def _hear(self, samples: Samples) -> None:
        """On the input's thread."""
        peak = float(np.max(np.abs(samples), initial=0.0))
        with self._lock:
            self._level = InputLevel(
                max(peak, _FALL * self._level.peak), self._level.has_clipped or peak >= _CLIPPED
            )
            if self._is_keeping and self._kept < LONGEST_S * self._rate_hz():
                self._blocks.append(samples)
                self._kept += len(samples)
