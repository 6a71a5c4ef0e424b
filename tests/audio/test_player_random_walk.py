"""Thousands of random commands against a model of the player.

The model says when there must be silence, what plays, and that a position only goes forward unless someone
jumps. At the end of a walk a plain play is compared sample by sample.
"""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from qwentts_desktop.audio.events import Drained, SentenceHeard
from qwentts_desktop.audio.track import Track
from tests.audio.conftest import PlayerRig
from tests.audio.sounds import RATE_HZ, counting, numbers, tone, track_of

SENTENCES = 5
LENGTH = 6_000
BLOCK_MS = 10


class Model:
    """What a listener may expect, in the plainest words."""

    def __init__(self) -> None:
        self.track: Track | None = None
        self.is_paused = False
        self.has_device = True

    @property
    def is_silent(self) -> bool:
        return self.track is None or self.is_paused or not self.has_device


class Walk:
    """Gives a player and its model the same commands."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.rig = PlayerRig(keep_open_s=1.0)
        self.model = Model()
        self.last_place: tuple[int, int] | None = None

    def step(self) -> None:
        command = self.random.choice(
            [
                *(self.play, self.enqueue_more, self.pause, self.resume, self.stop, self.skip, self.back),
                *(self.speed, self.volume, self.device, self.device, self.listen, self.listen, self.listen),
            ]
        )
        command()
        self.rig.player.settle()
        self.check()

    def play(self) -> None:
        track = Track()
        self.model.track, self.model.is_paused = track, False
        self.rig.player.play(track, at_sentence=self.random.randrange(2))
        self.enqueue_more()
        self.last_place = None

    def enqueue_more(self) -> None:
        """The engine makes another sentence, or says that it was the last."""
        track = self.model.track
        if track is None or track.is_finished:
            return
        sentence = track.add_sentence(pause_after_ms=self.random.choice([0, 40]))
        track.append(sentence, counting(LENGTH, start=1 + (sentence % SENTENCES) * LENGTH), RATE_HZ)
        track.complete(sentence)
        if sentence + 1 >= SENTENCES:
            track.finish()

    def pause(self) -> None:
        if self.model.track is not None:
            self.model.is_paused = True
        self.rig.player.pause()

    def resume(self) -> None:
        self.model.is_paused = False
        self.rig.player.resume()

    def stop(self) -> None:
        self.model.track, self.model.is_paused = None, False
        self.rig.player.stop()

    def skip(self) -> None:
        self.jump(1)

    def back(self) -> None:
        self.jump(-1)

    def jump(self, by: int) -> None:
        position = self.rig.player.position()
        if position is not None:
            self.rig.player.seek(max(0, position.sentence + by))
            self.last_place = None

    def speed(self) -> None:
        self.rig.player.set_speed(self.random.choice([0.5, 1.0, 1.0, 1.6, 2.5]))

    def volume(self) -> None:
        self.rig.player.set_volume(self.random.choice([0.3, 1.0, 1.0]))

    def device(self) -> None:
        if self.model.has_device:
            self.rig.output.unplug()
        else:
            self.rig.output.plug(rate_hz=self.random.choice([24_000, 24_000, 48_000]))
        self.model.has_device = not self.model.has_device

    def listen(self) -> None:
        was_silent = self.model.is_silent
        self.rig.advance(BLOCK_MS)  # what was still fading
        heard = self.rig.advance(self.random.choice([BLOCK_MS, 100, 300]))
        if was_silent:
            assert not heard.any()

    def check(self) -> None:
        """The end of a track ends it for the model; positions are legal and never go back by themselves."""
        if any(event.track is self.model.track for event in self.rig.told(Drained)):
            self.model.track, self.model.is_paused = None, False
        self.rig.events.clear()
        position = self.rig.player.position()
        assert (position is None) == (self.model.track is None)
        if position is None:
            return
        assert position.track is self.model.track
        place = (position.sentence, position.sample)
        assert 0 <= position.sample <= LENGTH
        if self.last_place is not None:
            assert place >= self.last_place
        self.last_place = place


def walk(seed: int, steps: int) -> None:
    """Walk, then see that a plain play is heard whole and that nothing is left over."""
    path = Walk(seed)
    rig = path.rig
    try:
        for _ in range(steps):
            path.step()
        rig.output.plug()
        rig.player.stop()
        rig.advance(2_000)
        rig.player.set_speed(1.0)
        rig.player.set_volume(1.0)
        rig.events.clear()
        rig.player.play(track_of(counting(20_000)))
        heard = numbers(rig.advance(1_500))
        assert np.isin(np.arange(200, 20_001), heard).all(), "the last play is heard"
        assert len(rig.told(SentenceHeard)) == 1
        assert len(rig.told(Drained)) == 1
    finally:
        rig.player.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "player"]


@pytest.mark.logs_warnings
@pytest.mark.parametrize("seed", range(4))
def test_a_random_walk_of_commands_keeps_to_the_model(seed):
    walk(seed, steps=400)


@pytest.mark.logs_warnings
def test_ten_thousand_commands_keep_to_the_model():
    walk(seed=1_000, steps=10_000)


def test_commands_from_many_threads_at_once_end_in_a_legal_state(rig):
    tracks = [track_of(tone(0.5), tone(0.5)) for _ in range(4)]

    def press(seed: int) -> None:
        choose = random.Random(seed)
        for _ in range(100):
            choose.choice(
                [
                    lambda: rig.player.play(choose.choice(tracks)),
                    rig.player.pause,
                    rig.player.resume,
                    rig.player.stop,
                    lambda: rig.player.seek(choose.randrange(3)),
                    lambda: rig.player.set_speed(choose.uniform(0.5, 2.5)),
                ]
            )()

    presses = [threading.Thread(target=press, args=(seed,)) for seed in range(4)]
    for thread in presses:
        thread.start()
    while any(thread.is_alive() for thread in presses):
        rig.advance(10)
    for thread in presses:
        thread.join()
    rig.player.play(tracks[0])
    rig.player.set_speed(1.0)
    rig.events.clear()
    rig.advance(2_000)
    assert [event.track for event in rig.told(Drained)][-1] is tracks[0]
