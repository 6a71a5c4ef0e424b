"""Texts into a sink of sound, as fast as the engine makes them. No player, no device, no file format."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

import numpy as np

from qwentts_desktop.errors import OutOfMemoryError
from qwentts_desktop.service.engine_keeper import EngineKeeper
from qwentts_desktop.service.splitter import Splitter
from qwentts_desktop.speech.chunk import FinishReason, Samples
from qwentts_desktop.speech.engine import BatchSpeechEngine, SpeechEngine, WholeSpeech
from qwentts_desktop.speech.request import SpeechRequest

CUT_SHORT = "A sentence did not come to an end by itself and was cut. Another voice or text may do better."


class SoundSink(Protocol):
    """Takes sound piece by piece."""

    def write(self, samples: Samples, sample_rate_hz: int) -> None:
        """Append [N] float32 samples of this rate."""
        ...


@dataclass(frozen=True)
class ExportChapter:
    """A part with a title of its own, and how to speak it."""

    title: str
    request: SpeechRequest


@dataclass(frozen=True)
class SpokenSentence:
    """A sentence that is in the sink: of which chapter, what it says, where it is in the sound."""

    chapter: int
    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True)
class _Planned:
    """A sentence to be spoken, and how many characters of all are behind it."""

    chapter: int
    request: SpeechRequest
    pause_after_ms: int
    characters_behind: int


class Export:
    """Speaks chapters into a sink, a few sentences a step, so that more urgent speech can come between.

    All methods run on the speech thread.

    Args:
        chapters: one at least.
        splitter: how a text becomes sentences.
        sink: takes the sound, pauses between sentences included.
        on_spoken: told each sentence once it is in the sink.
    """

    def __init__(
        self,
        chapters: Sequence[ExportChapter],
        splitter: Splitter,
        sink: SoundSink,
        on_spoken: Callable[[SpokenSentence], None],
    ) -> None:
        self._sink = sink
        self._on_spoken = on_spoken
        self._characters = max(1, sum(len(chapter.request.text) for chapter in chapters))
        self._plan = _planned(chapters, splitter)
        self._drawn: list[_Planned] = []
        self._pause_ms = 0
        self._is_one_by_one = False
        self.share = 0.0
        self.sentences = 0
        self.seconds = 0.0
        self.worst = FinishReason.END_OF_SPEECH

    def step(self, keeper: EngineKeeper, interruption: threading.Event) -> bool:
        """Make what comes next; False where nothing is left.

        After `interruption` it ends within a frame, and the next step makes the same sentences again.

        Raises:
            EngineError, VoiceError: as the engine says.
        """
        if not self._draw(1):
            return False
        engine = keeper.ready(self._drawn[0].request, interruption)
        if engine is None:
            return True
        together = self._together(engine)
        try:
            speeches = _speak(engine, [planned.request for planned in together], interruption)
        except Exception as error:
            keeper.note_failure(engine, error)
            if isinstance(error, OutOfMemoryError) and len(together) > 1:
                self._is_one_by_one = True
                return True
            raise
        if not interruption.is_set():
            for planned, speech in zip(together, speeches, strict=True):
                self._keep(planned, speech)
            del self._drawn[: len(together)]
        return True

    def _draw(self, count: int) -> bool:
        while len(self._drawn) < count:
            planned = next(self._plan, None)
            if planned is None:
                break
            self._drawn.append(planned)
        return bool(self._drawn)

    def _together(self, engine: SpeechEngine) -> list[_Planned]:
        """The next sentence, and those after it that the engine makes along with it: in the same voice."""
        if self._is_one_by_one or not isinstance(engine, BatchSpeechEngine):
            return self._drawn[:1]
        self._draw(engine.batch_size)
        voice = self._drawn[0].request.voice
        return list(takewhile(lambda planned: planned.request.voice == voice, self._drawn))

    def _keep(self, planned: _Planned, speech: WholeSpeech) -> None:
        """Into the sink, after the pause that belongs behind the sentence before."""
        if self._pause_ms and len(speech.samples):
            self._write(np.zeros(speech.sample_rate_hz * self._pause_ms // 1_000, np.float32), speech)
        start_s = self.seconds
        self._write(speech.samples, speech)
        self._pause_ms = planned.pause_after_ms
        self.sentences += 1
        self.share = min(1.0, planned.characters_behind / self._characters)
        if speech.reason is not FinishReason.END_OF_SPEECH:
            self.worst = speech.reason
        self._on_spoken(SpokenSentence(planned.chapter, planned.request.text, start_s, self.seconds))

    def _write(self, samples: Samples, speech: WholeSpeech) -> None:
        if len(samples):
            self._sink.write(samples, speech.sample_rate_hz)
            self.seconds += len(samples) / speech.sample_rate_hz


def _planned(chapters: Sequence[ExportChapter], splitter: Splitter) -> Iterator[_Planned]:
    """All sentences, lazily."""
    before = 0
    for number, chapter in enumerate(chapters):
        whole = chapter.request
        for sentence in splitter.sentences(whole):
            request = whole.of_sentence(sentence.text, sentence.language)
            yield _Planned(number, request, sentence.pause_after_ms, before + sentence.end)
        before += len(whole.text)


def _speak(
    engine: SpeechEngine, requests: Sequence[SpeechRequest], cancel: threading.Event
) -> list[WholeSpeech]:
    if len(requests) > 1 and isinstance(engine, BatchSpeechEngine):
        return engine.speak_together(requests, cancel)
    return [_whole(engine, request, cancel) for request in requests]


def _whole(engine: SpeechEngine, request: SpeechRequest, cancel: threading.Event) -> WholeSpeech:
    """All chunks of a sentence as one."""
    parts: list[Samples] = []
    rate_hz, reason = engine.info.sample_rate_hz, FinishReason.END_OF_SPEECH
    for chunk in engine.stream(request, cancel):
        parts.append(chunk.samples)
        rate_hz = chunk.sample_rate_hz
        reason = chunk.finish_reason or reason
    return WholeSpeech(np.concatenate(parts or [np.zeros(0, np.float32)]), rate_hz, reason)
