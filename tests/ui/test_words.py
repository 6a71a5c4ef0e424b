from __future__ import annotations

from dataclasses import replace

import pytest

from qwentts_desktop.speech.engine import EngineInfo, EngineKind, LoadProgress
from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.status_model import Shown
from qwentts_desktop.ui.words import detail_words, engine_words, state_words, time_words, tooltip_words


@pytest.mark.parametrize("state", list(State))
def test_every_state_has_words(state):
    assert state_words(Shown(state))
    assert detail_words(Shown(state), "")


def test_the_hint_names_the_key_that_works():
    assert "Ctrl+F9" in detail_words(Shown(), "Ctrl+F9")


def test_loading_says_how_far_it_is():
    shown = Shown(State.LOADING, loading=LoadProgress(0.42, "Reading the weights"))
    assert detail_words(shown, "") == "Reading the weights (42 %)"


def test_the_place_counts_from_one():
    shown = Shown(State.SPEAKING, sentence=2, sentences=12)
    assert detail_words(shown, "") == "Sentence 3 of 12"


def test_the_system_voice_says_why_it_speaks():
    engine = EngineInfo(EngineKind.SYSTEM, "espeak-ng", reason="No model yet, so espeak-ng reads.")
    assert "No model yet" in engine_words(engine)


def test_the_tooltip_has_state_and_place():
    shown = Shown(State.PAUSED, sentence=0, sentences=3)
    assert tooltip_words(shown) == "QwenTTS Desktop: Paused\nSentence 1 of 3"
    assert "No card." in tooltip_words(replace(shown, error="No card."))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (5, "less than a minute left"),
        (61, "about a minute left"),
        (600, "about 10 minutes left"),
        (7_500, "about 2 h 5 min left"),
    ],
)
def test_time_left_is_said_roughly(seconds, words):
    assert time_words(seconds) == words
