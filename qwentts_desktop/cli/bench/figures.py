"""What is measured and how it is summed up: medians over several runs. No engine, no torch."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from qwentts_desktop.speech.chunk import Samples

AUDIBLE = 0.01
"""-40 dBFS: the first sample above it counts as heard."""

Stream = Callable[[], Iterable[tuple[Samples, int]]]
"""Starts one run: chunks of samples, and their rate in Hz."""


@dataclass(frozen=True)
class Run:
    """One text spoken once: wall time and what came when, in seconds since the request.

    Attributes:
        audio_s: seconds of sound. elapsed_s: until the last chunk.
        first_s: until the first chunk. audible_s: until the chunk with the first sample above -40 dBFS, plus
            that sample's place in it; None where all was quieter.
        frame_s: of each chunk but the first, seconds it took for each of its frames (80 ms of sound).
    """

    audio_s: float
    elapsed_s: float
    first_s: float
    audible_s: float | None
    frame_s: tuple[float, ...]


@dataclass(frozen=True)
class Figures:
    """Medians over runs; `rtf` is seconds of sound made in a second."""

    rtf: float
    ttfa_ms: float
    audible_ttfa_ms: float | None
    frame_ms: float
    frame_p99_ms: float
    audio_s: float
    runs: int
    rtf_all: list[float] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """For the results file."""
        return asdict(self)


def time_run(stream: Stream) -> Run:
    """Speak once and note the times."""
    began = last = time.perf_counter()
    first_s, audible_s, made, frames = 0.0, None, 0, []
    rate_hz = 24_000
    for samples, rate_hz in stream():
        now = time.perf_counter()
        if made == 0:
            first_s = now - began
        elif len(samples):
            frames.append((now - last) / (len(samples) / (0.08 * rate_hz)))
        if audible_s is None and len(loud := np.flatnonzero(np.abs(samples) > AUDIBLE)):
            audible_s = now - began + (made + int(loud[0])) / rate_hz
        made, last = made + len(samples), now
    return Run(made / rate_hz, time.perf_counter() - began, first_s, audible_s, tuple(frames))


def sum_up(runs: Sequence[Run]) -> Figures:
    """Medians over these runs; the 99th percentile is over the chunks of all of them."""
    frames = sorted(frame for run in runs for frame in run.frame_s) or [0.0]
    rtfs = [run.audio_s / run.elapsed_s for run in runs]
    heard = [run.audible_s for run in runs if run.audible_s is not None]
    return Figures(
        rtf=round(statistics.median(rtfs), 2),
        ttfa_ms=round(statistics.median(run.first_s for run in runs) * 1000, 1),
        audible_ttfa_ms=round(statistics.median(heard) * 1000, 1) if heard else None,
        frame_ms=round(statistics.median(frames) * 1000, 3),
        frame_p99_ms=round(frames[min(int(len(frames) * 0.99), len(frames) - 1)] * 1000, 3),
        audio_s=round(statistics.median(run.audio_s for run in runs), 2),
        runs=len(runs),
        rtf_all=[round(rtf, 2) for rtf in rtfs],
    )


def measure(stream: Stream, runs: int) -> Figures:
    """One run that does not count, then so many that do."""
    time_run(stream)
    return sum_up([time_run(stream) for _ in range(runs)])
