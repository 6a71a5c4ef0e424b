"""One unbroken run through a track: reads from a place on, shapes, keeps a lane filled. No device."""

from __future__ import annotations

import threading

import numpy as np

from qwentts_desktop.audio.events import PlayPosition
from qwentts_desktop.audio.renderer import Lane
from qwentts_desktop.audio.ring import RingBuffer
from qwentts_desktop.audio.shaper import Shaper
from qwentts_desktop.audio.timeline import Timeline
from qwentts_desktop.audio.track import Stretch, Track
from qwentts_desktop.speech.chunk import Samples

FILL_S = 0.1
"""Shaped sound that waits in the lane: little, so that speed changes are heard soon."""
_STEP_S = 0.01


class Passage:
    """Plays `track` from a sentence and sample on into `lane` until its end.

    `fill`, `speed` and `can_feed` belong to the player's thread; `position` may be asked from any thread.

    Args:
        track: what to play.
        sentence, sample: where to begin; the sample counts at the sentence's own rate.
        device_rate_hz: what the lane holds.
        speed: source seconds a second.
        fill_s: seconds of shaped sound to keep in the lane.
    """

    def __init__(
        self,
        track: Track,
        sentence: int,
        sample: int,
        *,
        device_rate_hz: int,
        speed: float,
        fill_s: float = FILL_S,
    ) -> None:
        self.track = track
        self.device_rate_hz = device_rate_hz
        self._fill = max(1, round(fill_s * device_rate_hz))
        self.lane = Lane(RingBuffer(self._fill))
        self._sentence = sentence
        self._sample = sample
        self._pause_left: int | None = None
        self._is_marked = True
        self._shaper: Shaper | None = None
        self._speed = speed
        self._pending: Samples = np.zeros(0, np.float32)
        self._frames = 0  # shaped so far
        self._fed = 0  # source samples and silence fed so far
        self._lock = threading.Lock()
        self._timeline = Timeline(sentence, sample)

    @property
    def speed(self) -> float:
        """Source seconds a second; a change is heard after what waits in the lane."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._speed = speed
        if self._shaper is not None:
            self._shaper.speed = speed

    def made_ahead(self) -> tuple[float, bool]:
        """Milliseconds that could be fed now, and whether that is all to the track's end."""
        if self._pause_left is not None:
            stretch = self.track.stretch(self._sentence)
            rate = stretch.sample_rate_hz if stretch else self.device_rate_hz
            ahead, is_all = self.track.made_from(self._sentence + 1, 0)
            return ahead + 1000.0 * self._pause_left / rate, is_all
        return self.track.made_from(self._sentence, self._sample)

    def fill(self) -> None:
        """Bring the lane up to its mark with what is made."""
        while not self.lane.is_ended:
            written = self.lane.ring.write(self._pending)
            self._pending = self._pending[written:]
            if len(self._pending) or self.lane.ring.free == 0 or not self._feed():
                break
        with self._lock:
            self._timeline.forget_before(self.lane.ring.taken - self._fill)

    def position(self, frames_back: int = 0) -> PlayPosition:
        """Where the device is; `frames_back` frames earlier if asked for, as far as it is remembered."""
        with self._lock:
            sentence, sample = self._timeline.locate(max(0, self.lane.ring.taken - frames_back))
        return PlayPosition(self.track, sentence, sample)

    # -- feeding

    def _feed(self) -> bool:
        """Shape one more piece into `_pending`; False if nothing is made there yet."""
        stretch = self.track.stretch(self._sentence)
        if stretch is None:
            return self._finish_if_over()
        if self._pause_left is not None:
            return self._feed_pause()
        if self._sample < stretch.length:
            return self._feed_sound(stretch)
        if stretch.is_complete:
            self._begin_pause(stretch)
            return True
        return False

    def _feed_sound(self, stretch: Stretch) -> bool:
        if not self._is_shaper_ready(stretch.sample_rate_hz):
            return True
        self._mark_sentence()
        count = max(1, round(_STEP_S * stretch.sample_rate_hz))
        samples = self.track.read(self._sentence, self._sample, count)
        self._sample += len(samples)
        self._shape(samples)
        return len(samples) > 0

    def _begin_pause(self, stretch: Stretch) -> None:
        self._mark_sentence()
        self._pause_left = round(stretch.pause_after_ms * stretch.sample_rate_hz / 1000)
        if self._pause_left:
            with self._lock:
                self._timeline.mark_source(self._fed, self._sentence, stretch.length, is_moving=False)
            self._is_shaper_ready(stretch.sample_rate_hz)

    def _feed_pause(self) -> bool:
        assert self._pause_left is not None
        if self._pause_left > 0 and self._shaper is not None:
            count = min(self._pause_left, round(_STEP_S * self._shaper.source_rate_hz))
            self._pause_left -= count
            self._shape(np.zeros(count, np.float32))
            return True
        self._sentence += 1
        self._sample = 0
        self._pause_left = None
        self._is_marked = False
        return True

    def _mark_sentence(self) -> None:
        """Tell the timeline of a sentence once there is something of it."""
        if not self._is_marked:
            with self._lock:
                self._timeline.mark_source(self._fed, self._sentence, self._sample)
        self._is_marked = True

    def _finish_if_over(self) -> bool:
        """At the end of all that is known: flush and end if the track is finished, else wait."""
        if not self.track.is_finished:
            return False
        if self._shaper is not None:
            self._flush_shaper()
        elif not len(self._pending):
            self.lane.is_ended = True
        return True

    def _is_shaper_ready(self, source_rate_hz: int) -> bool:
        """Whether the shaper takes this rate now; one of another rate is flushed first."""
        if self._shaper is not None and self._shaper.source_rate_hz != source_rate_hz:
            self._flush_shaper()
            return False
        if self._shaper is None:
            begin = self._frames
            fed = self._fed
            self._shaper = Shaper(
                source_rate_hz,
                self.device_rate_hz,
                self._speed,
                lambda frame, source: self._timeline.mark_frame(begin + frame, fed + source),
            )
        return True

    def _flush_shaper(self) -> None:
        assert self._shaper is not None
        with self._lock:
            rest = self._shaper.flush()
        self._shaper = None
        self._frames += len(rest)
        self._pending = np.concatenate((self._pending, rest))

    def _shape(self, samples: Samples) -> None:
        assert self._shaper is not None
        self._fed += len(samples)
        with self._lock:  # the shaper marks the timeline while it works
            shaped = self._shaper.push(samples)
        self._frames += len(shaped)
        self._pending = np.concatenate((self._pending, shaped)) if len(self._pending) else shaped
