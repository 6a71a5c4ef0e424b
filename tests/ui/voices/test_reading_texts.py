from __future__ import annotations

import pytest

from qwentts_desktop.speech.request import LANGUAGES
from qwentts_desktop.ui.voices.reading_texts import reading_languages, reading_text
from qwentts_desktop.voices.transcript_check import check_transcript


def test_there_is_one_for_each_language():
    assert set(reading_languages()) == set(LANGUAGES)
    assert reading_text("xx") == reading_text("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_takes_8_to_15_seconds_as_people_speak(language):
    assert check_transcript(reading_text(language), language, 9.0) == ""
    assert check_transcript(reading_text(language), language, 15.0) == ""
