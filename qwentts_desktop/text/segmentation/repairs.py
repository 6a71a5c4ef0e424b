"""Where a segmenter sees a sentence's end and a reader does not: abbreviations, ordinals, quotations."""

from __future__ import annotations

import re
from itertools import pairwise

from qwentts_desktop.text.segmentation.abbreviations import (
    ABBREVIATIONS,
    OFTEN_LAST,
    WORDS_TAKEN_FOR_ABBREVIATIONS,
)

_INITIAL = re.compile(r"(?:^|[\s(«„“\"])(?:[A-ZÀ-ÞА-ЯЁ]\.[ -]?){1,4}\s*$")
_NAME = re.compile(r"[A-ZÀ-ÞА-ЯЁ][\w'’-]+[\s,.;:!?)]?")
_LIST_NUMBER = re.compile(r"^\s*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s*$")
_ORDINAL = re.compile(r"(?:^|[\s(])\d{1,2}\.\s*$")
_STARTS_GERMAN = re.compile(
    r"(?:Der|Die|Das|Den|Dem|Des|Ein|Eine|Er|Sie|Es|Wir|Ich|Ihr|Du|Man|Und|Aber|Oder|Doch|Dann|Danach|Da|Dort|Hier|Heute|Morgen|"
    r"Nun|Jetzt|Als|Wenn|Weil|Dass|In|Im|Am|An|Auf|Bei|Mit|Nach|Von|Vor|Zu|Zum|Zur|Für|Was|Wer|Wie|Wo|Warum|Diese|Dieser|Dieses|"
    r"Alle|Auch|Nur|Noch|So|Sein|Seine|Ihre|Mein|Meine|Kein|Keine|Bitte|Ja|Nein)\b"
)  # fmt: skip
_END_IN_PARENTHESES = re.compile(r"(?<=[.!?]\))\s+(?=[A-ZÀ-Þ])")
_RUSSIAN_YEAR = re.compile(r"\d{4} гг?\.\s+(?=[А-ЯЁ])")
_BEFORE_DIGIT = re.compile(r"[。！？](?=\d)")
_QUOTES = (("「", "」"), ("『", "』"), ("（", "）"), ("“", "”"), ("《", "》"))
_CLOSING = re.compile(r"^[\"'”’»)\]」』）】]+(?=\s|$|[^\w\s])")
_QUOTE_END = re.compile(r"[」』）)”’\"']\s*$")
_JAPANESE_GOES_ON = re.compile(
    r"(?:と|って|など|という|は|が|を|に|の|で(?!も|す|は)|も|へ|や|か(?:ら|と)|、|，)"
)
_CHINESE_GOES_ON = re.compile(
    r"[，、；]|[\u4e00-\u9fff]{0,6}?(?:说|說|道|问|問|答|喊|叫|想|笑|写|寫|回答|表示)[着道了]?[。，：！]"
)
_KOREAN_GOES_ON = re.compile(r"[가-힣 ]{1,14}(?:물었|말했|외쳤|대답했|소리쳤|했다|했습니다|중얼거렸|속삭였)")
_GOES_ON_AFTER_QUOTE = {"ja": _JAPANESE_GOES_ON, "zh": _CHINESE_GOES_ON, "ko": _KOREAN_GOES_ON}
_QUOTE_STOP = re.compile(r"[!?！？][\"'”’»」』]+\s*$|[!?][\"'”’»]\s*$")
_SMALL_LETTER = re.compile(r"(?:^|[\s(])[a-zа-я]\.\s*$")
_DASH = re.compile(r"[—–-]\s*[a-zß-ÿа-яё]")
_SPEAKER = re.compile(r"[a-zß-ÿа-яё]")


def belongs_together(left: str, right: str, language: str) -> bool:
    """Whether `right` goes on with the sentence of `left`."""
    right = right.lstrip()
    return (
        bool(_LIST_NUMBER.match(left))
        or bool(_SMALL_LETTER.search(left) and _SPEAKER.match(right))
        or bool(_DASH.match(right))
        or bool(_CLOSING.match(right))
        or _quotation_goes_on(left, right, language)
        or _abbreviation_goes_on(left, right, language)
        or _ordinal_goes_on(left, right, language)
    )


def divided(sentence: str, language: str) -> list[str]:
    """What was taken for one sentence, at ends that were missed."""
    words = WORDS_TAKEN_FOR_ABBREVIATIONS.get(language)
    ends = [found.end() for found in _END_IN_PARENTHESES.finditer(sentence)]
    if language in ("zh", "ja"):
        ends += [
            found.end()
            for found in _BEFORE_DIGIT.finditer(sentence)
            if not _is_inside_quote(sentence, found.end())
        ]
    if language == "ru":
        ends += [found.end() for found in _RUSSIAN_YEAR.finditer(sentence)]
    if words is not None:
        ends += [found.end() for found in re.finditer(rf"(?<!\w)(?:{words})\.\s+(?=[A-ZÀ-Þ¿¡«“])", sentence)]
    edges = [0, *sorted(ends), len(sentence)]
    return [sentence[start:end] for start, end in pairwise(edges)]


def _is_inside_quote(sentence: str, place: int) -> bool:
    before = sentence[:place]
    return any(before.count(opening) > before.count(closing) for opening, closing in _QUOTES)


def _quotation_goes_on(left: str, right: str, language: str) -> bool:
    goes_on = _GOES_ON_AFTER_QUOTE.get(language)
    if goes_on is not None:
        return bool(_QUOTE_END.search(left) and goes_on.match(right))
    return bool(_QUOTE_STOP.search(left) and _SPEAKER.match(right))


def _abbreviation_goes_on(left: str, right: str, language: str) -> bool:
    words = ABBREVIATIONS.get(language)
    if words is None or not left.rstrip().endswith("."):
        return False
    tail = left.rstrip()[-24:-1]
    if (
        _INITIAL.search(left[-24:])
        and _NAME.match(right)
        and language in ("ru", "fr", "es", "it", "pt", "de")
    ):
        return len(left.strip()) > 2 or language != "fr"
    if not re.search(rf"(?:^|[\s(\"'’«„“/–-])(?:{words})$", tail):
        return False
    often_ends = OFTEN_LAST.get(language)
    if often_ends and re.search(rf"(?:^|[\s(\d])(?:{often_ends})$", tail):
        return not right[:1].isupper()
    return True


def _ordinal_goes_on(left: str, right: str, language: str) -> bool:
    return language == "de" and bool(_ORDINAL.search(left)) and not _STARTS_GERMAN.match(right)
