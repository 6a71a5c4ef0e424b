"""Whole numbers, decimals and years as words: num2words, and cn2an for Chinese. Knows no surrounding text."""

from __future__ import annotations

_LONGEST = 15
"""Digits of the longest number that is said as a number; longer ones are said digit by digit."""

_DIGITS = {
    "zh": "零一二三四五六七八九",
    "ja": "零一二三四五六七八九",
    "ko": "영일이삼사오육칠팔구",
}
_POINT = {
    "zh": "点",
    "en": "point",
    "de": "Komma",
    "it": "virgola",
    "pt": "vírgula",
    "es": "coma",
    "ja": "点",
    "ko": "점",
    "fr": "virgule",
    "ru": "запятая",
}
_DOT = {"de": "Punkt", "it": "punto", "pt": "ponto", "es": "punto", "fr": "point", "ru": "точка"}
_MINUS = {
    "zh": "负",
    "en": "minus ",
    "de": "minus ",
    "it": "meno ",
    "pt": "menos ",
    "es": "menos ",
    "ja": "マイナス",
    "ko": "마이너스 ",
    "fr": "moins ",
    "ru": "минус ",
}
_SOLID = ("zh", "ja")


def joiner(language: str) -> str:
    """What stands between words: nothing in Chinese and Japanese."""
    return "" if language in _SOLID else " "


def minus(language: str) -> str:
    """The word for a minus sign, with the space behind it."""
    return _MINUS[language]


def cardinal(digits: str, language: str) -> str:
    """A whole number in words, such as "66" -> "sixty-six"."""
    digits = digits.lstrip("0") or "0"
    if len(digits) > _LONGEST:
        return digit_by_digit(digits, language)
    if language == "zh":
        import cn2an

        return str(cn2an.an2cn(digits, "low"))
    from num2words import num2words

    said = str(num2words(int(digits), lang=_code(language)))
    # The commas between thousands would be heard as pauses.
    return said.replace(", ", " ")


def ordinal(digits: str, language: str) -> str:
    """A number in a row, such as "3" -> "third"."""
    if language == "zh":
        return f"第{cardinal(digits, language)}"
    if language == "ko":
        return f"제{cardinal(digits, language)}"
    if len(digits) > _LONGEST:
        return cardinal(digits, language)
    from num2words import num2words

    return str(num2words(int(digits), lang=_code(language), to="ordinal"))


def year(digits: str, language: str) -> str:
    """A year of four digits, as one says it."""
    if language == "zh":
        return digit_by_digit(digits, language)
    if language not in ("en", "de"):
        return cardinal(digits, language)
    from num2words import num2words

    return str(num2words(int(digits), lang=language, to="year"))


def decimal(whole: str, fraction: str, language: str) -> str:
    """A number with a fraction; its digits are said one by one."""
    parts = [cardinal(whole, language), _POINT[language], digit_by_digit(fraction, language)]
    return joiner(language).join(parts)


def dotted(parts: list[str], language: str) -> str:
    """A version or an address such as "1.0.12": its parts with the word for the dot between them."""
    dot = f" {_DOT.get(language, _POINT[language])} " if joiner(language) else _POINT[language]
    return dot.join(cardinal(part, language) for part in parts)


def digit_by_digit(digits: str, language: str) -> str:
    """Every digit on its own, as in a telephone number."""
    own = _DIGITS.get(language)
    if own:
        return "".join(own[int(digit)] for digit in digits)
    return " ".join(cardinal(digit, language) for digit in digits)


def _code(language: str) -> str:
    return {"pt": "pt_BR"}.get(language, language)
