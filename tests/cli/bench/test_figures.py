"""Times of runs, and what they are summed up to."""

from __future__ import annotations

import numpy as np
import pytest

from qwentts_desktop.cli.bench import figures
from qwentts_desktop.cli.bench.figures import Run, measure, sum_up, time_run

RATE_HZ = 24_000


class Clock:
    """Stands still unless told."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(figures, "time", clock)
    return clock


def test_a_run_knows_its_first_chunk_its_first_audible_sample_and_the_time_of_each_frame(
    clock: Clock,
) -> None:
    def stream():
        clock.now += 0.010
        yield np.zeros(1_920, np.float32), RATE_HZ
        clock.now += 0.004
        loud = np.zeros(3_840, np.float32)
        loud[2_400:] = 0.5
        yield loud, RATE_HZ

    run = time_run(stream)
    assert run.first_s == pytest.approx(0.010)
    assert run.audible_s == pytest.approx(0.014 + (1_920 + 2_400) / RATE_HZ)
    assert run.frame_s == (pytest.approx(0.002),)
    assert run.audio_s == pytest.approx(0.24)
    assert run.elapsed_s == pytest.approx(0.014)


def test_silence_is_never_audible(clock: Clock) -> None:
    assert time_run(lambda: [(np.full(1_920, 0.001, np.float32), RATE_HZ)]).audible_s is None


def test_medians_are_over_the_runs_and_the_first_run_does_not_count(clock: Clock) -> None:
    waits = iter([9.0, 0.1, 0.3, 0.2])

    def stream():
        clock.now += next(waits)
        yield np.zeros(RATE_HZ, np.float32), RATE_HZ

    summed = measure(stream, 3)
    assert summed.runs == 3
    assert summed.ttfa_ms == pytest.approx(200)
    assert summed.rtf == pytest.approx(5.0)


def test_the_slowest_percent_is_over_the_chunks_of_all_runs() -> None:
    steady = Run(1.0, 0.1, 0.01, None, tuple([0.002] * 98))
    summed = sum_up([steady, Run(1.0, 0.1, 0.01, None, (0.050, 0.050))])
    assert summed.frame_ms == 2.0
    assert summed.frame_p99_ms == 50.0
