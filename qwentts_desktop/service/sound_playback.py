"""Sound as a whole: played as it is, such as a recording, or taken from what was read. No job, no text."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from qwentts_desktop.audio.events import PlayPosition
from qwentts_desktop.audio.track import Track
from qwentts_desktop.speech.chunk import Samples

_BEGIN_LIMIT_S = 3.0


class SoundPlayback:
    """One sound given to the player. Any thread.

    Args:
        samples: [N] float32 mono.
        sample_rate_hz: of the samples.
        position: asks the player where it is.
    """

    def __init__(
        self, samples: Samples, sample_rate_hz: int, position: Callable[[], PlayPosition | None]
    ) -> None:
        self.track = Track(1)
        self.track.append(0, samples, sample_rate_hz)
        self.track.complete(0)
        self._sample_rate_hz = sample_rate_hz
        self._position = position
        self._given_at = time.monotonic()
        self._has_begun = False

    @property
    def position_s(self) -> float | None:
        """Seconds heard so far; None once it is over or something else plays."""
        position = self._position()
        if position is not None and position.track is self.track:
            self._has_begun = True
            return position.sample / self._sample_rate_hz
        is_expected = not self._has_begun and time.monotonic() - self._given_at < _BEGIN_LIMIT_S
        return 0.0 if is_expected else None


@dataclass(frozen=True, eq=False)
class MadeSound:
    """The sound of a text that was read: [N] float32 mono samples and their rate."""

    samples: Samples
    sample_rate_hz: int


def whole_sound(track: Track) -> MadeSound | None:
    """All sound of a track, pauses included; None where some is not made, or the rates differ."""
    stretches = [track.stretch(index) for index in range(track.sentence_count)]
    made = [stretch for stretch in stretches if stretch is not None and stretch.is_complete]
    rates = {stretch.sample_rate_hz for stretch in made}
    if len(made) < len(stretches) or len(rates) != 1:
        return None
    rate_hz = rates.pop()
    pieces: list[Samples] = []
    for index, stretch in enumerate(made):
        pieces.append(track.read(index, 0, stretch.length))
        if index < len(made) - 1:
            pieces.append(np.zeros(stretch.pause_after_ms * rate_hz // 1_000, np.float32))
    return MadeSound(np.concatenate(pieces), rate_hz)
