"""Key combinations as text: "Ctrl+Shift+F9". Reading, one normal form, refusal with a reason. No keyboard."""

from __future__ import annotations

import string
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from qwentts_desktop.errors import InvalidRequestError


class Modifier(Enum):
    """Keys that are held; the order here is the order in the normal form."""

    CTRL = "Ctrl"
    ALT = "Alt"
    SHIFT = "Shift"
    SUPER = "Super"


_MODIFIER_WORDS = MappingProxyType(
    {
        "ctrl": Modifier.CTRL,
        "control": Modifier.CTRL,
        "strg": Modifier.CTRL,
        "alt": Modifier.ALT,
        "option": Modifier.ALT,
        "shift": Modifier.SHIFT,
        "super": Modifier.SUPER,
        "meta": Modifier.SUPER,
        "win": Modifier.SUPER,
        "windows": Modifier.SUPER,
        "cmd": Modifier.SUPER,
    }
)

FUNCTION_KEYS = tuple(f"F{number}" for number in range(1, 25))
MEDIA_KEYS = (
    "MediaPlay",
    "MediaPause",
    "MediaStop",
    "MediaNext",
    "MediaPrevious",
    "VolumeUp",
    "VolumeDown",
    "VolumeMute",
)
PUNCTUATION_KEYS = MappingProxyType(
    {
        "-": "Minus",
        "=": "Equal",
        ",": "Comma",
        ".": "Period",
        ";": "Semicolon",
        "/": "Slash",
        "\\": "Backslash",
        "[": "BracketLeft",
        "]": "BracketRight",
        "'": "Apostrophe",
        "`": "Grave",
        "+": "Plus",
    }
)
_EDITING_KEYS = (
    *("Space", "Tab", "Enter", "Escape", "Backspace", "Insert", "Delete", "Home", "End"),
    *("PageUp", "PageDown", "Left", "Right", "Up", "Down", "Menu"),
)
_IDLE_KEYS = ("Pause", "PrintScreen", "ScrollLock")
_NUMBER_PAD = (
    *(f"Num{digit}" for digit in string.digits),
    *("NumAdd", "NumSubtract", "NumMultiply", "NumDivide", "NumEnter", "NumDecimal"),
)

KEY_NAMES: tuple[str, ...] = (
    *string.ascii_uppercase,
    *string.digits,
    *FUNCTION_KEYS,
    *_EDITING_KEYS,
    *_IDLE_KEYS,
    *MEDIA_KEYS,
    *PUNCTUATION_KEYS.values(),
    *_NUMBER_PAD,
)

# Keys that nobody types with, so that they may stand alone.
_USABLE_ALONE = frozenset((*FUNCTION_KEYS, *MEDIA_KEYS, *_IDLE_KEYS, *_NUMBER_PAD))

_KEY_WORDS = MappingProxyType(
    {
        **{name.lower(): name for name in KEY_NAMES},
        **PUNCTUATION_KEYS,
        **{"return": "Enter", "esc": "Escape", "del": "Delete", "ins": "Insert", "spacebar": "Space"},
        **{"pgup": "PageUp", "pgdown": "PageDown", "pgdn": "PageDown", "prior": "PageUp", "next": "PageDown"},
        **{"print": "PrintScreen", "sysrq": "PrintScreen", "break": "Pause"},
        **{"mediaplaypause": "MediaPlay", "playpause": "MediaPlay", "mediatoggleplaypause": "MediaPlay"},
        **{"mediaprev": "MediaPrevious", "volumemutetoggle": "VolumeMute"},
    }
)


@dataclass(frozen=True)
class KeyCombination:
    """One key with the modifiers that are held. `str()` gives the normal form, which reads back as equal."""

    modifiers: frozenset[Modifier]
    key: str

    def __str__(self) -> str:
        held = [modifier.value for modifier in Modifier if modifier in self.modifiers]
        return "+".join([*held, self.key])


def parse_combination(text: str) -> KeyCombination:
    """Read a combination in any common spelling ("control + shift + f9", "Ctrl++", "Meta+PgUp").

    Raises:
        InvalidRequestError: nothing there, an unknown key, no key or two, or a combination that typing needs.
    """
    words = _split(text)
    if not words:
        raise InvalidRequestError("The key combination is empty. Press or type one such as Ctrl+Shift+F9.")
    modifiers: set[Modifier] = set()
    keys: list[str] = []
    for word in words:
        folded = word.lower().replace(" ", "")
        if folded in _MODIFIER_WORDS:
            modifiers.add(_MODIFIER_WORDS[folded])
        elif folded in _KEY_WORDS:
            keys.append(_KEY_WORDS[folded])
        else:
            raise InvalidRequestError(
                f"“{word[:30]}” is not a key that is known here. Use one such as F9, A, Home or MediaPlay."
            )
    return _checked(KeyCombination(frozenset(modifiers), _only(keys, text)))


def normalise_combination(text: str) -> str:
    """The normal form of a combination; "" (none) for empty text. Raises as `parse_combination`."""
    return str(parse_combination(text)) if text.strip() else ""


def _split(text: str) -> list[str]:
    """Words between plus signs; a plus at the end after a plus is the plus key itself."""
    stripped = text.strip()
    if stripped == "+":
        return ["+"]
    if stripped.endswith("++") or stripped.endswith("+ +"):
        return [*_split(stripped[:-1].rstrip().rstrip("+")), "+"]
    return [word.strip() for word in stripped.split("+")] if stripped else []


def _only(keys: list[str], text: str) -> str:
    if len(keys) == 1:
        return keys[0]
    if not keys:
        raise InvalidRequestError(
            f"“{text.strip()[:40]}” has no key besides Ctrl, Alt, Shift and Super. Add one."
        )
    raise InvalidRequestError(f"“{text.strip()[:40]}” has more than one key. Use one key with modifiers.")


def _checked(combination: KeyCombination) -> KeyCombination:
    typed_with = combination.key not in _USABLE_ALONE
    if typed_with and not combination.modifiers - {Modifier.SHIFT}:
        raise InvalidRequestError(f"{combination} is needed for typing. Add Ctrl, Alt or Super.")
    return combination
