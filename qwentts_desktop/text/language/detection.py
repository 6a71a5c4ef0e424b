"""The language of a document, and of a sentence that is long and sure enough to differ from it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from qwentts_desktop.text.language.model import Guess, guesses
from qwentts_desktop.text.language.scripts import ScriptCounts, count_scripts, name_of_script

AUTO = "auto"
LATIN_LANGUAGES = ("en", "de", "fr", "es", "it", "pt")
LANGUAGES = ("zh", "en", "de", "it", "pt", "es", "ja", "ko", "fr", "ru")

_SAMPLE = 2_000
_NOISE = re.compile(
    r"https?://\S+|www\.\S+|(?<!\S)\S{1,64}@\S+|<[^<>]{0,400}>|```.*?(?:```|\Z)|`[^`\n]*`|&\w+;", re.DOTALL
)

_HAN = re.compile("[\u4e00-\u9fff]")
_SENTENCE_ENDS = re.compile(r"[.!?]+\s+|\n+")

_SURE = 0.80
_VOTED = 80
_FOREIGN_SURE = 0.60
_LONG = {"latin": 40, "cyrillic": 24, "cjk": 12, "hangul": 8}
_LONG_HAN_IN_JAPANESE = 30


@dataclass(frozen=True)
class DocumentLanguage:
    """What language a document is in.

    Attributes:
        language: one of `LANGUAGES`, or "auto" where no supported one can be named.
        notice: a sentence for the user where its script or language is not supported, else "".
    """

    language: str
    notice: str = ""


def document_language(text: str, preferred: str = "") -> DocumentLanguage:
    """Find out the language of a text from its first 2,000 characters with letters in them.

    `preferred`, such as the voice's language, decides where the text says nothing, and between close guesses.
    """
    sample = _NOISE.sub(" ", text[: _SAMPLE * 4])[:_SAMPLE]
    counts = count_scripts(sample)
    if counts.main == "other":
        script = name_of_script(sample)
        return DocumentLanguage(AUTO, _unsupported(f"{script} script" if script else "a script"))
    if not counts.main:
        return DocumentLanguage(preferred or AUTO)
    if counts.main in ("cjk", "hangul"):
        return DocumentLanguage(_east_asian(sample, counts))
    return _alphabetic(sample, counts, preferred)


def sentence_language(text: str, document: str) -> str:
    """The document's language, but for a sentence that is long and surely in another supported one."""
    if text.isascii() and len(text) < _LONG["latin"]:
        return document
    counts = count_scripts(text)
    script = counts.main
    if not script or script == "other" or counts.letters < _LONG[script]:
        return document
    if script == "hangul":
        return "ko"
    if script == "cjk":
        return _east_asian_sentence(text, counts, document)
    best = _best(guesses(text, 1))
    fits = best.language in (LATIN_LANGUAGES if script == "latin" else ("ru",))
    return best.language if fits and best.confidence >= _SURE else document


def _east_asian_sentence(text: str, counts: ScriptCounts, document: str) -> str:
    if counts.kana >= 4:
        return "ja"
    if document != "ja":
        return "zh" if document != "ko" or counts.han >= _LONG_HAN_IN_JAPANESE else document
    # Chinese characters alone stay Japanese in a Japanese document, unless they go on and on.
    best = _best(guesses(text, 1))
    sure = counts.han >= _LONG_HAN_IN_JAPANESE and best.language == "zh" and best.confidence >= 0.95
    return "zh" if sure else document


def _east_asian(sample: str, counts: ScriptCounts) -> str:
    if counts.hangul > counts.kana and counts.hangul * 2 >= counts.han:
        return "ko"
    # A few kana are enough: no Chinese text has them, but for a の on a sign.
    if counts.kana > 1 and counts.kana * 20 >= counts.han:
        return "ja"
    if _is_beyond_japanese(sample):
        return "zh"
    if counts.han < 12 and _best(guesses(sample, 1)).language == "ja":
        return "ja"
    return "zh"


def _is_beyond_japanese(sample: str) -> bool:
    """Whether it has Chinese characters that Japanese does not use, such as the simplified ones."""
    try:
        "".join(_HAN.findall(sample)).encode("cp932")
    except UnicodeEncodeError:
        return True
    return False


def _alphabetic(sample: str, counts: ScriptCounts, preferred: str) -> DocumentLanguage:
    candidates = LATIN_LANGUAGES if counts.main == "latin" else ("ru",)
    found = guesses(sample)
    best = _best(found)
    if best.confidence < _SURE and counts.letters > _VOTED:
        found = _votes(sample)
        best = _best(found)
    if (
        best.language not in LANGUAGES
        and best.confidence >= _FOREIGN_SURE
        and counts.letters >= _LONG["cyrillic"]
    ):
        return DocumentLanguage(AUTO, _unsupported(f'the language "{best.language}"'))
    fitting = [guess for guess in found if guess.language in candidates]
    if not fitting:
        return DocumentLanguage(preferred if preferred in candidates else candidates[0])
    if preferred in candidates and fitting[0].confidence < 0.35:
        return DocumentLanguage(preferred)
    return DocumentLanguage(fitting[0].language)


def _votes(sample: str) -> list[Guess]:
    """What the sentences of a mixed sample say, each with the weight of its length."""
    weights: dict[str, float] = {}
    for part in _SENTENCE_ENDS.split(sample):
        for guess in guesses(part, 3):
            weights[guess.language] = weights.get(guess.language, 0.0) + guess.confidence * len(part)
    total = sum(weights.values()) or 1.0
    ranked = sorted(weights.items(), key=lambda entry: -entry[1])
    return [Guess(language, weight / total) for language, weight in ranked]


def _best(found: list[Guess]) -> Guess:
    return found[0] if found else Guess("", 0.0)


def _unsupported(what: str) -> str:
    return (
        f"This text seems to be in {what}, which the voices do not speak. It is read as well as they can; "
        "choose a language in the settings if this is wrong."
    )
