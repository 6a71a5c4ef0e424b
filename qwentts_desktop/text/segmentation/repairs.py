"""Places where a segmenter sees the end of a sentence and a reader does not: abbreviations, ordinals, quotations."""

from __future__ import annotations

import re

_ABBREVIATIONS = {
    "en": r"e\. ?g|i\. ?e|cf|vs|al|approx|Figs?|Eqs?|Nos?|Vols?|pp?|Chs?|Secs?|Gen|Col|Lt|Sgt|Capt|Rev|Hon|Prof|Gov|Sen|Rep|St|Mt|Ft",
    "de": r"z\. ?B|d\. ?h|u\. ?a|o\. ?ä|i\. ?d\. ?R|s\. ?o|v\. ?a|z\. ?T|m\. ?E|u\. ?U|bzw|ca|vgl|Nr|Abs|Art|Abb|Bd|Str|Tel|Dr|Prof|Hr|Fr|St|evtl|ggf|inkl|exkl|zzgl|Mio|Mrd|geb|gest|Jh|sog|Kap|Aufl|Hrsg|Dipl|Ing|rd|max|min",
    "fr": r"M|MM|Mme|Mlle|Dr|Pr|p\. ?ex|c\. ?-?à ?-?d|av|apr|env|art|chap|fig|vol|éd|n°|pp?|cf|Me|St|Ste|boul|bd|av\. J\.-C|J\.-C",
    "es": r"Sr|Sra|Srta|Sres|Dr|Dra|D|Dña|Ud|Uds|p\. ?ej|EE|núm|pág|págs|art|aprox|tel|av|avda|fig|vol|cap|Prof|Lic|Ing|Gral|a\. ?C|d\. ?C",
    "it": r"sig|sigg|Sig|Sigg|sig\.ra|Sig\.ra|dott|Dott|dott\.ssa|Dott\.ssa|prof|Prof|prof\.ssa|Prof\.ssa|ing|Ing|avv|Avv|arch|on|On|art|artt|pag|pagg|cap|fig|vol|n|nn|es|ad es|p\. ?es|ecc|ca|tel|cfr|Cfr|vd|a\. ?C|d\. ?C|S|Ss",
    "pt": r"Sr|Sra|Srs|Sras|Dr|Dra|Prof|Profa|Eng|Exmo|Exma|p\. ?ex|art|arts|pág|págs|fig|vol|cap|núm|n|tel|av|Av|R|ed|aprox|a\. ?C|d\. ?C|D",
    "ru": r"т\. ?е|т\. ?к|т\. ?н|т\. ?о|и\. ?о|н\. ?э|г|гг|в|вв|ул|пр|просп|д|кв|корп|стр|рис|табл|гл|см|ср|напр|проф|акад|доц|им|тыс|млн|млрд|руб|коп|обл|р|пос|тел|св|ст|п",
}  # fmt: skip
_BEFORE_CAPITAL_ONLY_IF_NAME = {
    "ru": r"г|гг|в|вв|руб|коп|тыс|млн|млрд|св|ст|п|д|р",
    "it": r"ecc|n|S|Ss|on",
    "en": r"al",
    "de": r"max|min",
}
"""Abbreviations that often end a sentence: they go on only before a digit or a small letter."""

_INITIAL = re.compile(r"(?:^|[\s(«„“\"])(?:[A-ZÀ-ÞА-ЯЁ]\.[ -]?){1,4}\s*$")
_NAME = re.compile(r"[A-ZÀ-ÞА-ЯЁ][\w'’-]+[\s,.;:!?)]?")
_LIST_NUMBER = re.compile(r"^\s*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s*$")
_ORDINAL = re.compile(r"(?:^|[\s(])\d{1,2}\.\s*$")
_STARTS_GERMAN = re.compile(
    r"(?:Der|Die|Das|Den|Dem|Des|Ein|Eine|Er|Sie|Es|Wir|Ich|Ihr|Du|Man|Und|Aber|Oder|Doch|Dann|Danach|Da|Dort|Hier|Heute|Morgen|"
    r"Nun|Jetzt|Als|Wenn|Weil|Dass|In|Im|Am|An|Auf|Bei|Mit|Nach|Von|Vor|Zu|Zum|Zur|Für|Was|Wer|Wie|Wo|Warum|Diese|Dieser|Dieses|"
    r"Alle|Auch|Nur|Noch|So|Sein|Seine|Ihre|Mein|Meine|Kein|Keine|Bitte|Ja|Nein)\b"
)  # fmt: skip
_CLOSING = re.compile(r"^[\"'”’»)\]」』）】]+(?=\s|$|[^\w\s])")
_QUOTE_END = re.compile(r"[」』）)”’]\s*$")
_JAPANESE_GOES_ON = re.compile(
    r"(?:と|って|など|という|は|が|を|に|の|で(?!も|す|は)|も|へ|や|か(?:ら|と)|、|，)"
)
_CHINESE_GOES_ON = re.compile(
    r"[，、；]|[\u4e00-\u9fff]{0,6}?(?:说|說|道|问|問|答|喊|叫|想|笑|写|寫|回答|表示)[着道了]?[。，：！]"
)
_QUOTE_STOP = re.compile(r"[!?！？][\"'”’»」』]+\s*$|[!?][\"'”’»]\s*$")
_SPEAKER = re.compile(r"[a-zß-ÿа-яё]")


def belongs_together(left: str, right: str, language: str) -> bool:
    """Whether `right` goes on with the sentence of `left`."""
    right = right.lstrip()
    return (
        bool(_LIST_NUMBER.match(left))
        or bool(_CLOSING.match(right))
        or _quotation_goes_on(left, right, language)
        or _abbreviation_goes_on(left, right, language)
        or _ordinal_goes_on(left, right, language)
    )


def _quotation_goes_on(left: str, right: str, language: str) -> bool:
    if language == "ja":
        return bool(_QUOTE_END.search(left) and _JAPANESE_GOES_ON.match(right))
    if language == "zh":
        return bool(_QUOTE_END.search(left) and _CHINESE_GOES_ON.match(right))
    return bool(_QUOTE_STOP.search(left) and _SPEAKER.match(right))


def _abbreviation_goes_on(left: str, right: str, language: str) -> bool:
    words = _ABBREVIATIONS.get(language)
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
    often_ends = _BEFORE_CAPITAL_ONLY_IF_NAME.get(language)
    if often_ends and re.search(rf"(?:^|[\s(\d])(?:{often_ends})$", tail):
        return not right[:1].isupper()
    return True


def _ordinal_goes_on(left: str, right: str, language: str) -> bool:
    return language == "de" and bool(_ORDINAL.search(left)) and not _STARTS_GERMAN.match(right)
