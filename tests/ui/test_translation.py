from __future__ import annotations

import re
import runpy
import shutil
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QTranslator

from qwentts_desktop.paths import resources_folder
from qwentts_desktop.settings.description import describe_settings
from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.settings.words import help_of
from qwentts_desktop.ui.status_model import Shown
from qwentts_desktop.ui.translation import Translation
from qwentts_desktop.ui.words import state_words, waiting_words

FOLDER = resources_folder() / "translations"
TOOL = runpy.run_path(str(FOLDER / "update.py"))
ENGLISH, CHINESE = TOOL["LANGUAGES"]
finished_forms = TOOL["finished_forms"]
PLACES = re.compile(r"\{\w+\}|%n")


@pytest.fixture
def chinese(qt):
    translation = Translation(FOLDER)
    translation.install(qt, "zh_CN")
    yield translation
    translation.remove(qt)


def test_the_windows_speak_chinese(chinese):
    assert state_words(Shown(State.PAUSED)) == "已暂停"
    assert help_of(describe_settings()[0]) != describe_settings()[0].help


@pytest.mark.parametrize("language", ["en", "xx"])
def test_what_has_no_translation_is_english(qt, language):
    translation = Translation(FOLDER)
    translation.install(qt, language)
    assert state_words(Shown(State.PAUSED)) == "Paused"
    translation.remove(qt)


def test_plurals_are_those_of_the_language(qt, chinese):
    assert waiting_words(Shown(waiting=frozenset({1}))) == "还有 1 段文本在等待"
    chinese.remove(qt)
    english = Translation(FOLDER)
    english.install(qt, "en")
    assert waiting_words(Shown(waiting=frozenset({1}))) == "1 more text waits"
    assert waiting_words(Shown(waiting=frozenset({1, 2}))) == "2 more texts wait"
    english.remove(qt)


def test_numbers_are_written_as_the_language_writes_them(qt):
    translation = Translation(FOLDER)
    translation.install(qt, "de")
    assert QLocale().toString(1234.5, "f", 1) == "1.234,5"
    assert state_words(Shown(State.PAUSED)) == "Paused"
    translation.remove(qt)


@pytest.mark.parametrize("language", [ENGLISH, CHINESE], ids=["en", "zh_CN"])
def test_every_sentence_is_translated_with_the_same_places_to_fill(language):
    for sentence, forms in finished_forms(language.file).items():
        assert forms, sentence
        for form in forms:
            places = set(PLACES.findall(sentence.source))
            if sentence.counts and language is ENGLISH:
                assert places - {"%n"} <= set(PLACES.findall(form)), sentence
            else:
                assert places == set(PLACES.findall(form)), sentence


def test_no_sentence_of_windows_and_settings_was_forgotten():
    if shutil.which("pyside6-lupdate", path=str(Path(sys.executable).parent)) is None:
        pytest.skip("pyside6-lupdate is not installed")
    found = set(TOOL["sentences_of_sources"]())
    assert found - finished_forms(CHINESE.file).keys() == set()
    assert {one for one in found if one.counts} - finished_forms(ENGLISH.file).keys() == set()


def test_the_compiled_files_hold_what_the_sources_say(qt):
    for language in (ENGLISH, CHINESE):
        translator = QTranslator()
        assert translator.load(str(language.file.with_suffix(".qm")))
        for sentence, forms in finished_forms(language.file).items():
            if not sentence.counts:
                assert translator.translate(sentence.context, sentence.source) == forms[0]
