"""Which sample of which sentence a played frame came from. No sound, no thread: numbers only."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True)
class _FrameMark:
    """Device frame `frame` came from fed sample `fed`; straight lines between marks."""

    frame: float
    fed: float


@dataclass(frozen=True)
class _SourceMark:
    """From fed sample `fed` on: `sentence` from `sample`; it stands still during a pause."""

    fed: float
    sentence: int
    sample: int
    is_moving: bool


class Timeline:
    """Maps device frames back to the source through speed and resampling.

    Two chains of marks: frames to fed samples (a mark wherever the slope changes) and fed samples to
    sentences. Marks arrive in order. `forget_before` keeps both short. Not locked: its owner does that.
    """

    def __init__(self, sentence: int, sample: int) -> None:
        self._frames = deque([_FrameMark(0.0, 0.0)])
        self._sources = deque([_SourceMark(0.0, sentence, sample, True)])

    def mark_frame(self, frame: float, fed: float) -> None:
        """Frames up to `frame` came from fed samples up to `fed`."""
        self._frames.append(_FrameMark(frame, fed))

    def mark_source(self, fed: float, sentence: int, sample: int, *, is_moving: bool = True) -> None:
        """From fed sample `fed` on, the source is `sentence` from `sample` on, or stands there (a pause)."""
        self._sources.append(_SourceMark(fed, sentence, sample, is_moving))

    def locate(self, frame: int) -> tuple[int, int]:
        """The (sentence, sample) that is played after `frame` frames."""
        fed = self._fed_at(frame)
        mark = self._sources[0]
        for later in self._sources:
            if later.fed > fed + 1e-6:
                break
            mark = later
        if not mark.is_moving:
            return mark.sentence, mark.sample
        return mark.sentence, mark.sample + int(fed - mark.fed + 1e-6)

    def forget_before(self, frame: int) -> None:
        """Drop what only frames before `frame` need."""
        while len(self._frames) > 2 and self._frames[1].frame <= frame:
            self._frames.popleft()
        fed = self._frames[0].fed
        while len(self._sources) > 1 and self._sources[1].fed <= fed:
            self._sources.popleft()

    def _fed_at(self, frame: float) -> float:
        before = self._frames[0]
        for after in self._frames:
            if after.frame > frame:
                share = (frame - before.frame) / (after.frame - before.frame)
                return before.fed + share * (after.fed - before.fed)
            before = after
        return before.fed
