"""From the sound of one sample rate to what the device plays: speed, then rate. No thread, no device."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import soxr  # type: ignore[import-untyped]

from qwentts_desktop.audio.stretch import TimeStretch
from qwentts_desktop.speech.chunk import Samples

OnMark = Callable[[float, float], None]
"""Called with (device frames so far, source samples so far)."""


class Shaper:
    """Streams mono sound through the time stretch and, where the rates differ, through a resampler.

    Args:
        source_rate_hz: of what is pushed.
        device_rate_hz: of what comes out.
        speed: see TimeStretch.
        on_mark: learns which device frame belongs to which source sample.
    """

    def __init__(self, source_rate_hz: int, device_rate_hz: int, speed: float, on_mark: OnMark) -> None:
        self.source_rate_hz = source_rate_hz
        ratio = device_rate_hz / source_rate_hz
        self._stretch = TimeStretch(source_rate_hz, speed, lambda out, fed: on_mark(out * ratio, fed))
        self._resampler = (
            None
            if source_rate_hz == device_rate_hz
            else soxr.ResampleStream(source_rate_hz, device_rate_hz, 1, dtype="float32")
        )

    @property
    def speed(self) -> float:
        """Source seconds a second; may be changed at any time."""
        return self._stretch.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._stretch.speed = speed

    def push(self, samples: Samples) -> Samples:
        """Take in [N] source samples and return the device frames that are ready."""
        return self._resample(self._stretch.push(samples), is_last=False)

    def flush(self) -> Samples:
        """The rest; nothing may be pushed after it."""
        return self._resample(self._stretch.flush(), is_last=True)

    def _resample(self, samples: Samples, *, is_last: bool) -> Samples:
        if self._resampler is None or not (len(samples) or is_last):
            return samples
        return np.asarray(self._resampler.resample_chunk(samples, last=is_last), np.float32)
