"""Changes the speed of speech and keeps its pitch: streaming WSOLA in numpy. No thread, no device.

WSOLA joins segments of the source at places where the waves match. `_joint` is the source sample that would
follow naturally on what was put out last. A step cross-fades from there into the segment that lies near the
place that the speed asks for and looks most like the natural continuation. So nothing is ever buffered on the
output side, every output sample has an exact source sample, and at speed 1 the source is handed on as it is,
from the joint on, without a seam.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from qwentts_desktop.speech.chunk import Samples

MIN_SPEED = 0.5
MAX_SPEED = 2.5
_FADE_S = 0.015
_SEARCH_S = 0.008

OnMark = Callable[[int, int], None]
"""Called with (output samples so far, source samples so far) at each place where the slope may change."""


class TimeStretch:
    """Streams mono speech at another speed.

    Args:
        sample_rate_hz: of the sound.
        speed: 0.5 to 2.5; may be changed at any time and takes effect with the next step (15 ms).
        on_mark: learns which output sample belongs to which source sample.
    """

    def __init__(self, sample_rate_hz: int, speed: float, on_mark: OnMark) -> None:
        self._fade = max(8, round(_FADE_S * sample_rate_hz))
        self._search = max(4, round(_SEARCH_S * sample_rate_hz))
        rise = np.sin(np.linspace(0.0, np.pi / 2, self._fade, endpoint=False)) ** 2
        self._rise: Samples = rise.astype(np.float32)
        self._fall: Samples = (1.0 - rise).astype(np.float32)
        self._on_mark = on_mark
        self._source: Samples = np.zeros(0, np.float32)
        self._origin = 0  # source sample that _source[0] is
        self._joint = 0
        self._ideal = 0.0  # source sample where a perfect clock would be now
        self._put_out = 0
        self.speed = speed

    @property
    def speed(self) -> float:
        """Source seconds a second."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        is_normal = abs(speed - 1.0) < 0.005  # what steps of 0.1 leave of 1
        self._speed = 1.0 if is_normal else min(MAX_SPEED, max(MIN_SPEED, speed))

    @property
    def waiting(self) -> int:
        """Source samples kept: those to come and those that a search may look back at."""
        return len(self._source)

    def push(self, samples: Samples) -> Samples:
        """Take in [N] source samples and return what can be put out now."""
        self._source = np.concatenate((self._source, samples)) if len(self._source) else samples
        if self._speed == 1.0:
            return self._pass_on()
        pieces = []
        while (piece := self._step()) is not None:
            pieces.append(piece)
        self._forget()
        return np.concatenate(pieces) if pieces else np.zeros(0, np.float32)

    def flush(self) -> Samples:
        """Put out the rest at the end of the source, at its own speed: at most 60 ms."""
        return self._pass_on()

    def _pass_on(self) -> Samples:
        rest = self._source[self._joint - self._origin :]
        self._joint += len(rest)
        self._ideal = float(self._joint)
        self._origin = self._joint
        self._source = np.zeros(0, np.float32)
        if len(rest):
            self._put_out += len(rest)
            self._on_mark(self._put_out, self._joint)
        return rest

    def _step(self) -> Samples | None:
        """One cross-fade, or None if the source does not reach far enough yet."""
        fade = self._fade
        target = round(self._ideal + (self._speed - 1.0) * fade) - self._origin
        joint = self._joint - self._origin
        first = max(0, target - self._search, joint - fade)  # never back: positions only go forward
        last = target + self._search
        if max(last, joint) + fade > len(self._source):
            return None
        natural = self._source[joint : joint + fade]
        begin = first + self._best_match(natural, self._source[first : last + fade])
        piece: Samples = natural * self._fall
        piece += self._source[begin : begin + fade] * self._rise
        self._joint = self._origin + begin + fade
        self._ideal += self._speed * fade
        self._put_out += fade
        self._on_mark(self._put_out, self._joint)
        return piece

    def _best_match(self, natural: Samples, region: Samples) -> int:
        """Where in `region` the segment most like `natural` begins (normalised correlation)."""
        likeness = np.correlate(region, natural, "valid")
        energy = np.cumsum(np.concatenate(((0.0,), region.astype(np.float64) ** 2)))
        segment_energy = energy[self._fade :] - energy[: -self._fade]
        floor = 1e-8 * self._fade
        return int(np.argmax(likeness / np.sqrt(np.maximum(segment_energy, floor))))

    def _forget(self) -> None:
        """Drop source that no later step can reach, at any speed."""
        reach_back = round(self._ideal - 0.5 * self._fade) - self._search
        keep_from = max(self._origin, min(self._joint, reach_back))
        self._source = self._source[keep_from - self._origin :]
        self._origin = keep_from
