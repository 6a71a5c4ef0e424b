from __future__ import annotations

import pytest

from qwentts_desktop.checkpoints.progress import DownloadProgress, Phase, ProgressMeter


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def told() -> list[DownloadProgress]:
    return []


@pytest.fixture
def meter(told, clock) -> ProgressMeter:
    meter = ProgressMeter("model", told.append, clock)
    meter.expect(10_000)
    meter.enter(Phase.DOWNLOADING, "a.bin")
    return meter


def test_speed_and_time_left_come_from_the_last_seconds(meter, told, clock):
    for _ in range(20):
        clock.now += 0.5
        meter.arrived(100)
    assert told[-1].bytes_per_second == pytest.approx(200)
    assert told[-1].seconds_left == pytest.approx(8_000 / 200)


def test_what_was_there_already_counts_as_done_and_not_as_speed(meter, told, clock):
    clock.now += 1
    meter.found(4_000)
    assert (told[-1].done_bytes, told[-1].bytes_per_second, told[-1].seconds_left) == (4_000, 0.0, None)
    assert told[-1].fraction == 0.4


def test_it_tells_ten_times_a_second_at_most(meter, told, clock):
    before = len(told)
    for _ in range(1_000):
        clock.now += 0.001
        meter.arrived(1)
    assert 5 <= len(told) - before <= 10


def test_a_new_phase_is_told_at_once_with_its_note(meter, told):
    meter.enter(Phase.WAITING, note="The line was cut.")
    assert (told[-1].phase, told[-1].note, told[-1].file) == (Phase.WAITING, "The line was cut.", "a.bin")
    assert told[-1].bytes_per_second == 0
    meter.enter(Phase.DOWNLOADING)
    assert told[-1].note == ""


def test_after_silence_the_speed_is_none(meter, told, clock):
    for _ in range(4):
        clock.now += 0.5
        meter.arrived(100)
    clock.now += 60
    meter.arrived(1)
    assert told[-1].bytes_per_second == 0


def test_without_a_total_there_is_no_fraction():
    assert DownloadProgress("m", Phase.ASKING).fraction == 0.0
