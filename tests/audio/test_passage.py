"""One run through a track."""

from __future__ import annotations

import numpy as np

from qwentts_desktop.audio.passage import Passage
from qwentts_desktop.audio.track import Track
from tests.audio.sounds import RATE_HZ, counting, numbers, tone, track_of


def drained(passage, frames=240, limit=10_000):
    """Take everything out of a passage as a device would; the frames and the place before each block."""
    blocks, places = [], []
    for _ in range(limit):
        passage.fill()
        position = passage.position()
        places.append((position.sentence, position.sample))
        block = np.zeros(frames, np.float32)
        taken = passage.lane.ring.read_into(block)
        blocks.append(block[:taken])
        if passage.lane.is_empty or not taken:
            break
    return np.concatenate(blocks), places


def passage_of(track, sentence=0, sample=0, rate_hz=RATE_HZ, speed=1.0):
    return Passage(track, sentence, sample, device_rate_hz=rate_hz, speed=speed)


def test_it_begins_in_the_middle_of_a_sentence_if_asked():
    heard, places = drained(passage_of(track_of(counting(1_000), counting(1_000, 2_001)), 0, 400))
    assert np.array_equal(numbers(heard), [*range(401, 1_001), *range(2_001, 3_001)])
    assert places[0] == (0, 400)


def test_only_a_short_piece_waits_in_the_lane():
    passage = passage_of(track_of(tone(10)))
    passage.fill()
    assert passage.lane.ring.available <= 0.1 * RATE_HZ


def test_places_never_go_back_at_any_speed_and_rate():
    for speed in (0.5, 1.0, 1.7, 2.5):
        for rate_hz in (24_000, 44_100):
            track = track_of(tone(0.7), tone(0), tone(0.4), pause_after_ms=70)
            _, places = drained(passage_of(track, rate_hz=rate_hz, speed=speed))
            assert places == sorted(places)
            assert places[-1][0] == 2


def test_it_ends_only_when_the_track_is_finished():
    track = Track()
    track.add_sentence()
    track.append(0, tone(0.05), RATE_HZ)
    track.complete(0)
    passage = passage_of(track)
    drained(passage)
    assert not passage.lane.is_ended
    track.add_sentence()
    track.append(1, tone(0.05), RATE_HZ)
    track.complete(1)
    track.finish()
    heard, places = drained(passage)
    assert len(heard) == 0.05 * RATE_HZ
    assert places[-1][0] == 1
    assert passage.lane.is_ended


def test_made_ahead_shrinks_as_it_is_fed_and_counts_pauses():
    passage = passage_of(track_of(tone(0.5), tone(0.5), pause_after_ms=100))
    assert passage.made_ahead() == (1_200, True)
    passage.fill()
    assert passage.made_ahead()[0] == 1_100


def test_frames_back_are_remembered_for_what_a_lost_device_had_not_played():
    passage = passage_of(track_of(tone(1)))
    for _ in range(20):
        passage.fill()
        passage.lane.ring.read_into(np.zeros(480, np.float32))
    assert passage.position().sample == 9_600
    assert passage.position(frames_back=840).sample == 8_760


def test_a_sentence_made_anew_goes_on_from_the_same_place():
    track = Track(sentence_count=1)
    track.append(0, counting(1_000), RATE_HZ)
    passage = passage_of(track)
    drained(passage)
    track.reset(0)
    track.append(0, counting(900), RATE_HZ)
    assert len(drained(passage)[0]) == 0
    track.append(0, counting(600, 901), RATE_HZ)
    heard, _ = drained(passage)
    assert numbers(heard)[0] == 1_001
