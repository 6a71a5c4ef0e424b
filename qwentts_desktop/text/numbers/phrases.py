"""Words around numbers: currencies, per cent, months, hours, in ten languages."""

from __future__ import annotations

_EURO = {
    "zh": "欧元",
    "en": "euro|euros",
    "de": "Euro",
    "it": "euro",
    "pt": "euro|euros",
    "es": "euro|euros",
    "ja": "ユーロ",
    "ko": "유로",
    "fr": "euro|euros",
    "ru": "евро",
}
_DOLLAR = {
    "zh": "美元",
    "en": "dollar|dollars",
    "de": "Dollar",
    "it": "dollaro|dollari",
    "pt": "dólar|dólares",
    "es": "dólar|dólares",
    "ja": "ドル",
    "ko": "달러",
    "fr": "dollar|dollars",
    "ru": "доллар|доллара|долларов",
}
_POUND = {
    "zh": "英镑",
    "en": "pound|pounds",
    "de": "Pfund",
    "it": "sterlina|sterline",
    "pt": "libra|libras",
    "es": "libra|libras",
    "ja": "ポンド",
    "ko": "파운드",
    "fr": "livre|livres",
    "ru": "фунт|фунта|фунтов",
}
_YEN = {
    "zh": "日元",
    "en": "yen",
    "de": "Yen",
    "it": "yen",
    "pt": "iene|ienes",
    "es": "yen|yenes",
    "ja": "円",
    "ko": "엔",
    "fr": "yen|yens",
    "ru": "иена|иены|иен",
}
_YUAN = {
    "zh": "元",
    "en": "yuan",
    "de": "Yuan",
    "it": "yuan",
    "pt": "yuan",
    "es": "yuanes",
    "ja": "元",
    "ko": "위안",
    "fr": "yuan|yuans",
    "ru": "юань|юаня|юаней",
}
_WON = {
    "zh": "韩元",
    "en": "won",
    "de": "Won",
    "it": "won",
    "pt": "won",
    "es": "won",
    "ja": "ウォン",
    "ko": "원",
    "fr": "won|wons",
    "ru": "вона|воны|вон",
}
_RUBLE = {
    "zh": "卢布",
    "en": "ruble|rubles",
    "de": "Rubel",
    "it": "rublo|rubli",
    "pt": "rublo|rublos",
    "es": "rublo|rublos",
    "ja": "ルーブル",
    "ko": "루블",
    "fr": "rouble|roubles",
    "ru": "рубль|рубля|рублей",
}
_CENT = {
    "zh": "分",
    "en": "cent|cents",
    "de": "Cent",
    "it": "centesimo|centesimi",
    "pt": "centavo|centavos",
    "es": "centavo|centavos",
    "ja": "セント",
    "ko": "센트",
    "fr": "centime|centimes",
    "ru": "цент|цента|центов",
}
_EURO_CENT = {**_CENT, "es": "céntimo|céntimos", "pt": "cêntimo|cêntimos", "fr": "centime|centimes"}
_PENCE = {
    **_CENT,
    "en": "penny|pence",
    "de": "Pence",
    "zh": "便士",
    "ja": "ペンス",
    "ko": "펜스",
    "it": "penny|pence",
    "es": "penique|peniques",
    "pt": "penny|pence",
    "fr": "penny|pence",
    "ru": "пенс|пенса|пенсов",
}
_KOPECK = {**_CENT, "en": "kopeck|kopecks", "de": "Kopeken", "ru": "копейка|копейки|копеек", "zh": "戈比"}

CURRENCIES = {"€": _EURO, "$": _DOLLAR, "£": _POUND, "¥": _YEN, "￥": _YUAN, "₩": _WON, "₽": _RUBLE}
_SMALL = {"€": _EURO_CENT, "$": _CENT, "£": _PENCE, "₽": _KOPECK}

PERCENT = {
    "zh": "百分之",
    "en": "percent",
    "de": "Prozent",
    "it": "per cento",
    "pt": "por cento",
    "es": "por ciento",
    "ja": "パーセント",
    "ko": "퍼센트",
    "fr": "pour cent",
    "ru": "процент|процента|процентов",
}
DEGREES = {
    "zh": "度",
    "en": "degrees",
    "de": "Grad",
    "it": "gradi",
    "pt": "graus",
    "es": "grados",
    "ja": "度",
    "ko": "도",
    "fr": "degrés",
    "ru": "градусов",
}
RANGE = {
    "zh": "到",
    "en": "to",
    "de": "bis",
    "it": "a",
    "pt": "a",
    "es": "a",
    "ja": "から",
    "ko": "에서",
    "fr": "à",
    "ru": "до",
}
AND = {"en": "and", "de": "und", "it": "e", "pt": "e", "es": "con", "fr": "et", "ru": ""}

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
}
_KOREAN_HOURS = ["열두", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두"]


def counted(forms: str, number: int) -> str:
    """The form of a noun behind a number; forms are "one|many", in Russian "one|few|many"."""
    parts = forms.split("|")
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        return parts[0] if number == 1 else parts[1]
    if number % 10 == 1 and number % 100 != 11:
        return parts[0]
    return parts[1] if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else parts[2]


def small_unit(sign: str) -> dict[str, str] | None:
    """The hundredth of a currency, or None where it has none in use."""
    return _SMALL.get(sign)


def korean_hour(hour: int) -> str:
    """The hour in Korean's own numbers, up to twelve; Sino-Korean ones are used beyond."""
    return _KOREAN_HOURS[hour] if 0 <= hour <= 12 else ""
