from __future__ import annotations

import subprocess

import numpy as np
import pytest

from qwentts_desktop.audio.devices import DeviceOutput
from qwentts_desktop.audio.fake_input import FakeInput
from qwentts_desktop.audio.input_devices import DeviceInput
from qwentts_desktop.audio.recorder import LONGEST_S, Recorder
from qwentts_desktop.errors import AudioError
from tests.audio.sounds import frequency_of
from tests.rig.private_desktop import PrivateDesktop
from tests.rig.processes import wait_until

RATE_HZ = 48_000


def tone(seconds, level=0.5, hertz=440.0):
    return (level * np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE_HZ)) / RATE_HZ)).astype(
        np.float32
    )


@pytest.fixture
def microphone():
    return FakeInput()


@pytest.fixture
def recorder(microphone):
    recorder = Recorder(microphone)
    yield recorder
    recorder.close()


def test_what_is_heard_before_and_after_a_take_is_not_in_it(recorder, microphone):
    recorder.open()
    microphone.hear(tone(0.3, hertz=200))
    recorder.begin()
    microphone.hear(tone(1.0))
    take = recorder.finish()
    microphone.hear(tone(0.3, hertz=200))
    assert take.sample_rate_hz == RATE_HZ
    np.testing.assert_array_equal(take.samples, tone(1.0))
    assert recorder.seconds == 0


def test_a_second_take_replaces_the_first(recorder, microphone):
    recorder.open()
    recorder.begin()
    microphone.hear(tone(0.5))
    recorder.begin()
    microphone.hear(tone(0.2))
    assert recorder.finish().seconds == pytest.approx(0.2)


def test_the_meter_moves_before_anything_is_kept_and_falls_slowly(recorder, microphone):
    recorder.open()
    microphone.hear(tone(0.1, 0.5))
    assert recorder.level.peak == pytest.approx(0.5, abs=0.01)
    microphone.hear(tone(0.02, 0.0))
    assert 0.3 < recorder.level.peak < 0.5
    microphone.hear(tone(1.0, 0.0))
    assert recorder.level.peak < 0.01
    assert not recorder.level.has_clipped


def test_a_take_that_clips_is_told_until_the_next_begins(recorder, microphone):
    recorder.open()
    recorder.begin()
    microphone.hear(tone(0.1, 1.0))
    microphone.hear(tone(0.5, 0.1))
    assert recorder.level.has_clipped
    recorder.begin()
    assert not recorder.level.has_clipped


def test_it_keeps_a_minute_and_no_more(recorder, microphone):
    recorder.open()
    recorder.begin()
    microphone.hear(np.zeros(round((LONGEST_S + 5) * RATE_HZ), np.float32), block=RATE_HZ)
    assert recorder.is_full
    assert recorder.finish().seconds == pytest.approx(LONGEST_S)


def test_a_microphone_that_is_pulled_out_is_noticed_and_the_take_is_kept(recorder, microphone):
    recorder.open()
    recorder.begin()
    microphone.hear(tone(0.5))
    assert not recorder.is_lost
    microphone.unplug()
    assert recorder.is_lost
    assert recorder.finish().seconds == pytest.approx(0.5)


@pytest.mark.parametrize("act", [Recorder.begin, Recorder.finish])
def test_without_a_microphone_it_says_what_to_do(recorder, act):
    with pytest.raises(AudioError, match="microphone"):
        act(recorder)


def test_another_microphone_frees_the_one_before(recorder, microphone):
    recorder.open()
    recorder.open("Microphone (Fake)")
    assert [stream.is_closed for stream in microphone.streams] == [True, False]
    with pytest.raises(AudioError):
        recorder.open("Another")
    assert not recorder.is_open


@pytest.fixture
def sound_server(monkeypatch):
    with PrivateDesktop(frozenset({"sound"})) as desktop:
        for name in ("PULSE_SERVER", "PULSE_RUNTIME_PATH", "XDG_RUNTIME_DIR"):
            monkeypatch.setenv(name, desktop.environment[name])
        yield desktop


@pytest.mark.desktop
def test_a_real_microphone_is_recorded_at_its_own_rate_and_the_device_freed(sound_server):
    output = DeviceOutput()
    output.refresh()
    recorder = Recorder(DeviceInput(output))
    assert any(device.is_default for device in recorder.devices())
    recorder.open()
    recorder.begin()
    feed = [
        "pacat",
        "-p",
        "-d",
        "micfeed",
        "--raw",
        "--format=float32le",
        f"--rate={RATE_HZ}",
        "--channels=1",
    ]
    subprocess.run(feed, input=tone(1.5).tobytes(), env=sound_server.environment, check=True, timeout=20)
    output.refresh()  # must not end what is being recorded
    wait_until(lambda: recorder.seconds > 1.5, "the sound")
    take = recorder.finish()
    recorder.close()
    loud = np.flatnonzero(np.abs(take.samples) > 0.2)
    heard = take.samples[loud[0] : loud[-1]]
    assert len(heard) / take.sample_rate_hz > 1.0
    assert frequency_of(heard, take.sample_rate_hz) == pytest.approx(440, rel=0.02)
    recorders = sound_server.run("pactl", "list", "short", "source-outputs").splitlines()
    assert [line for line in recorders if "protocol-native" in line] == []
