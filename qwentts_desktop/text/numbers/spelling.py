"""Finding numbers in a sentence and spelling them: dates, times, money, phones, versions, amounts."""

from __future__ import annotations

import re
from collections.abc import Callable

from qwentts_desktop.text.mapped import Edit, MappedText, Step
from qwentts_desktop.text.numbers import phrases, words

_LANGUAGES = frozenset(phrases.PERCENT)
_DECIMAL_COMMA = ("de", "fr", "it", "pt", "es", "ru")
_SIGNS = "".join(phrases.CURRENCIES)

# Numbers grouped by thousands, then plain ones; the fraction follows. Both signs are told apart by `_parts`.
_AMOUNT = r"\d{1,3}(?:(?P<g>[,.'’\u00a0\u202f ])\d{3}(?:(?P=g)\d{3})*)?(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?"


def _amount(name: str) -> str:
    return rf"(?P<{name}>{_AMOUNT.replace('g>', name + '_g>').replace('=g)', f'={name}_g)')})"


_MINUS = r"(?:(?<![\w)])[-−])?"

_NUMBER = re.compile(
    rf"""
      (?P<date>(?<![\d-])(?P<date_y>\d{{4}})-(?P<date_m>0[1-9]|1[0-2])-(?P<date_d>0[1-9]|[12]\d|3[01])(?![\d-]))
    | (?P<time>(?<![\d:.])(?P<time_h>[01]?\d|2[0-4]):(?P<time_m>[0-5]\d)(?::(?P<time_s>[0-5]\d))?(?![\d:])
        (?:\ ?Uhr\b)?)
    | (?P<phone>(?<![\w+])\(?\d{{1,4}}\)?(?:[\ /-]\(?\d{{2,5}}\)?){{2,5}}(?![\d.,]\d)(?!\w)
        |(?<![\w+])\+\d{{1,15}}(?:[\ /-]?\(?\d{{1,9}}\)?){{1,6}}(?!\w)|(?<![\w.,])0\d{{6,14}}(?![\w.,]\d))
    | (?P<version>(?<![\w.])[vV]?(?P<version_n>\d+(?:\.\d+){{2,5}})(?![\w.]*\d)
        |(?<![\w.])[vV](?P<short_n>\d+\.\d+)(?![\w.]*\d))
    | (?P<money>(?:(?:US|AU|CA|HK)?(?P<sign>[{_SIGNS}])\ ?{_amount("before")})
        |(?:{_amount("after")}\ ?(?P<sign_after>[{_SIGNS}])(?!\d)))
    | (?P<percent>{_MINUS}{_amount("share")}\ ?%)
    | (?P<degrees>{_MINUS}{_amount("heat")}\ ?°(?:\ ?(?P<scale>[CF])\b)?)
    | (?P<ordinal>(?<![\w.,])(?P<ordinal_n>\d{{1,9}})(?:st|nd|rd|th|ère|ème|er|e|º|ª)(?!\w))
    | (?P<span>(?<![\w.,-])(?P<from>\d{{1,4}})[–-](?P<to>\d{{1,4}})(?![\w-]|[.,]\d))
    | (?P<plain>{_MINUS}{_amount("count")})
    """,
    re.VERBOSE,
)


def with_numbers_spelled(mapped: MappedText, language: str) -> MappedText:
    """Spell all numbers of a sentence in its language; other languages than the ten are left as they are."""
    if language not in _LANGUAGES:
        return mapped
    text = mapped.text
    edits = []
    for found in _NUMBER.finditer(text):
        said = _spelled(found, language)
        if found.group()[0] in "-−":
            said = words.minus(language) + said
        edits.append(Edit(found.start(), found.end(), _apart(said, text, found, language)))
    return mapped.edited(Step.NUMBERS, edits)


def _apart(said: str, text: str, found: re.Match[str], language: str) -> str:
    """Words must not run into letters that touched the digits, such as in "5km"."""
    if not words.joiner(language):
        return said
    before = " " if found.start() and text[found.start() - 1].isalnum() else ""
    after = " " if found.end() < len(text) and text[found.end()].isalnum() else ""
    if language == "ko":
        after = ""
    return f"{before}{said}{after}"


def _spelled(found: re.Match[str], language: str) -> str:
    for kind, speller in _SPELLERS.items():
        if found.group(kind):
            return speller(found, language)
    return found.group()


def _date(found: re.Match[str], language: str) -> str:
    day, month = str(int(found["date_d"])), int(found["date_m"])
    year = words.year(found["date_y"], language)
    if language in ("zh", "ja", "ko"):
        units = ("년 ", "월 ", "일") if language == "ko" else ("年", "月", "日")
        parts = (year, words.cardinal(str(month), language), words.cardinal(day, language))
        return "".join(part + unit for part, unit in zip(parts, units, strict=True))
    name = phrases.MONTHS[language].split()[month - 1]
    if language == "en":
        return f"{name} {words.ordinal(day, language)}, {year}"
    if language == "de":
        return f"{words.ordinal(day, language)}r {name} {year}"
    of = " de " if language in ("es", "pt") else " "
    return f"{words.cardinal(day, language)}{of}{name}{of}{year}"


def _time(found: re.Match[str], language: str) -> str:
    hour, minute, second = int(found["time_h"]), int(found["time_m"]), found["time_s"]
    said = _hour_and_minute(hour, minute, language)
    if second:
        said += words.joiner(language) + words.cardinal(second, language)
    return said


def _hour_and_minute(hour: int, minute: int, language: str) -> str:
    h, m = words.cardinal(str(hour), language), words.cardinal(str(minute), language) if minute else ""
    if language in ("zh", "ja"):
        sign, zero = ("点", "零" if 0 < minute < 10 else "") if language == "zh" else ("時", "")
        return f"{h}{sign}{zero}{m}{'分' if m else ''}"
    if language == "ko":
        return f"{phrases.korean_hour(hour) or h}시{f' {m}분' if m else ''}"
    return _western_time(h, m, minute, language)


def _western_time(h: str, m: str, minute: int, language: str) -> str:
    if language == "en":
        return f"{h} {'o’clock' if not m else ('oh ' + m if minute < 10 else m)}"
    if language == "de":
        return f"{'ein' if h == 'eins' else h} Uhr{' ' + m if m else ''}"
    if language == "fr":
        return f"{'une heure' if h == 'un' else h + ' heures'}{' ' + m if m else ''}"
    between = {"es": " y ", "it": " e ", "pt": " e ", "ru": " "}[language]
    return f"{h}{between}{m}" if m else h


def _phone(found: re.Match[str], language: str) -> str:
    groups = re.findall(r"\d+", found.group())
    return ", ".join(words.digit_by_digit(group, language) for group in groups)


def _version(found: re.Match[str], language: str) -> str:
    number = found["version_n"] or found["short_n"]
    letter = found.group()[0] + " " if found.group()[0] in "vV" else ""
    return letter + words.dotted(number.split("."), language)


def _money(found: re.Match[str], language: str) -> str:
    sign = found["sign"] or found["sign_after"]
    whole, fraction = _parts(found["before"] or found["after"], language)
    unit = phrases.CURRENCIES[sign][language]
    small = phrases.small_unit(sign)
    if language in ("zh", "ja", "ko") or (fraction and (len(fraction) != 2 or small is None)):
        return f"{_said(whole, fraction, language)}{words.joiner(language)}{phrases.counted(unit, 2)}"
    said = f"{words.cardinal(whole, language)} {phrases.counted(unit, int(whole))}"
    if fraction and small and int(fraction):
        said += f" {phrases.AND[language]}".rstrip()
        said += f" {words.cardinal(fraction, language)} {phrases.counted(small[language], int(fraction))}"
    return said


def _percent(found: re.Match[str], language: str) -> str:
    whole, fraction = _parts(found["share"], language)
    said = _said(whole, fraction, language)
    if language == "zh":
        return phrases.PERCENT[language] + said
    unit = phrases.counted(phrases.PERCENT[language], 2 if fraction else int(whole))
    return f"{said}{words.joiner(language)}{unit}"


def _degrees(found: re.Match[str], language: str) -> str:
    said = _said(*_parts(found["heat"], language), language)
    scale = {"C": " Celsius", "F": " Fahrenheit", None: ""}[found["scale"]] if words.joiner(language) else ""
    return f"{said}{words.joiner(language)}{phrases.DEGREES[language]}{scale}"


def _ordinal(found: re.Match[str], language: str) -> str:
    return words.ordinal(found["ordinal_n"], language)


def _range(found: re.Match[str], language: str) -> str:
    said = [_whole(found["from"], language), phrases.RANGE[language], _whole(found["to"], language)]
    return words.joiner(language).join(said)


def _plain(found: re.Match[str], language: str) -> str:
    whole, fraction = _parts(found["count"], language)
    return _said(whole, fraction, language)


def _said(whole: str, fraction: str, language: str) -> str:
    return words.decimal(whole, fraction, language) if fraction else _whole(whole, language)


def _whole(digits: str, language: str) -> str:
    if len(digits) == 4 and digits[:2] in ("18", "19", "20") and digits[2:] != "00":
        return words.year(digits, language) if language in ("en", "de") else words.cardinal(digits, language)
    if len(digits) > 1 and digits.startswith("0"):
        return words.digit_by_digit(digits, language)
    return words.cardinal(digits, language)


def _parts(amount: str, language: str) -> tuple[str, str]:
    """Whole part and fraction, without the signs between thousands."""
    amount = re.sub(r"[\s'’\u00a0\u202f]", "", amount)
    point = "," if language in _DECIMAL_COMMA else "."
    last = max(amount.rfind("."), amount.rfind(","))
    if last < 0:
        return amount, ""
    both = "." in amount and "," in amount
    several = amount.count(amount[last]) > 1
    groups = len(amount) - last == 4 and amount[last] != point and amount[:last].lstrip("0")
    if several or (groups and not both):
        return re.sub(r"[.,]", "", amount), ""
    return re.sub(r"[.,]", "", amount[:last]) or "0", amount[last + 1 :]


_Speller = Callable[["re.Match[str]", str], str]
_SPELLERS: dict[str, _Speller] = {
    "date": _date,
    "time": _time,
    "phone": _phone,
    "version": _version,
    "money": _money,
    "percent": _percent,
    "degrees": _degrees,
    "ordinal": _ordinal,
    "span": _range,
    "plain": _plain,
}
