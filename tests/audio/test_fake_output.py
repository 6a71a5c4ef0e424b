"""The output for tests keeps to what the player may expect of a real one."""

from __future__ import annotations

import pytest

from qwentts_desktop.audio.events import Drained
from qwentts_desktop.audio.fake_output import FakeOutput, Pump
from qwentts_desktop.errors import AudioError
from tests.audio.sounds import tone, track_of
from tests.rig.processes import wait_until


def test_time_moves_by_hand_only():
    output = FakeOutput()
    assert output.now_s() == 0
    output.advance(1_000)
    assert output.now_s() == pytest.approx(1.0)


def test_a_device_that_is_not_there_is_an_error():
    output = FakeOutput()
    output.unplug()
    with pytest.raises(AudioError):
        output.open("", 24_000)


def test_a_pump_plays_to_the_end_by_itself(rig):
    with Pump(rig.output, rig.player.settle):
        rig.player.play(track_of(tone(3)))
        wait_until(lambda: bool(rig.told(Drained)), "the end")
    assert len(rig.output.played()) >= 72_000
