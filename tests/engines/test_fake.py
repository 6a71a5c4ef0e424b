from __future__ import annotations

import threading

import numpy as np
import pytest

from qwentts_desktop.engines.fake import FakeEngine, FakeOptions, frequency_of, tone_of
from qwentts_desktop.errors import EngineError
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.request import SpeechRequest


def loaded(options: FakeOptions | None = None) -> FakeEngine:
    engine = FakeEngine(options)
    engine.load(lambda progress: None, threading.Event())
    return engine


def test_the_sound_of_a_text_is_its_tone_without_a_gap():
    chunks = list(loaded().stream(SpeechRequest("Hello there."), threading.Event()))
    sound = np.concatenate([chunk.samples for chunk in chunks])
    assert np.allclose(sound, tone_of("Hello there."), atol=1e-6)
    assert [chunk.start_sample for chunk in chunks] == list(range(0, len(sound) + 1, 1_920))
    assert chunks[-1].finish_reason is FinishReason.END_OF_SPEECH


def test_the_tone_tells_which_text_was_spoken():
    spectrum = np.abs(np.fft.rfft(tone_of("One sentence of some length.")[:24_000]))
    assert int(spectrum.argmax()) == frequency_of("One sentence of some length.")
    assert frequency_of("One.") != frequency_of("Two.")


def test_cancel_ends_an_endless_text_within_a_frame():
    cancel = threading.Event()
    stream = loaded(FakeOptions(is_endless=True)).stream(SpeechRequest("x"), cancel)
    for _ in range(5):
        next(stream)
    cancel.set()
    (last,) = stream
    assert last.finish_reason is FinishReason.CANCELLED
    assert len(last.samples) == 0


def test_a_fault_on_demand_comes_after_its_frame_and_the_engine_speaks_again():
    engine = loaded(FakeOptions(fault_at_frame=2, fault_when_text_has="bad"))
    stream = engine.stream(SpeechRequest("a bad text"), threading.Event())
    assert len([next(stream), next(stream)]) == 2
    with pytest.raises(EngineError):
        next(stream)
    assert len(list(engine.stream(SpeechRequest("a good text"), threading.Event()))) > 1


def test_a_cancelled_load_leaves_it_unloaded():
    engine, cancel = FakeEngine(FakeOptions(load_seconds=60)), threading.Event()
    steps = []

    def on_progress(progress):
        steps.append(progress)
        cancel.set()

    engine.load(on_progress, cancel)
    assert not engine.is_loaded
    assert len(steps) == 1


def test_a_load_that_fails_says_why():
    with pytest.raises(EngineError, match="No card"):
        loaded(FakeOptions(load_error="No card."))
