from __future__ import annotations

import pytest

from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.hub_failures import TemporaryError
from qwentts_desktop.checkpoints.patience import Patience, TimeLimits
from qwentts_desktop.checkpoints.progress import DownloadProgress, Phase, ProgressMeter
from qwentts_desktop.errors import DownloadCancelledError, DownloadError

LIMITS = TimeLimits(read_s=8.0, patience_s=20.0, first_wait_s=0.5)
CUT = TemporaryError("the connection to the hub was lost")


class Clockwork(DownloadControl):
    """A clock that waiting moves, so that nothing is waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.waits: list[float] = []

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.waits.append(seconds)
        self.check()


@pytest.fixture
def clockwork() -> Clockwork:
    return Clockwork()


@pytest.fixture
def told() -> list[DownloadProgress]:
    return []


@pytest.fixture
def patience(clockwork: Clockwork, told: list[DownloadProgress]) -> Patience:
    return Patience(LIMITS, clockwork, ProgressMeter("model", told.append), lambda: clockwork.now)


def bear_to_the_end(patience: Patience, error: TemporaryError) -> DownloadError:
    while True:
        try:
            patience.bear(error)
        except DownloadError as given_up:
            return given_up


def test_it_waits_longer_each_time_and_tells_within_twenty_seconds(patience, clockwork):
    given_up = bear_to_the_end(patience, CUT)
    assert clockwork.waits == [0.5, 1.0, 2.0, 4.0, 8.0]
    assert clockwork.now <= 20
    assert "the connection to the hub was lost" in given_up.message


def test_each_wait_is_told_with_its_reason(patience, told):
    patience.bear(CUT)
    assert told[-1].phase is Phase.WAITING
    assert told[-1].note == "The connection to the hub was lost. Trying again."


def test_bytes_that_arrive_restore_it(patience, clockwork):
    for _ in range(50):
        patience.bear(CUT)
        patience.restore()
    assert set(clockwork.waits) == {0.5}


def test_a_question_may_take_what_is_left_of_it(patience, clockwork):
    assert patience.read_s == 8.0
    clockwork.now = 15.0
    assert patience.read_s == 5.0
    clockwork.now = 100.0
    assert 0 < patience.read_s < 1


def test_a_hub_that_asks_to_wait_is_obeyed(patience, clockwork):
    patience.bear(TemporaryError("the hub asks to wait", 12.0))
    assert clockwork.waits == [12.0]


def test_a_pause_costs_no_patience(patience, clockwork):
    clockwork.pause()
    patience.bear(CUT)
    assert clockwork.waits == []


def test_a_cancel_is_no_failure_of_the_hub(patience, clockwork):
    clockwork.now = 100.0
    clockwork.cancel()
    with pytest.raises(DownloadCancelledError):
        patience.bear(CUT)
