"""Abbreviations after which a sentence goes on, by language, as alternatives of a regular expression."""

from __future__ import annotations

ABBREVIATIONS = {
    "en": (
        r"e\. ?g|i\. ?e|cf|vs|al|approx|Figs?|Eqs?|Nos?|Vols?|pp?|Chs?|Secs?|Gen|Col|Lt|Sgt|Capt|Rev|"
        r"Hon|Prof|Gov|Sen|Rep|St|Mt|Ft"
    ),
    "de": (
        r"z\. ?B|d\. ?h|u\. ?a|o\. ?ä|i\. ?d\. ?R|s\. ?o|v\. ?a|z\. ?T|m\. ?E|u\. ?U|bzw|ca|vgl|Nr|"
        r"Abs|Art|Abb|Bd|Str|Tel|Dr|Prof|Hr|Fr|St|evtl|ggf|inkl|exkl|zzgl|Mio|Mrd|geb|gest|Jh|sog|Kap|"
        r"Aufl|Hrsg|Dipl|Ing|rd|max|min"
    ),
    "fr": (
        r"M|MM|Mme|Mlle|Dr|Pr|p\. ?ex|c\. ?-?à ?-?d|av|apr|env|art|chap|fig|vol|éd|n°|pp?|cf|Me|St|"
        r"Ste|boul|bd|av\. J\.-C|J\.-C"
    ),
    "es": (
        r"Sr|Sra|Srta|Sres|Dr|Dra|D|Dña|Ud|Uds|p\. ?ej|EE|núm|pág|págs|art|aprox|tel|av|avda|fig|vol|"
        r"cap|Prof|Lic|Ing|Gral|a\. ?C|d\. ?C"
    ),
    "it": (
        r"sig|sigg|Sig|Sigg|sig\.ra|Sig\.ra|dott|Dott|dott\.ssa|Dott\.ssa|prof|Prof|prof\.ssa|"
        r"Prof\.ssa|ing|Ing|avv|Avv|arch|on|On|art|artt|pag|pagg|cap|fig|vol|n|nn|es|ad es|p\. ?es|"
        r"ecc|ca|tel|cfr|Cfr|vd|a\. ?C|d\. ?C|S|Ss"
    ),
    "pt": (
        r"Sr|Sra|Srs|Sras|Dr|Dra|Prof|Profa|Eng|Exmo|Exma|p\. ?ex|art|arts|pág|págs|fig|vol|cap|núm|n|"
        r"tel|av|Av|R|ed|aprox|a\. ?C|d\. ?C|D"
    ),
    "ru": (
        r"т\. ?е|т\. ?к|т\. ?н|т\. ?о|и\. ?о|н\. ?э|г|гг|в|вв|ул|пр|просп|д|кв|корп|стр|рис|табл|гл|"
        r"см|ср|напр|проф|акад|доц|им|тыс|млн|млрд|руб|коп|обл|р|пос|тел|св|ст|п"
    ),
}
"""The point behind these ends no sentence."""

OFTEN_LAST = {
    "ru": r"г|гг|в|вв|руб|коп|тыс|млн|млрд|св|ст|п|д|р",
    "it": r"ecc|n|S|Ss|on",
    "en": r"al",
    "de": r"max|min",
}
"""Those of them that often end a sentence all the same: they go on only before a digit or a small letter."""

WORDS_TAKEN_FOR_ABBREVIATIONS = {
    "en": "art|id|ill|me|miss|[Nn]o|ok|OK|ore|may",
    "it": "me|te|no",
    "es": "no|mar",
    "de": "Art",
}
"""Common words that the segmenter takes for abbreviations; before a capital letter they end a sentence."""
