from __future__ import annotations

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import qwentts_desktop.ui as ui
from qwentts_desktop.paths import resources_folder
from qwentts_desktop.settings.description import describe_settings
from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.settings.words import help_of
from qwentts_desktop.ui.status_model import Shown
from qwentts_desktop.ui.translation import Translation
from qwentts_desktop.ui.words import state_words

FOLDER = resources_folder() / "translations"
CHINESE = FOLDER / "qwentts_desktop_zh_CN.ts"
Messages = dict[tuple[str, str], str]


def messages(file: Path) -> Messages:
    """(context, source) to translation, "" for an unfinished one."""
    found: Messages = {}
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            is_done = translation is not None and translation.get("type") is None
            key = (context.findtext("name", ""), message.findtext("source", ""))
            found[key] = (translation.text or "") if is_done and translation is not None else ""
    return found


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


def test_every_sentence_is_translated_with_the_same_places_to_fill():
    for (_, source), translated in messages(CHINESE).items():
        assert translated, source
        assert sorted(re.findall(r"\{\w+\}", translated)) == sorted(re.findall(r"\{\w+\}", source)), source


@pytest.mark.parametrize("info", describe_settings(), ids=lambda info: info.name)
def test_the_help_of_every_setting_is_translated(info):
    assert ("settings-help", info.help) in messages(CHINESE)


def test_no_sentence_of_the_windows_was_forgotten(tmp_path):
    lupdate = shutil.which("pyside6-lupdate", path=str(Path(sys.executable).parent))
    if lupdate is None:
        pytest.skip("pyside6-lupdate is not installed")
    sources = [str(file) for file in Path(ui.__path__[0]).rglob("*.py")]
    file = tmp_path / "found.ts"
    subprocess.run([lupdate, *sources, "-ts", str(file)], check=True, capture_output=True, timeout=60)
    assert messages(file).keys() - messages(CHINESE).keys() == set()
