"""The made sound of one utterance."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.audio.track import Track, to_float, to_pcm16
from tests.audio.sounds import counting, numbers, tone, track_of


def test_sound_is_read_back_from_any_place():
    track = Track(sentence_count=1)
    track.append(0, counting(100), 24_000)
    track.append(0, counting(100, start=101), 24_000)
    assert np.array_equal(numbers(track.read(0, 90, 20)), np.arange(91, 111))
    assert len(track.read(0, 190, 50)) == 10
    assert len(track.read(0, 500, 50)) == 0


@given(st.lists(st.integers(-32_768, 32_767), max_size=50))
def test_sixteen_bits_survive_the_way_through_floats(values):
    pcm = np.array(values, np.int16)
    assert np.array_equal(to_pcm16(to_float(pcm)), pcm)


def test_sound_beyond_full_scale_is_clipped_and_does_not_wrap():
    assert to_pcm16(np.array([1.5, -1.5], np.float32)).tolist() == [32_767, -32_768]


def test_a_sentence_is_complete_only_when_said_so():
    track = Track()
    sentence = track.add_sentence()
    track.append(sentence, tone(0.1), 24_000)
    assert not track.is_complete(sentence)
    track.complete(sentence)
    assert track.is_complete(sentence)
    with pytest.raises(ValueError, match="complete"):
        track.append(sentence, tone(0.1), 24_000)


def test_reset_makes_a_sentence_unmade():
    track = track_of(tone(0.1), tone(0.1))
    assert track.first_unmade() is None
    track.reset(1)
    assert track.first_unmade() == 1
    assert track.duration_ms(1) == 0
    track.append(1, tone(0.2), 48_000)


def test_the_rate_may_not_change_within_a_sentence():
    track = Track(sentence_count=1)
    track.append(0, tone(0.1), 24_000)
    with pytest.raises(ValueError, match="rate"):
        track.append(0, tone(0.1), 22_050)


def test_made_ahead_counts_what_plays_without_a_gap():
    track = Track()
    for _ in range(3):
        track.add_sentence(pause_after_ms=200)
    track.append(0, tone(1), 24_000)
    track.append(1, tone(1), 24_000)
    assert track.made_ahead_ms(0) == 1_000
    track.complete(0)
    assert track.made_ahead_ms(0) == 2_200
    assert track.made_from(0, 12_000) == (1_700, False)
    track.complete(1)
    track.complete(2)
    assert not track.made_from(0, 0)[1], "more may be added"
    track.finish()
    assert track.made_from(0, 0) == (2_600, True)


def test_memory_is_bounded_and_what_is_near_stays():
    one_second = 2 * 24_000
    track = Track(max_bytes=5 * one_second)
    for index in range(20):
        track.add_sentence()
        track.set_focus(index)
        track.append(index, tone(1), 24_000)
        track.complete(index)
    made = [index for index in range(20) if track.is_complete(index)]
    assert 19 in made
    assert 18 in made
    assert len(made) <= 6
    assert track.first_unmade() == 0
    track.set_focus(0)
    track.append(0, tone(1), 24_000)
    track.complete(0)
    track.append(1, tone(1), 24_000)
    assert track.is_complete(0)


def test_a_sentence_under_way_is_never_dropped():
    track = Track(max_bytes=1_000)
    track.add_sentence()
    for _ in range(5):
        track.append(0, tone(1), 24_000)
    assert track.duration_ms(0) == 5_000


def test_listeners_hear_every_change_until_they_leave():
    track = Track()
    changes = []
    leave = track.subscribe(lambda: changes.append(1))
    track.add_sentence()
    track.append(0, tone(0.1), 24_000)
    track.complete(0)
    track.finish()
    assert len(changes) == 4
    leave()
    leave()
    track.reset(0)
    assert len(changes) == 4


def test_a_listener_may_ask_the_track():
    track = Track()
    seen = []
    track.subscribe(lambda: seen.append(track.sentence_count))
    track.add_sentence()
    assert seen == [1]


def test_writing_and_reading_threads_do_not_disturb_each_other():
    track = Track(sentence_count=1)
    blocks = 300

    def make():
        for block in range(blocks):
            track.append(0, counting(100, start=100 * block), 24_000)
        track.complete(0)

    maker = threading.Thread(target=make)
    maker.start()
    position = 0
    while position < 100 * blocks:
        samples = track.read(0, position, 70)
        assert np.array_equal(numbers(samples), np.arange(position, position + len(samples)))
        position += len(samples)
    maker.join()
