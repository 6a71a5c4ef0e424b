"""Whether a transcript can be what a recording says, by how fast it would have been spoken. Logs nothing."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_VOICE_ONLY = "Correct it, or clone by the voice alone without a transcript."


@dataclass(frozen=True)
class _Rate:
    """How many units of a script people speak a second: slowest and fastest that can be believed."""

    unit: str
    slowest: float
    fastest: float


_BY_LANGUAGE = {
    "zh": _Rate("characters", 1.5, 8.5),
    "ja": _Rate("characters", 2.5, 14.0),
    "ko": _Rate("characters", 1.8, 11.0),
}
_BY_LETTERS = _Rate("letters", 4.5, 26.0)
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_KANA = re.compile("[\u3040-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7af]")
_LEAST_SECONDS = 0.5


def check_transcript(text: str, language: str, speech_seconds: float) -> str:
    """Empty where the text can be what is said in that time, else a sentence that offers what to do.

    Args:
        text: the transcript; an empty one always fits, because it clones by the voice alone.
        language: ISO 639-1 code, or "auto" to go by the script.
        speech_seconds: how long somebody speaks, from `review`.
    """
    if not text.strip():
        return ""
    rate = _rate_of(text, language)
    count = _units(text)
    if count == 0:
        return f"The transcript holds no words. {_VOICE_ONLY}"
    spoken = count / max(speech_seconds, _LEAST_SECONDS)
    words = _words_a_second(text, speech_seconds)
    if spoken < rate.slowest:
        return (
            f"The transcript is too short for {speech_seconds:.1f} s of speech ({words}): part of what is "
            f"said is missing, and that spoils the voice. {_VOICE_ONLY}"
        )
    if spoken > rate.fastest:
        return (
            f"The transcript is too long for {speech_seconds:.1f} s of speech ({words}): it says more than "
            f"the recording. {_VOICE_ONLY}"
        )
    return ""


def _rate_of(text: str, language: str) -> _Rate:
    """By the script that the text is in; the language decides between those who share one."""
    if len(_WIDE.findall(text)) * 2 < _units(text):
        return _BY_LETTERS
    if _HANGUL.search(text):
        return _BY_LANGUAGE["ko"]
    if _KANA.search(text) or language == "ja":
        return _BY_LANGUAGE["ja"]
    return _BY_LANGUAGE["zh"]


def _units(text: str) -> int:
    """Letters and digits; a digit counts for the several letters of its word, a mark for nothing."""
    return sum(
        4 if char.isdigit() else 1 for char in text if unicodedata.category(char)[0] in "LN" or char.isdigit()
    )


def _words_a_second(text: str, seconds: float) -> str:
    wide = len(_WIDE.findall(text))
    words, unit = (wide, "characters") if wide * 2 >= _units(text) else (len(text.split()), "words")
    return f"{words / max(seconds, _LEAST_SECONDS):.1f} {unit} a second"
