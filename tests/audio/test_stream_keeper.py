"""A stream that is kept alive."""

from __future__ import annotations

import numpy as np
import pytest

from qwentts_desktop.audio.fake_output import FakeOutput
from qwentts_desktop.audio.renderer import Renderer
from qwentts_desktop.audio.stream_keeper import StreamKeeper
from qwentts_desktop.errors import AudioError


@pytest.fixture
def output():
    return FakeOutput()


@pytest.fixture
def keeper(output):
    return StreamKeeper(output, Renderer())


def test_a_stream_runs_once_it_asked_for_sound(keeper, output):
    assert keeper.open("", 0)
    assert keeper.is_open
    assert not keeper.is_running
    output.advance(20)
    assert keeper.check()
    assert keeper.is_running
    assert not keeper.is_lost


@pytest.mark.logs_warnings
def test_a_quiet_device_has_longer_to_begin_than_to_go_on(keeper, output):
    output.is_suspended = True
    keeper.open("", 0)
    output.advance(2_000)
    assert keeper.check()
    output.is_suspended = False
    output.advance(20)
    assert keeper.check()
    output.is_suspended = True
    output.advance(1_100)
    assert not keeper.check()


@pytest.mark.logs_warnings
def test_a_loss_is_told_once_in_the_log_and_tried_again_twice_a_second(keeper, output, caplog):
    output.unplug()
    attempts = 0
    real_open = output.open

    def counted(device, rate_hz):
        nonlocal attempts
        attempts += 1
        return real_open(device, rate_hz)

    output.open = counted
    for _ in range(50):
        assert not keeper.open("", 0)
        output.advance(100)
    assert 8 <= attempts <= 12, "at most two a second; the first looks twice"
    assert len([record for record in caplog.records if record.levelname == "WARNING"]) == 1
    output.plug()
    output.advance(500)
    assert keeper.open("", 0)
    assert not keeper.recovered(), "opened is not yet heard"
    output.advance(20)
    keeper.check()
    assert keeper.recovered()
    assert not keeper.recovered()


def test_a_device_that_came_since_the_list_was_made_is_found_at_once(keeper, output):
    output.devices = []
    refresh = output.refresh

    def refresh_and_find():
        refresh()
        output.plug("Headphones")

    output.refresh = refresh_and_find
    assert keeper.open("Headphones", 0)


def test_a_stream_that_cannot_start_is_not_left_open(keeper, output, caplog):
    caplog.set_level("CRITICAL")
    stream = output.open("", 24_000)

    def refuse(_render):
        raise AudioError("no")

    stream.start = refuse
    output.open = lambda _device, _rate: stream
    assert not keeper.open("", 0)
    assert stream.is_aborted
    assert keeper.problem == "no"


def test_resting_frees_the_device_and_looks_for_new_ones(keeper, output):
    keeper.open("", 0)
    keeper.rest()
    assert output.stream is None
    assert output.refreshes == 1
    keeper.open("", 0)
    assert output.refreshes == 1, "no time is lost at the key press"


def test_wake_silence_is_counted_in_the_streams_own_rate(output):
    renderer = Renderer()
    output.plug(rate_hz=48_000)
    StreamKeeper(output, renderer).open("", 100)
    block = np.ones(4_800, np.float32)
    renderer.render(block)
    assert not block.any()
