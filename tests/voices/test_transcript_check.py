from __future__ import annotations

import pytest

from qwentts_desktop.voices.clip import clip_of_samples
from qwentts_desktop.voices.clip_review import review
from qwentts_desktop.voices.transcript_check import check_transcript
from tests.voices.conftest import TEXT, spoken

SPOKEN = {
    "en": TEXT,
    "de": "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich, und keiner schaut zu.",
    "fr": "Portez ce vieux whisky au juge blond qui fume, et dites-lui que nous arrivons demain.",
    "es": "El veloz murciélago hindú comía feliz cardillo y kiwi mientras la cigüeña tocaba.",
    "it": "Ma la volpe, col suo balzo, ha raggiunto il quieto Fido che dormiva sotto il portico.",
    "pt": "À noite, vovô Kowalsky vê o ímã cair no pé do pinguim queixoso e vovó põe açúcar.",
    "ru": "Съешь ещё этих мягких французских булок, да выпей же чаю, пока он совсем горячий.",
    "ko": "키스의 고유 조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다고 합니다.",
    "zh": "今天天气很好，我们去公园散步吧。晚上一起吃饭，然后看一场电影。",
}


def speech_seconds(language):
    voice = {"zh": "cmn"}.get(language, language)
    return review(clip_of_samples(*spoken(SPOKEN[language], voice))).speech_seconds


@pytest.mark.parametrize("language", SPOKEN)
def test_the_right_text_fits_and_a_third_or_four_times_of_it_do_not(language):
    text, seconds = SPOKEN[language], speech_seconds(language)
    assert check_transcript(text, language, seconds) == ""
    assert check_transcript(text, "auto", seconds) == ""
    short = check_transcript(text[: len(text) // 5], language, seconds)
    long = check_transcript(text * 4, language, seconds)
    assert "too short" in short
    assert "too long" in long
    assert "a second" in short
    assert "voice alone" in short
    assert "voice alone" in long


def test_japanese_is_counted_in_characters():
    assert check_transcript("今日は天気がいいですね。公園に行きましょう。", "ja", 4.0) == ""
    assert "too short" in check_transcript("はい。", "ja", 8.0)


def test_no_transcript_always_fits():
    assert check_transcript("  ", "en", 5.0) == ""


def test_marks_are_no_words():
    assert "no words" in check_transcript("... !?", "en", 5.0)
