"""Every setting of the reading page reaches the options that texts are read with."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from qwentts_desktop.reading_options import reading_options
from qwentts_desktop.settings.description import describe_settings
from qwentts_desktop.settings.schema import ReadingSettings
from qwentts_desktop.text.options import ReadingOptions
from qwentts_desktop.text.pronunciation.rule import PronunciationRule

ALL = [info for info in describe_settings() if info.section == "reading"]
SET_ELSEWHERE = {"language", "voice_language", "rules", "pauses"}


def another(info):
    """A value that is not the default."""
    if info.choices:
        return next(choice for choice in info.choices if choice != info.default)
    return not info.default if info.kind is bool else info.default + 1


def test_the_defaults_are_those_of_the_reading_itself():
    assert reading_options(ReadingSettings()) == ReadingOptions()


@pytest.mark.parametrize("info", ALL, ids=lambda info: info.key)
def test_each_setting_changes_the_options(info):
    changed = reading_options(replace(ReadingSettings(), **{info.key: another(info)}))
    assert changed != ReadingOptions()


def test_no_option_was_forgotten():
    settable = {field.name for field in fields(ReadingOptions)} - SET_ELSEWHERE
    assert settable == {info.key for info in ALL if not info.key.endswith("_pause_ms")}


def test_rules_are_carried():
    rules = (PronunciationRule("SQL", "sequel"),)
    assert reading_options(ReadingSettings(), rules).rules == rules
