"""What the player's thread does, step by step, without the thread."""

from __future__ import annotations

import numpy as np
import pytest

from qwentts_desktop.audio.deck import Deck
from qwentts_desktop.audio.events import Drained, SentenceHeard, Underrun
from qwentts_desktop.audio.fake_output import FakeOutput
from qwentts_desktop.audio.options import PlayerOptions
from qwentts_desktop.audio.track import Track
from tests.audio.sounds import RATE_HZ, tone, track_of


class DeckRig:
    def __init__(self, **options):
        self.output = FakeOutput()
        self.events = []
        self.wakes = 0
        self.deck = Deck(self.output, PlayerOptions(**options), self.events.append, self.wake)

    def wake(self):
        self.wakes += 1

    def told(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def rig():
    return DeckRig()


def test_nothing_to_do_means_waiting_for_a_call(rig):
    assert rig.deck.step() is None
    rig.deck.play(track_of(tone(1)), 0)
    assert rig.deck.step() <= 0.01
    rig.deck.pause()
    rig.output.advance(20)
    assert rig.deck.step() == 0.1, "the stream is still open"
    rig.output.advance(6_000)
    rig.deck.step()
    assert rig.deck.step() is None


def test_a_thread_that_comes_late_is_an_underrun_and_keeps_more_ready_next_time(rig):
    track = track_of(tone(3))
    rig.deck.play(track, 0)
    rig.deck.step()
    rig.output.advance(250)
    rig.deck.step()
    assert [event.track for event in rig.told(Underrun)] == [track]
    before = rig.deck.passage.lane.ring.capacity
    rig.deck.seek(0)
    rig.deck.step()
    assert rig.deck.passage.lane.ring.capacity == 2 * before


def test_a_growing_track_wakes_the_player_until_another_plays(rig):
    first, second = Track(), Track()
    rig.deck.play(first, 0)
    first.add_sentence()
    assert rig.wakes == 1
    rig.deck.play(second, 0)
    first.add_sentence()
    assert rig.wakes == 1
    rig.deck.stop()
    second.add_sentence()
    assert rig.wakes == 1


def test_even_no_time_to_stay_open_leaves_250_ms_of_silence():
    rig = DeckRig(keep_open_s=0.0)
    rig.deck.play(track_of(tone(0.2)), 0)
    for _ in range(100):
        rig.deck.step()
        rig.output.advance(10)
    heard = rig.output.played()
    assert rig.output.stream is None
    assert len(heard) - np.flatnonzero(heard)[-1] >= 0.25 * RATE_HZ


def test_a_faster_listener_needs_a_larger_cushion():
    rig = DeckRig(speed=2.0, cushion_ms=100)
    track = Track(sentence_count=1)
    rig.deck.play(track, 0)
    track.append(0, tone(0.15), RATE_HZ)
    rig.deck.step()
    assert rig.deck.passage.lane.ring.written == 0
    track.append(0, tone(0.1), RATE_HZ)
    rig.deck.step()
    assert rig.deck.passage.lane.ring.written > 0


def test_sentences_without_sound_are_told_too(rig):
    rig.deck.play(track_of(tone(0.1), tone(0), tone(0.1), tone(0)), 0)
    for _ in range(50):
        rig.deck.step()
        rig.output.advance(10)
    assert [event.index for event in rig.told(SentenceHeard)] == [0, 1, 2, 3]
    assert len(rig.told(Drained)) == 1
