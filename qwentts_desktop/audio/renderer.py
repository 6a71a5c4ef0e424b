"""What runs in the audio callback: plays a lane and never lets the wave break off. No allocation, no lock.

A click is a jump of the wave. So every change of loudness, also those to and from silence (pause, stop, skip,
sound that ran out), goes through one ramp, and a lane that is not finished always keeps one ramp's worth of
samples back to fade out with.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from qwentts_desktop.audio.ring import RingBuffer
from qwentts_desktop.speech.chunk import Samples

FADE_S = 0.005
_LARGEST_FADE = 2_048
_MUTED = 1e-6
"""Volume 0 plays on unheard; silence by gain 0 means that nothing moves."""


@dataclass(eq=False)
class Lane:
    """A ring and what both sides say about it. Another lane takes over when something else shall be played.

    Attributes:
        ring: device frames.
        is_ended: set by the feeder: no more will be written.
        is_dry: set by the callback while sound has run out before the end.
        dry_count: counted by the callback: how often that happened.
        first_sample_ns: set by the callback: `perf_counter_ns` when the first sample went out, else 0.
    """

    ring: RingBuffer
    is_ended: bool = False
    is_dry: bool = False
    dry_count: int = 0
    first_sample_ns: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether everything was taken and nothing more comes."""
        return self.is_ended and self.ring.available == 0


class Renderer:
    """Fills blocks for the device.

    The player's thread sets `lane`, `volume` and `is_paused`; the callback reads them. `frames` and `gain`
    are the callback's own, for others to read.
    """

    def __init__(self) -> None:
        self.lane: Lane | None = None
        self.volume = 1.0
        self.is_paused = False
        self.frames = 0
        self.gain = 0.0
        self._playing: Lane | None = None
        self._lead = 0
        self._steps: Samples = np.arange(1, _LARGEST_FADE + 1, dtype=np.float32)
        self._ramp: Samples = np.zeros(_LARGEST_FADE, np.float32)
        self._fade = 1
        self.prepare(24_000, 0)

    def prepare(self, rate_hz: int, lead_frames: int) -> None:
        """Get ready for a new stream and its frames of silence that wake the device. No callback may run."""
        self._fade = min(_LARGEST_FADE, max(1, round(FADE_S * rate_hz)))
        self._lead = lead_frames
        self.gain = 0.0
        self._playing = None

    @property
    def is_silent(self) -> bool:
        """Whether the last block ended in silence."""
        return self.gain == 0.0

    def render(self, out: Samples) -> None:
        """Fill `out` [N] float32; the audio callback only."""
        done = self._wake(out)
        while done < len(out):
            taken = self._advance(out[done:])
            if taken == 0:
                out[done:] = 0.0
                break
            done += taken
        self.frames += len(out)

    def _wake(self, out: Samples) -> int:
        count = min(self._lead, len(out))
        if count:
            out[:count] = 0.0
            self._lead -= count
        return count

    def _advance(self, out: Samples) -> int:
        """Fill the head of `out`; 0 if there is nothing to play now."""
        if self._playing is not self.lane and self.gain == 0.0:
            self._playing = self.lane
        lane = self._playing
        if lane is None:
            return 0
        spare = lane.ring.available if lane.is_ended else lane.ring.available - self._fade
        target = self._target(lane, spare)
        if target == 0.0 and self.gain == 0.0:
            return 0
        limit = min(len(out), self._ramp_length(target), spare if target else len(out))
        taken = self._take(lane, out[:limit], target)
        if taken == 0:
            self.gain = 0.0
            return self._advance(out) if lane is not self.lane else 0
        return taken

    def _target(self, lane: Lane, spare: int) -> float:
        """The loudness to go to: silence before a change of lane, in a pause, and where sound runs out."""
        if lane is not self.lane or self.is_paused:
            return 0.0
        if spare > 0:
            lane.is_dry = False
            return max(self.volume, _MUTED)
        if self.gain > 0.0 and not lane.is_ended and not lane.is_dry:
            lane.is_dry = True
            lane.dry_count += 1
        return 0.0

    def _ramp_length(self, target: float) -> int:
        distance = abs(target - self.gain)
        return int(np.ceil(distance * self._fade)) if distance else _LARGEST_FADE

    def _take(self, lane: Lane, out: Samples, target: float) -> int:
        count = lane.ring.read_into(out)
        if count == 0:
            return 0
        if lane.first_sample_ns == 0:
            lane.first_sample_ns = time.perf_counter_ns()
        if self.gain != target:
            self._fade_block(out[:count], target)
        elif target != 1.0:
            out[:count] *= np.float32(target)
        return count

    def _fade_block(self, out: Samples, target: float) -> None:
        """Multiply by a straight line from the present gain towards `target`."""
        slope = (1.0 if target > self.gain else -1.0) / self._fade
        ramp = self._ramp[: len(out)]
        np.multiply(self._steps[: len(out)], np.float32(slope), out=ramp)
        ramp += np.float32(self.gain)
        low, high = min(self.gain, target), max(self.gain, target)
        np.clip(ramp, low, high, out=ramp)
        out *= ramp
        reached = self.gain + slope * len(out)
        self.gain = min(max(reached, low), high)
