"""Checks a value against its declaration and turns typed text into one. Sentences for what does not fit."""

from __future__ import annotations

import math
import unicodedata
from types import MappingProxyType

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.description import SettingInfo, Value

MAX_TEXT_CHARACTERS = 4_096
_BOOLEANS = MappingProxyType(
    {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
)


def check_value(info: SettingInfo, value: object) -> Value:
    """The value in its declared type (an integer does for a decimal number).

    Raises:
        SettingsError: wrong type, out of range, not among the choices.
    """
    if info.kind is bool:
        return _boolean(info, value)
    if info.kind is str:
        return _text(info, value)
    return _number(info, value)


def parse_value(info: SettingInfo, text: str) -> Value:
    """What was typed, as a value. Raises SettingsError as `check_value`."""
    typed = text.strip()
    if info.kind is bool:
        return check_value(info, _BOOLEANS.get(typed.lower()))
    if info.kind is str:
        return check_value(info, typed)
    try:
        number: float = int(typed) if info.kind is int else float(typed.replace(",", "."))
    except ValueError as error:
        raise _refused(info) from error
    return check_value(info, number)


def _boolean(info: SettingInfo, value: object) -> bool:
    if not isinstance(value, bool):
        raise _refused(info)
    return value


def _text(info: SettingInfo, value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT_CHARACTERS or not _is_storable(value):
        raise _refused(info)
    if info.choices and value not in info.choices:
        raise _refused(info)
    return value


def _is_storable(text: str) -> bool:
    """No control characters and no lone surrogates: neither is in a name of anything, nor in a TOML file."""
    return all(unicodedata.category(character) not in ("Cc", "Cs") for character in text)


def _number(info: SettingInfo, value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _refused(info)
    if isinstance(value, float) and not math.isfinite(value):
        raise _refused(info)
    if info.kind is int and value != int(value):
        raise _refused(info)
    too_low = info.minimum is not None and value < info.minimum
    too_high = info.maximum is not None and value > info.maximum
    if too_low or too_high:
        raise _refused(info)
    return int(value) if info.kind is int else float(value)


def _refused(info: SettingInfo) -> SettingsError:
    # What was given is left out: it may be long, or a path with the user's name.
    return SettingsError(f"{info.name} must be {_article(info)}{info.allowed}.")


def _article(info: SettingInfo) -> str:
    return "one of: " if info.choices else ""
