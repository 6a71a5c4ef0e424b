"""Where a clip may be cut without cutting a word, and which part of a long one to use. Times, no sound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LONGEST_S = 30.0
_SHORTEST_PAUSE_S = 0.18
_AIR_S = 0.15
"""Silence left before the first and after the last word."""


@dataclass(frozen=True)
class Span:
    """A stretch of time in a clip, in seconds from its start."""

    start_s: float
    end_s: float

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.end_s - self.start_s


def pauses_between(is_speech: Any, frame_s: float, seconds: float) -> tuple[Span, ...]:
    """Stretches without speech, [F] bool a frame, that are long enough to be a pause; in order."""
    found: list[Span] = []
    start: int | None = None
    for index, speaks in enumerate([*is_speech.tolist(), True]):
        if not speaks:
            start = index if start is None else start
        elif start is not None:
            end_s = seconds if index >= len(is_speech) else index * frame_s
            if end_s - start * frame_s >= _SHORTEST_PAUSE_S:
                found.append(Span(start * frame_s, end_s))
            start = None
    return tuple(found)


def suggested_span(pauses: tuple[Span, ...], seconds: float, good_s: tuple[float, float]) -> Span:
    """The part to use: all of a clip that is short enough, else the best stretch from pause to pause.

    Args:
        pauses: as `pauses_between` gives them.
        seconds: length of the clip.
        good_s: shortest and longest length that works best.
    """
    spoken = _without_ends(pauses, seconds)
    if spoken.seconds <= good_s[1]:
        return spoken
    starts = [spoken.start_s, *(_start_after(pause) for pause in pauses if pause.end_s < spoken.end_s)]
    ends = [*(_end_before(pause) for pause in pauses if pause.start_s > spoken.start_s), spoken.end_s]
    spans = [Span(start, end) for start in starts for end in ends if good_s[0] <= end - start <= good_s[1]]
    if not spans:
        spans = [Span(start, end) for start in starts for end in ends if 0 < end - start <= LONGEST_S]
    if not spans:  # somebody who never breathes
        return Span(spoken.start_s, min(spoken.end_s, spoken.start_s + good_s[1]))
    longest = max(span.seconds for span in spans)
    return next(span for span in spans if span.seconds >= longest - 1.0)


def _without_ends(pauses: tuple[Span, ...], seconds: float) -> Span:
    start, end = 0.0, seconds
    if pauses and pauses[0].start_s <= 0.0 and pauses[0].end_s < seconds:
        start = _start_after(pauses[0])
    if pauses and pauses[-1].end_s >= seconds and pauses[-1].start_s > 0.0:
        end = _end_before(pauses[-1])
    return Span(start, end)


def _start_after(pause: Span) -> float:
    return max(pause.start_s, pause.end_s - _AIR_S)


def _end_before(pause: Span) -> float:
    return min(pause.end_s, pause.start_s + _AIR_S)
