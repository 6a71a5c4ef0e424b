from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from qwentts_desktop.engines.system_voice import SystemVoiceEngine
from qwentts_desktop.errors import EngineUnavailableError
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.engine import EngineKind
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import ClonedVoice, SystemVoice


class FakeProgram:
    """Speaks two blocks a text and remembers what it was asked for."""

    name = "fake voice"

    def __init__(self, *, is_missing: bool = False) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self.opened = self.closed = 0
        self._is_missing = is_missing

    def open(self):
        if self._is_missing:
            raise EngineUnavailableError("Install it.")
        self.opened += 1

    def close(self):
        self.closed += 1

    def speak(self, text, voice, language, cancel):
        self.asked.append((text, voice, language))
        for _ in range(2):
            if cancel.is_set():
                return
            yield 16_000, np.array([0, 16_384, -32_768], "<i2").tobytes()


def test_blocks_become_chunks_that_follow_one_another():
    engine = SystemVoiceEngine(FakeProgram())
    chunks = list(engine.stream(SpeechRequest("Hi."), threading.Event()))
    assert [chunk.start_sample for chunk in chunks] == [0, 3, 6]
    assert chunks[0].samples.tolist() == [0.0, 0.5, -1.0]
    assert chunks[-1].finish_reason is FinishReason.END_OF_SPEECH


def test_it_says_that_it_is_the_system_voice_and_why():
    engine = SystemVoiceEngine(FakeProgram(), reason="No model yet.")
    list(engine.stream(SpeechRequest("Hi."), threading.Event()))
    assert engine.info.kind is EngineKind.SYSTEM
    assert engine.info.reason == "No model yet."
    assert engine.info.sample_rate_hz == 16_000


@pytest.mark.parametrize(
    ("request_", "voice", "language"),
    [
        (SpeechRequest("x", language="fr"), "", "fr"),
        (SpeechRequest("x"), "", "de"),
        (SpeechRequest("x", SystemVoice("Anna"), "en"), "Anna", "en"),
        (SpeechRequest("x", ClonedVoice(Path("me.wav")), "en"), "", "en"),
    ],
)
def test_voice_and_language_are_chosen(request_, voice, language):
    program = FakeProgram()
    list(SystemVoiceEngine(program, default_language="de").stream(request_, threading.Event()))
    assert program.asked == [("x", voice, language)]


def test_cancel_is_the_finish_reason():
    cancel = threading.Event()
    stream = SystemVoiceEngine(FakeProgram()).stream(SpeechRequest("x"), cancel)
    next(stream)
    cancel.set()
    (last,) = stream
    assert last.finish_reason is FinishReason.CANCELLED


def test_it_loads_once_and_again_after_unload():
    program, cancel = FakeProgram(), threading.Event()
    engine = SystemVoiceEngine(program)
    for _ in range(2):
        engine.load(lambda progress: None, cancel)
    engine.unload()
    engine.unload()
    engine.load(lambda progress: None, cancel)
    assert (program.opened, program.closed) == (2, 1)


def test_a_missing_program_is_said_at_load():
    with pytest.raises(EngineUnavailableError):
        SystemVoiceEngine(FakeProgram(is_missing=True)).load(lambda progress: None, threading.Event())
