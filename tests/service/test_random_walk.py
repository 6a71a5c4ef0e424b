"""Commands in any order: every state is legal, the last text is heard, nothing is left behind."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import pytest

from qwentts_desktop.engines.fake import FakeOptions
from qwentts_desktop.service.options import ServiceOptions
from qwentts_desktop.speech.events import JobFinished, Problem, State
from qwentts_desktop.speech.voice import SystemVoice
from tests.service.conftest import Stage, wait_for

pytestmark = pytest.mark.logs_warnings  # a device that goes away is logged

SENTENCES = [f"This is sentence {word} of the walk." for word in ("one", "two", "three", "four", "five")]


class Walk:
    """Gives commands at random to a stage whose clock moves only here, and checks each against a model."""

    def __init__(self, stage: Stage, seed: int, *, is_faulty: bool = False) -> None:
        self.stage = stage
        self.is_faulty = is_faulty
        self.random = random.Random(seed)
        self._seen: tuple[object, int, int] | None = None
        service = stage.service
        self.commands: list[tuple[Callable[[], object], int]] = [
            (self.speak, 3), (self.enqueue, 3), (self.stop, 1), (self.pause, 3), (self.resume, 3),
            (self.toggle, 2), (lambda: self.move(service.next_sentence), 3),
            (lambda: self.move(service.previous_sentence), 3),
            (lambda: self.move(service.restart_sentence), 2),
            (lambda: self.move(lambda: service.jump(self.random.randrange(8))), 3),
            (lambda: service.set_speed(self.random.uniform(0.4, 3.0)), 2),
            (lambda: service.set_volume(self.random.random()), 1),
            (lambda: self.move(lambda: service.set_voice(SystemVoice(self.random.choice("ab")))), 1),
            (self.unplug, 1), (self.plug, 2), (self.advance, 12), (self.repeat, 1),
        ]  # fmt: skip

    def step(self) -> None:
        commands, weights = zip(*self.commands, strict=True)
        self.random.choices(commands, weights)[0]()
        self.check_position()
        assert self.state() is not State.ERROR or self.is_faulty

    def expect(self, is_right: bool) -> None:
        """Hold the state to the model. With a faulty engine an error may come at any moment."""
        assert is_right or self.is_faulty

    def state(self) -> State:
        return self.stage.service.status().state

    def speak(self) -> None:
        self._seen = None
        self.stage.say(self.text(), is_interrupting=True)
        self.expect(self.state() is not State.IDLE)

    def enqueue(self) -> None:
        self.stage.say(self.text(), is_interrupting=False)
        self.expect(self.state() is not State.IDLE)

    def repeat(self) -> None:
        self._seen = None
        self.stage.service.repeat_last()

    def stop(self) -> None:
        self._seen = None
        self.stage.service.stop()
        assert self.state() is State.IDLE

    def pause(self) -> None:
        was_busy = self.state() is not State.IDLE
        self.stage.service.pause()
        self.expect(self.state() is (State.PAUSED if was_busy else State.IDLE))

    def resume(self) -> None:
        self.stage.service.resume()
        self.expect(self.state() is not State.ERROR)

    def toggle(self) -> None:
        self.stage.service.toggle_pause()

    def move(self, command: Callable[[], object]) -> None:
        self._seen = None
        command()

    def unplug(self) -> None:
        self._seen = None
        self.stage.output.unplug()

    def plug(self) -> None:
        self.stage.output.plug()

    def advance(self) -> None:
        self.stage.output.advance(self.random.choice((10, 50, 200)), self.stage.player.settle)

    def text(self) -> str:
        return " ".join(self.random.choices(SENTENCES, k=self.random.randint(1, 5)))

    def check_position(self) -> None:
        """Within a sentence time only moves forward, unless somebody asked for something else."""
        self.stage.player.settle()
        position = self.stage.player.position()
        if position is None:
            self._seen = None
            return
        if self._seen is not None:
            track, sentence, sample = self._seen
            if position.track is track and position.sentence == sentence:
                assert position.sample >= sample
        self._seen = (position.track, position.sentence, position.sample)


def walk(steps: int, seed: int, **faults: object) -> None:
    before = set(threading.enumerate())
    stage = Stage(FakeOptions(seconds_per_character=0.02, **faults), ServiceOptions(idle_unload_seconds=0.2))
    try:
        stage.start(is_playing=False)
        walk = Walk(stage, seed, is_faulty=bool(faults))
        for _ in range(steps):
            walk.step()
        walk.plug()
        stage.play()
        stage.service.set_speed(1.0)
        stage.service.set_volume(1.0)
        already = len(stage.output.played())
        job = stage.say("A plain text after all that.")
        stage.wait_finished(job)
        wait_for(lambda: stage.service.status().state is State.IDLE)
        assert "A plain text after all that." in stage.engine.texts
        assert len(stage.output.played()) > already
        assert stage.heard("A plain text after all that.")
        assert bool(stage.of(Problem)) == bool(faults)
        finished = {event.job_id for event in stage.of(JobFinished)}
        assert finished >= set(range(min(finished), job + 1))
    finally:
        stage.close()
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("seed", range(6))
def test_after_fifty_random_commands_a_plain_text_is_read(seed):
    walk(50, seed)


def test_a_long_walk_stays_legal():
    walk(1_500, 100)


def test_a_walk_with_an_engine_that_fails_now_and_then_ends_well():
    walk(1_000, 300, fault_at_frame=2, fault_when_text_has="three")


@pytest.mark.slow
def test_a_walk_of_ten_thousand_commands_stays_legal():
    walk(10_000, 200)
