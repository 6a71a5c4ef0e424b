"""The player on a real sound server: what its loudspeaker played is recorded and compared."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest

from qwentts_desktop.audio.devices import DeviceOutput
from qwentts_desktop.audio.events import DeviceBack, DeviceLost, Drained, SentenceHeard, Underrun
from qwentts_desktop.audio.options import PlayerOptions
from qwentts_desktop.audio.player import Player
from tests.audio.sounds import RATE_HZ, frequency_of, tone, track_of
from tests.rig.private_desktop import SINK, PrivateDesktop
from tests.rig.processes import wait_until
from tests.rig.recording import Recording

pytestmark = pytest.mark.desktop
SINK_RATE_HZ = 48_000


class SoundRig:
    """A sound server of the test's own and a player on it."""

    def __init__(self, desktop: PrivateDesktop, sink_rate_hz: int) -> None:
        self.desktop = desktop
        self.sink_rate_hz = sink_rate_hz
        self.events: list[object] = []
        self.output = DeviceOutput()
        self.output.refresh()
        self.player = Player(self.output, PlayerOptions(), self.events.append)

    def has(self, kind: type, count: int = 1) -> bool:
        return len([event for event in self.events if isinstance(event, kind)]) >= count

    def wait_for(self, kind: type, count: int = 1, limit_s: float = 15.0) -> None:
        wait_until(lambda: self.has(kind, count), f"{count} {kind.__name__}", limit_s)


@pytest.fixture(params=[SINK_RATE_HZ])
def sound_rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[SoundRig]:
    with PrivateDesktop(frozenset({"sound"}), sink_rate_hz=request.param) as desktop:
        for name in ("PULSE_SERVER", "PULSE_RUNTIME_PATH", "XDG_RUNTIME_DIR"):
            monkeypatch.setenv(name, desktop.environment[name])
        rig = SoundRig(desktop, request.param)
        try:
            yield rig
        finally:
            rig.player.close()


def recording_of(rig: SoundRig) -> Recording:
    recording = rig.desktop.record()
    wait_until(lambda: len(recording.samples()) > 0, "the recording to begin")
    return recording


def wait_until_recorded(recording: Recording, quiet_s: float = 0.4) -> None:
    wait_until(lambda: recording.quiet_seconds_at_end() > quiet_s, "silence in the recording")


def sounding(samples: np.ndarray, above: float = 0.003) -> np.ndarray:
    """From the first to the last audible sample."""
    loud = np.flatnonzero(np.abs(samples) > above)
    assert len(loud), "nothing was heard"
    return samples[loud[0] : loud[-1] + 1]


def quiet_gaps_s(samples: np.ndarray, rate_hz: int, above: float = 0.01) -> list[float]:
    """Lengths of silences over 15 ms inside a sound."""
    loud = np.flatnonzero(np.abs(samples) > above)
    steps = np.diff(loud) / rate_hz
    return [float(step) for step in steps if step > 0.015]


@pytest.mark.parametrize("sound_rig", [48_000, 44_100], indirect=True)
def test_a_sentence_is_heard_whole_to_its_last_sample(sound_rig):
    """P4: the last 40 ms are a tone of their own, so that their loss would show."""
    rate_hz = sound_rig.sink_rate_hz
    sound = np.concatenate((tone(0.8, 440), tone(0.04, 2_000)))
    with recording_of(sound_rig) as recording:
        sound_rig.player.play(track_of(sound))
        sound_rig.wait_for(Drained)
        wait_until_recorded(recording)
        heard = sounding(recording.samples())
    assert len(heard) / rate_hz == pytest.approx(0.84, abs=0.003)
    assert frequency_of(heard[-round(0.036 * rate_hz) :], rate_hz) == pytest.approx(2_000, rel=0.02)
    assert not quiet_gaps_s(heard, rate_hz)
    assert not sound_rig.has(Underrun)


def test_a_pause_leaves_nothing_out_and_repeats_nothing(sound_rig):
    with recording_of(sound_rig) as recording:
        sound_rig.player.play(track_of(tone(1.0, 440)))
        wait_until(lambda: recording.loud_seconds() > 0.3, "some sound")
        sound_rig.player.pause()
        wait_until_recorded(recording)
        place = sound_rig.player.position()
        sound_rig.player.resume()
        sound_rig.wait_for(Drained)
        wait_until_recorded(recording)
        heard = sounding(recording.samples())
    assert place is not None
    gaps = quiet_gaps_s(heard, SINK_RATE_HZ)
    assert len(gaps) == 1
    assert len(heard) / SINK_RATE_HZ - gaps[0] == pytest.approx(1.0, abs=0.01)


def test_skips_and_speeds_are_heard_as_asked_with_every_pitch_kept(sound_rig):
    """Four sentences, each a tone: the second at double speed, the third skipped, the last as it is."""
    player = sound_rig.player
    with recording_of(sound_rig) as recording:
        player.play(track_of(tone(0.5, 300), tone(2.0, 600), tone(5.0, 900), tone(0.5, 1_200)))
        sound_rig.wait_for(SentenceHeard, 2)
        player.set_speed(2.0)
        sound_rig.wait_for(SentenceHeard, 3)
        player.set_speed(1.0)
        player.seek(3)
        sound_rig.wait_for(Drained)
        wait_until_recorded(recording)
        heard = sounding(recording.samples())
    seconds = seconds_by_pitch(heard, (300, 600, 900, 1_200))
    assert seconds[300] == pytest.approx(0.5, abs=0.08)
    assert seconds[600] == pytest.approx(1.05, abs=0.12), "0.1 s was already waiting when the speed changed"
    assert seconds[900] < 0.3
    assert seconds[1_200] == pytest.approx(0.5, abs=0.08)
    assert not quiet_gaps_s(heard, SINK_RATE_HZ)


@pytest.mark.parametrize("command", ["pause", "stop"])
def test_silence_follows_a_command_within_100_ms(sound_rig, command):
    with recording_of(sound_rig) as recording:
        sound_rig.player.play(track_of(tone(20, 440)))
        wait_until(lambda: recording.loud_seconds() > 0.5, "some sound")
        before = len(recording.samples())
        getattr(sound_rig.player, command)()
        wait_until_recorded(recording)
        loud = np.flatnonzero(np.abs(recording.samples()) > 0.003)
    # The recording runs behind by its own 20 ms and the scheduler's slices.
    assert (loud[-1] - before) / SINK_RATE_HZ < 0.2


@pytest.mark.logs_warnings
def test_the_loudspeaker_is_pulled_out_and_put_back_mid_sentence(sound_rig):
    """P3: the server's only sink goes away."""
    desktop = sound_rig.desktop
    sound_rig.player.play(track_of(tone(0.5, 440), tone(2.0, 880)))
    sound_rig.wait_for(SentenceHeard, 2)
    with recording_of(sound_rig) as before:
        wait_until(lambda: before.loud_seconds() > 0.2, "some of the second sentence")
        # Without this the server would move the stream to the microphone's own sink.
        desktop.remove_sink(module_of(desktop, "micfeed"))
        desktop.remove_sink(desktop.sink_module)
    sound_rig.wait_for(DeviceLost)
    place = sound_rig.player.position()
    assert place is not None
    assert place.sentence == 1
    assert 0 < place.sample < 2 * RATE_HZ
    desktop.sink_module = desktop.add_sink()
    desktop.run("pactl", "set-default-sink", SINK)
    with recording_of(sound_rig) as after:
        sound_rig.wait_for(DeviceBack)
        sound_rig.wait_for(Drained)
        wait_until_recorded(after)
        heard = sounding(after.samples())
    rest_s = 2.0 - place.sample / RATE_HZ
    assert len(heard) / SINK_RATE_HZ == pytest.approx(rest_s, abs=0.15)
    assert frequency_of(heard, SINK_RATE_HZ) == pytest.approx(880, rel=0.01)


@pytest.mark.logs_warnings
def test_a_suspended_loudspeaker_is_noticed_and_used_again_when_it_wakes(sound_rig):
    desktop = sound_rig.desktop
    sound_rig.player.play(track_of(tone(3.0, 440)))
    with recording_of(sound_rig) as recording:
        wait_until(lambda: recording.loud_seconds() > 0.3, "some sound")
    desktop.run("pactl", "suspend-sink", SINK, "1")
    sound_rig.wait_for(DeviceLost)
    place = sound_rig.player.position()
    assert place is not None
    desktop.run("pactl", "suspend-sink", SINK, "0")
    sound_rig.wait_for(DeviceBack)
    with recording_of(sound_rig):
        sound_rig.wait_for(Drained)
    assert 0 < place.sample < 3 * RATE_HZ


def test_another_default_device_is_followed_while_speaking(sound_rig):
    """P3: headphones are plugged in and become the default."""
    desktop = sound_rig.desktop
    sound_rig.player.play(track_of(tone(2.0, 440)))
    sound_rig.wait_for(SentenceHeard)
    desktop.add_sink("headphones")
    desktop.run("pactl", "set-default-sink", "headphones")
    with Recording(desktop.environment, "headphones.monitor", SINK_RATE_HZ) as recording:
        wait_until(lambda: recording.loud_seconds() > 0.3, "sound on the headphones")
        sound_rig.wait_for(Drained)
    assert not sound_rig.has(DeviceLost)


def test_the_loudspeaker_is_pulled_out_while_another_is_there(sound_rig):
    desktop = sound_rig.desktop
    desktop.add_sink("headphones")
    sound_rig.player.play(track_of(tone(2.0, 440)))
    sound_rig.wait_for(SentenceHeard)
    with Recording(desktop.environment, "headphones.monitor", SINK_RATE_HZ) as recording:
        desktop.remove_sink(module_of(desktop, "micfeed"))
        desktop.remove_sink(desktop.sink_module)
        wait_until(lambda: recording.loud_seconds() > 0.3, "sound on the headphones")
        sound_rig.wait_for(Drained)
    assert not sound_rig.has(DeviceLost)


def test_the_device_is_free_some_seconds_after_the_end(sound_rig):
    sound_rig.player.play(track_of(tone(0.2)))
    sound_rig.wait_for(Drained)
    assert streams(sound_rig) == 1, "kept for a while, so that the next text starts sooner"
    wait_until(lambda: streams(sound_rig) == 0, "the device to be free")


def test_close_is_quick_while_the_loudspeaker_is_suspended(sound_rig):
    sound_rig.player.play(track_of(tone(5)))
    sound_rig.wait_for(SentenceHeard)
    sound_rig.desktop.run("pactl", "suspend-sink", SINK, "1")
    begin = time.monotonic()
    sound_rig.player.close()
    assert time.monotonic() - begin < 2.0


@pytest.mark.logs_warnings
def test_a_sound_server_that_dies_is_noticed_and_hangs_nothing(sound_rig):
    sound_rig.player.play(track_of(tone(20)))
    sound_rig.wait_for(SentenceHeard)
    sound_rig.desktop.run("pactl", "exit")
    sound_rig.wait_for(DeviceLost)
    assert sound_rig.player.position() is not None
    begin = time.monotonic()
    sound_rig.player.close()
    assert time.monotonic() - begin < 2.0


def test_devices_are_listed_by_name_and_an_unknown_one_is_waited_for(sound_rig):
    devices = sound_rig.player.list_devices()
    assert [device for device in devices if device.is_default]
    assert all(device.name and device.host_api for device in devices)
    labels = [device.label for device in devices]
    sound_rig.player.set_device(labels[0])
    sound_rig.player.play(track_of(tone(0.2)))
    sound_rig.wait_for(Drained)


def seconds_by_pitch(samples: np.ndarray, pitches: tuple[int, ...]) -> dict[int, float]:
    """How long each of some pitches was heard, in steps of 20 ms."""
    step = SINK_RATE_HZ // 50
    seconds = dict.fromkeys(pitches, 0.0)
    for start in range(0, len(samples) - step + 1, step):
        hertz = frequency_of(samples[start : start + step], SINK_RATE_HZ)
        nearest = min(pitches, key=lambda pitch: abs(pitch - hertz))
        if abs(nearest - hertz) < 0.05 * nearest:
            seconds[nearest] += 0.02
    return seconds


def streams(rig: SoundRig) -> int:
    """How many streams the server plays."""
    return len(rig.desktop.run("pactl", "list", "short", "sink-inputs").splitlines())


def module_of(desktop: PrivateDesktop, sink: str) -> str:
    """The number of the module that a sink came from."""
    for line in desktop.run("pactl", "list", "short", "modules").splitlines():
        if f"sink_name={sink}" in line:
            return line.split()[0]
    raise AssertionError(f"no sink {sink}")
