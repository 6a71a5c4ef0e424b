"""A service on real player and track, a fake engine and an output in memory whose clock runs by itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from qwentts_desktop.audio.fake_output import FakeOutput, Pump
from qwentts_desktop.audio.options import PlayerOptions
from qwentts_desktop.audio.player import Player
from qwentts_desktop.engines.fake import FakeEngine, FakeOptions, frequency_of
from qwentts_desktop.service.engine_source import OneEngine
from qwentts_desktop.service.options import ServiceOptions
from qwentts_desktop.service.service import SpeechService
from qwentts_desktop.speech.events import JobFinished, SentenceStarted, SpeechEvent, State
from qwentts_desktop.speech.request import SpeechRequest

LIMIT_S = 10.0


def wait_for(condition: Callable[[], object], limit_s: float = LIMIT_S) -> None:
    """Wait until a condition holds; fail after the limit."""
    until = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < until, "it did not come to that in time"
        time.sleep(0.002)


class Stage:
    """A running service, what it told, and what was heard."""

    def __init__(
        self, options: FakeOptions | None = None, service_options: ServiceOptions | None = None
    ) -> None:
        self.engine = FakeEngine(options)
        self.output = FakeOutput()
        self.events: list[SpeechEvent] = []
        self.player_events: list[object] = []
        self.player = Player(self.output, PlayerOptions(keep_open_s=0.3), self._on_player_event)
        self.service = SpeechService(OneEngine(self.engine), self.player, service_options)
        self.service.add_listener(self.events.append)
        self.thread = threading.Thread(target=self.service.run, name="speech", daemon=True)
        self._pump: Pump | None = None

    def start(self, *, is_playing: bool = True) -> Stage:
        self.thread.start()
        if is_playing:
            self.play()
        return self

    def play(self) -> None:
        """Let the output's clock run."""
        self._pump = Pump(self.output, self.player.settle)
        self._pump.__enter__()

    def hold(self) -> None:
        """Let the output's clock stand."""
        if self._pump is not None:
            self._pump.__exit__()
        self._pump = None

    def close(self) -> None:
        self.service.close()
        self.hold()
        self.thread.join(2.0)
        assert not self.thread.is_alive()

    def say(self, text: str, **how: object) -> int:
        return self.service.submit(SpeechRequest(text, language="en"), **how)

    def say_and_wait(self, text: str) -> int:
        job = self.say(text)
        self.wait_finished(job)
        return job

    def wait_finished(self, job: int, limit_s: float = LIMIT_S) -> JobFinished:
        wait_for(lambda: self.finished(job), limit_s)
        return self.finished(job)[0]

    def wait_state(self, state: State) -> None:
        wait_for(lambda: self.service.status().state is state)

    def wait_sentence(self, index: int) -> None:
        wait_for(lambda: any(event.index == index for event in self.of(SentenceStarted)))

    def finished(self, job: int) -> list[JobFinished]:
        return [event for event in self.of(JobFinished) if event.job_id == job]

    def of(self, kind: type) -> list:
        return [event for event in list(self.events) if isinstance(event, kind)]

    def set_engine(self, **changes: object) -> None:
        self.engine.options = replace(self.engine.options, **changes)

    def heard(self, text: str) -> bool:
        """Whether the tone of a sentence is in what was played."""
        return holds_tone(self.output.played(), frequency_of(text))

    def _on_player_event(self, event: object) -> None:
        self.player_events.append(event)
        self.service.on_player_event(event)


def holds_tone(sound: np.ndarray, frequency_hz: int, rate_hz: int = 24_000) -> bool:
    """Whether any 40 ms of the sound are mostly this tone."""
    size = 960
    blocks = sound[: len(sound) // size * size].reshape(-1, size)
    loud = blocks[np.abs(blocks).mean(axis=1) > 0.05]
    if not len(loud):
        return False
    spectrum = np.abs(np.fft.rfft(loud, axis=1))
    return bool((spectrum.argmax(axis=1) == round(frequency_hz * size / rate_hz)).any())


def tones_in(sound: np.ndarray, texts: list[str], rate_hz: int = 24_000) -> list[str]:
    """Which of the texts were heard, in order, each once for each stretch."""
    size = 960
    blocks = sound[: len(sound) // size * size].reshape(-1, size)
    bins = {round(frequency_of(text) * size / rate_hz): text for text in texts}
    assert len(bins) == len(texts), "two texts share a tone; choose others"
    heard: list[str] = []
    for block in blocks:
        if np.abs(block).mean() < 0.05:
            continue
        text = bins.get(int(np.abs(np.fft.rfft(block)).argmax()))
        if text is not None and (not heard or heard[-1] != text):
            heard.append(text)
    return heard


@pytest.fixture
def make_stage() -> Iterator[Callable[..., Stage]]:
    """Make a stage, closed at the end."""
    stages: list[Stage] = []

    def make(options: FakeOptions | None = None, **service_options: object) -> Stage:
        stages.append(Stage(options, ServiceOptions(**service_options)))
        return stages[-1]

    yield make
    for stage in stages:
        stage.close()


@pytest.fixture
def stage(make_stage: Callable[..., Stage]) -> Stage:
    """A running stage with a good engine."""
    return make_stage().start()
