"""The player on an output without a sound card."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from qwentts_desktop.audio.events import (
    DeviceBack,
    DeviceLost,
    Drained,
    FirstSampleOut,
    SentenceHeard,
    Starved,
    Underrun,
)
from qwentts_desktop.audio.fake_output import FakeOutput
from qwentts_desktop.audio.options import PlayerOptions
from qwentts_desktop.audio.player import Player
from qwentts_desktop.audio.track import Track
from tests.audio.conftest import PlayerRig
from tests.audio.sounds import (
    RATE_HZ,
    counting,
    frequency_of,
    largest_jump,
    numbers,
    steepest,
    tone,
    track_of,
)

FADE = 120  # frames of the player's fade at 24 kHz


def test_every_sample_is_played_once_and_in_order(rig):
    rig.player.play(track_of(counting(10_000), counting(10_000, start=10_001)))
    heard = numbers(rig.advance(1_000))
    heard = heard[np.argmax(heard == 1_000) - 999 :]
    assert np.array_equal(heard[FADE:20_000], np.arange(FADE + 1, 20_001))
    assert not heard[20_000:].any()


def test_sentences_are_told_as_they_begin_and_the_end_once(rig):
    track = track_of(tone(0.3), tone(0.3), tone(0.3), pause_after_ms=100)
    rig.player.play(track)
    rig.advance(350)
    assert [event.index for event in rig.told(SentenceHeard)] == [0]
    rig.advance(100)
    assert [event.index for event in rig.told(SentenceHeard)] == [0, 1]
    rig.advance(2_000)
    assert [event.index for event in rig.told(SentenceHeard)] == [0, 1, 2]
    assert [event.track for event in rig.told(Drained)] == [track]
    assert len(rig.told(FirstSampleOut)) == 1
    assert rig.player.position() is None


def test_the_end_is_told_only_after_the_device_has_played_it():
    rig = PlayerRig(latency_s=0.1)
    rig.player.play(track_of(tone(0.2)))
    rig.advance(220)
    assert not rig.told(Drained)
    rig.advance(120)
    assert rig.told(Drained)
    rig.player.close()


def test_silence_follows_the_end_before_the_stream_is_closed(rig):
    rig.player.play(track_of(tone(0.2)))
    rig.advance(3_000)
    assert rig.output.stream is not None
    rig.advance(4_000)
    assert rig.output.stream is None
    heard = rig.output.played()
    last_sound = np.flatnonzero(np.abs(heard) > 1e-4)[-1]
    assert len(heard) - last_sound > 0.25 * RATE_HZ


def test_pauses_between_sentences_have_their_length(rig):
    loud = np.full(2_400, 0.5, np.float32)
    rig.player.play(track_of(loud, loud, pause_after_ms=250))
    heard = rig.advance(1_000)
    sound = np.flatnonzero(heard)
    gaps = np.diff(sound)
    assert gaps.max() - 1 == 0.25 * RATE_HZ


def test_a_pause_of_ten_minutes_goes_on_with_the_next_sample(rig):
    rig.player.play(track_of(counting(24_000)))
    before = numbers(rig.advance(300))
    place = rig.place()
    rig.player.pause()
    fading = numbers(rig.advance(20))
    assert place[1] + FADE == rig.place()[1]
    assert not rig.advance(600_000).any()
    assert rig.output.stream is None, "the device is free meanwhile"
    held = rig.place()
    rig.player.resume()
    after = numbers(rig.advance(300))
    assert before.max() == place[1]
    assert not fading[FADE:].any()
    first_exact = np.flatnonzero(after == held[1] + FADE + 1)
    assert len(first_exact) == 1
    assert first_exact[0] == np.flatnonzero(after)[0] + FADE, (
        "the fade-in covers exactly the samples held back"
    )


def test_stop_is_silent_within_a_block_and_tells_nothing_more(rig):
    rig.player.play(track_of(tone(5)))
    rig.advance(300)
    rig.player.stop()
    tail = rig.advance(1_000)
    assert not tail[FADE:].any()
    assert not rig.told(Drained)
    assert rig.player.position() is None


@pytest.mark.parametrize("command", ["pause", "stop", "seek", "play", "volume", "speed", "resume"])
def test_no_command_clicks(rig, command):
    hertz = 150.0
    track = track_of(tone(3, hertz), tone(3, hertz))
    rig.player.play(track)
    rig.advance(333)
    commands = {
        "pause": rig.player.pause,
        "stop": rig.player.stop,
        "seek": lambda: rig.player.seek(1),
        "play": lambda: rig.player.play(track_of(tone(1, hertz))),
        "volume": lambda: rig.player.set_volume(0.2),
        "speed": lambda: rig.player.set_speed(1.7),
        "resume": lambda: (rig.player.pause(), rig.player.settle(), rig.player.resume()),
    }
    commands[command]()
    rig.advance(500)
    rig.player.resume()
    rig.advance(500)
    fade_slope = 0.5 / FADE
    assert largest_jump(rig.output.played()) < 1.3 * steepest(hertz, RATE_HZ) + fade_slope


def test_seek_goes_to_the_start_of_the_sentence_at_once(rig):
    rig.player.play(track_of(tone(5, 200), tone(5, 400), tone(5, 800)))
    rig.advance(500)
    rig.player.seek(2)
    heard = rig.advance(500)[480:]
    assert frequency_of(heard, RATE_HZ) == pytest.approx(800, abs=5)
    rig.player.seek(0)
    heard = rig.advance(500)[480:]
    assert frequency_of(heard, RATE_HZ) == pytest.approx(200, abs=5)
    assert [event.index for event in rig.told(SentenceHeard)] == [0, 2, 0]


def test_seek_in_a_pause_moves_and_stays_paused(rig):
    rig.player.play(track_of(tone(2), tone(2)))
    rig.advance(500)
    rig.player.pause()
    rig.advance(100)
    rig.player.seek(1)
    assert not rig.advance(1_000).any()
    assert rig.place() == (1, 0)
    rig.player.resume()
    assert rig.advance(100).any()


def test_seek_to_a_sentence_that_is_not_made_waits_for_it(rig):
    track = Track()
    for _ in range(3):
        track.add_sentence()
    track.append(0, tone(1), RATE_HZ)
    rig.player.play(track)
    rig.advance(100)
    rig.player.seek(2)
    rig.advance(50)
    assert not rig.advance(500).any()
    track.append(2, tone(1), RATE_HZ)
    assert rig.advance(100).any()


def test_playing_another_track_replaces_the_first(rig):
    rig.player.play(track_of(tone(5, 200)))
    rig.advance(300)
    other = track_of(tone(1, 600))
    rig.player.play(other)
    heard = rig.advance(300)[480:]
    assert frequency_of(heard, RATE_HZ) == pytest.approx(600, abs=5)
    rig.advance(2_000)
    assert [event.track for event in rig.told(Drained)] == [other]


def test_nothing_is_played_before_the_cushion_is_full(rig):
    rig.player.set_cushion(200)
    track = Track(sentence_count=1)
    rig.player.play(track)
    track.append(0, tone(0.15), RATE_HZ)
    assert not rig.advance(300).any()
    track.append(0, tone(0.15), RATE_HZ)
    assert rig.advance(20).any()


def test_a_short_text_does_not_wait_for_the_cushion(rig):
    rig.player.set_cushion(2_000)
    rig.player.play(track_of(tone(0.1)))
    assert rig.advance(20).any()


def test_starving_is_told_fades_out_and_grows_the_cushion(rig):
    track = Track(sentence_count=1)
    rig.player.play(track)
    track.append(0, tone(0.3), RATE_HZ)
    rig.advance(600)
    assert [event.track for event in rig.told(Starved)] == [track]
    track.append(0, tone(0.5), RATE_HZ)
    assert not rig.advance(200).any(), "80 ms were too little, so 500 ms may be too"
    track.append(0, tone(0.5), RATE_HZ)
    assert rig.advance(50).any()
    assert largest_jump(rig.output.played()) < 2 * steepest(220, RATE_HZ) + 0.5 / FADE


def test_an_engine_that_stalls_starves_the_player_once_at_most(rig):
    """P1: stalls of 300 ms at random, an engine twice as fast as speech otherwise."""
    random = np.random.default_rng(7)
    track = Track(sentence_count=1)
    rig.player.play(track)
    made = 0
    while made < 60 * RATE_HZ:
        if random.random() < 0.06:
            rig.advance(300)
        track.append(0, counting(1_920, start=made % 20_000), RATE_HZ)
        made += 1_920
        rig.advance(40)
    assert len(rig.told(Starved)) <= 1
    assert not rig.told(Underrun)


def test_sound_never_repeats_after_starving(rig):
    track = Track(sentence_count=1)
    rig.player.play(track)
    heard = []
    for start in range(1, 20_000, 2_000):
        track.append(0, counting(2_000, start), RATE_HZ)
        heard.append(rig.advance(500))
    track.complete(0)
    heard.append(rig.advance(1_000))
    loud = numbers(np.concatenate(heard))
    exact = loud[np.isin(loud, np.arange(1, 20_001))]
    assert rig.told(Starved)
    assert exact.max() == 20_000
    assert rig.told(Drained)


def test_a_text_without_sound_ends(rig):
    rig.player.play(track_of())
    rig.advance(100)
    assert len(rig.told(Drained)) == 1
    rig.player.play(track_of(tone(0), tone(0)))
    rig.advance(100)
    assert len(rig.told(Drained)) == 2


def test_volume_is_heard_at_once_and_silence_still_moves(rig):
    rig.player.play(track_of(np.full(72_000, 0.5, np.float32)))
    rig.advance(200)
    rig.player.set_volume(0.5)
    assert rig.advance(100)[-1] == pytest.approx(0.25)
    rig.player.set_volume(0.0)
    before = rig.place()
    assert np.abs(rig.advance(100)[-1]) < 1e-5
    assert rig.place() > before


@pytest.mark.parametrize("speed", [0.5, 0.75, 1.5, 2.0, 2.5])
def test_speed_keeps_pitch_and_position_follows(rig, speed):
    """P5."""
    rig.player.play(track_of(tone(10, 220)))
    rig.player.set_speed(speed)
    rig.advance(200)
    before = rig.place()[1]
    heard = rig.advance(1_000)
    moved = (rig.place()[1] - before) / RATE_HZ
    assert moved == pytest.approx(speed, abs=0.03)
    assert frequency_of(heard, RATE_HZ) == pytest.approx(220, abs=2)


def test_speed_changes_while_playing_within_100_ms(rig):
    rig.player.play(track_of(tone(10)))
    rig.advance(500)
    rig.player.set_speed(2.0)
    rig.advance(110)
    before = rig.place()[1]
    rig.advance(500)
    assert (rig.place()[1] - before) / RATE_HZ == pytest.approx(1.0, abs=0.03)


def test_other_rates_are_resampled_and_positions_stay_in_source_samples(rig_44k):
    rig_44k.player.play(track_of(tone(1, 300), tone(1, 300)))
    heard = rig_44k.advance(500)
    assert frequency_of(heard, 44_100) == pytest.approx(300, abs=3)
    assert rig_44k.place() == (0, 12_000)
    rig_44k.advance(1_000)
    assert rig_44k.place() == (1, 12_000)
    heard = rig_44k.advance(1_000)
    assert rig_44k.told(Drained)
    sound = np.flatnonzero(np.abs(rig_44k.output.played()) > 0.01)
    assert sound[-1] - sound[0] == pytest.approx(2 * 44_100, abs=100), "nothing cut, nothing added"


def test_sentences_may_differ_in_rate(rig):
    track = Track(sentence_count=2)
    track.append(0, tone(1, 300, rate_hz=22_050), 22_050)
    track.append(1, tone(1, 300, rate_hz=16_000), 16_000)
    track.complete(0)
    track.complete(1)
    rig.player.play(track)
    rig.advance(500)
    assert rig.place() == (0, pytest.approx(11_025, abs=2))
    heard = rig.advance(1_000)
    assert rig.place() == (1, pytest.approx(8_000, abs=2))
    assert frequency_of(heard[12_500:], RATE_HZ) == pytest.approx(300, abs=3)
    rig.advance(1_000)
    assert rig.told(Drained)


@pytest.mark.logs_warnings
def test_a_device_that_goes_away_and_comes_back_goes_on_where_it_was(rig):
    """P3."""
    rig.player.play(track_of(counting(20_000)))
    before = numbers(rig.advance(300)).max()
    rig.output.unplug()
    rig.advance(2_000)
    lost = rig.told(DeviceLost)
    assert len(lost) == 1
    assert "goes on when a device is back" in lost[0].message
    assert rig.place() == (0, before)
    rig.output.plug("Headphones")
    after = numbers(rig.advance(1_500))
    assert [event.name for event in rig.told(DeviceBack)] == ["Headphones"]
    exact = after[after > before + FADE]
    assert np.array_equal(exact, np.arange(before + FADE + 1, 20_001))


@pytest.mark.logs_warnings
def test_what_the_lost_device_had_not_played_yet_is_played_again():
    rig = PlayerRig(latency_s=0.05)
    rig.player.play(track_of(counting(20_000)))
    rig.advance(300)
    place = rig.place()
    rig.output.unplug()
    rig.advance(100)
    assert rig.place() == (0, place[1] - round(0.05 * RATE_HZ))
    rig.player.close()


@pytest.mark.logs_warnings
def test_a_device_that_stands_still_is_given_up_and_tried_again(rig):
    rig.player.play(track_of(counting(20_000)))
    before = numbers(rig.advance(300)).max()
    rig.output.is_suspended = True
    first = rig.output.stream
    rig.advance(5_000)
    assert first.is_aborted
    assert len(rig.told(DeviceLost)) == 1
    assert not rig.told(DeviceBack)
    rig.output.is_suspended = False
    after = numbers(rig.advance(4_000))
    assert len(rig.told(DeviceBack)) == 1
    exact = after[after > before + FADE]
    assert np.array_equal(exact, np.arange(before + FADE + 1, 20_001))


@pytest.mark.logs_warnings
def test_a_device_that_changes_during_a_pause_is_no_loss_and_costs_no_sample(rig):
    rig.player.play(track_of(counting(20_000)))
    rig.advance(300)
    rig.player.pause()
    rig.advance(1_000)
    held = rig.place()
    rig.output.unplug()
    rig.advance(100)
    rig.output.plug("Headphones")
    assert rig.place() == held
    rig.player.resume()
    after = numbers(rig.advance(1_000))
    exact = after[after > held[1] + FADE]
    assert np.array_equal(exact, np.arange(held[1] + FADE + 1, 20_001))
    assert not rig.told(DeviceLost)


@pytest.mark.logs_warnings
def test_stop_and_close_work_while_the_device_is_gone(rig):
    rig.player.play(track_of(tone(2)))
    rig.advance(100)
    rig.output.unplug()
    rig.advance(1_000)
    rig.player.stop()
    rig.advance(1_000)
    assert rig.player.position() is None
    rig.output.plug()
    rig.player.play(track_of(tone(0.5)))
    rig.advance(1_000)
    assert len(rig.told(Drained)) == 1


def test_another_device_takes_over_where_the_first_was(rig):
    rig.player.play(track_of(counting(20_000)))
    rig.advance(300)
    rig.output.plug("Headphones", rate_hz=24_000)
    rig.player.set_device("Headphones (Fake)")
    after = numbers(rig.advance(1_000))
    assert rig.output.streams[-1].device_name == "Headphones"
    assert after.max() == 20_000
    assert rig.told(Drained)
    assert not rig.told(DeviceLost)


def test_a_device_of_another_rate_keeps_the_position(rig):
    rig.player.play(track_of(tone(2, 300)))
    rig.advance(500)
    place = rig.place()
    rig.output.plug("Headphones", rate_hz=48_000)
    rig.player.set_device("Headphones")
    rig.player.settle()
    assert rig.place()[1] == pytest.approx(place[1], abs=FADE + 1)
    heard = rig.advance(500)
    assert frequency_of(heard, 48_000) == pytest.approx(300, abs=3)


@pytest.mark.logs_warnings
def test_the_chosen_device_is_waited_for_and_not_replaced_by_the_loudspeaker():
    rig = PlayerRig(device="Headphones")
    rig.player.play(track_of(tone(1)))
    assert not len(rig.advance(1_000))
    assert len(rig.told(DeviceLost)) == 1
    rig.output.plug("Headphones")
    assert rig.advance(1_000).any()
    rig.player.close()


def test_a_device_that_was_asleep_gets_silence_first():
    rig = PlayerRig(wake_silence_ms=300)
    rig.player.play(track_of(tone(0.5)))
    assert not rig.advance(300).any()
    assert rig.advance(50).any()
    rig.advance(1_000)
    rig.player.play(track_of(tone(0.5)))
    assert rig.advance(50).any(), "no silence while the device is awake"
    rig.player.close()


def test_commands_before_anything_plays_do_nothing(rig):
    rig.player.pause()
    rig.player.resume()
    rig.player.seek(3)
    rig.player.stop()
    rig.player.set_speed(2.0)
    rig.advance(100)
    assert not rig.events
    assert rig.output.stream is None, "no device is taken for nothing"


def test_close_ends_the_thread_and_frees_the_device(rig):
    rig.player.play(track_of(tone(5)))
    rig.advance(200)
    rig.player.close()
    assert rig.output.stream is None
    assert "player" not in [thread.name for thread in threading.enumerate()]
    rig.player.close()
    rig.player.stop()


@pytest.mark.logs_warnings
def test_a_fault_of_a_listener_gives_up_the_track_and_not_the_player():
    output = FakeOutput()
    told = []

    def listener(event):
        told.append(event)
        if isinstance(event, SentenceHeard) and len(told) < 4:
            raise RuntimeError("listener")

    player = Player(output, PlayerOptions(), listener)
    player.play(track_of(tone(1)))
    output.advance(100, player.settle)
    assert isinstance(told[-1], Drained)
    player.play(track_of(tone(0.1)))
    output.advance(1_000, player.settle)
    assert isinstance(told[-1], Drained)
    assert len([event for event in told if isinstance(event, Drained)]) == 2
    player.close()
