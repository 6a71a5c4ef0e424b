"""Which virtual-key code and modifier bits a combination means on Windows. Registers nothing."""

from __future__ import annotations

import string
from types import MappingProxyType

from qwentts_desktop.system.key_combination import FUNCTION_KEYS, KeyCombination, Modifier

MOD_NOREPEAT = 0x4000
_MODIFIER_BITS = MappingProxyType(
    {Modifier.ALT: 0x1, Modifier.CTRL: 0x2, Modifier.SHIFT: 0x4, Modifier.SUPER: 0x8}
)
# From the table of virtual-key codes in the Windows documentation. The punctuation keys are those of the
# US layout; on other layouts the same key carries another sign.
_VIRTUAL_KEYS = MappingProxyType(
    {
        **{letter: ord(letter) for letter in string.ascii_uppercase + string.digits},
        **{name: 0x70 + number for number, name in enumerate(FUNCTION_KEYS)},
        **{f"Num{digit}": 0x60 + digit for digit in range(10)},
        **{"NumMultiply": 0x6A, "NumAdd": 0x6B, "NumSubtract": 0x6D, "NumDecimal": 0x6E, "NumDivide": 0x6F},
        **{"Backspace": 0x08, "Tab": 0x09, "Enter": 0x0D, "NumEnter": 0x0D, "Pause": 0x13, "Escape": 0x1B},
        **{"Space": 0x20, "PageUp": 0x21, "PageDown": 0x22, "End": 0x23, "Home": 0x24},
        **{"Left": 0x25, "Up": 0x26, "Right": 0x27, "Down": 0x28},
        **{"PrintScreen": 0x2C, "Insert": 0x2D, "Delete": 0x2E, "Menu": 0x5D, "ScrollLock": 0x91},
        **{"VolumeMute": 0xAD, "VolumeDown": 0xAE, "VolumeUp": 0xAF},
        **{"MediaNext": 0xB0, "MediaPrevious": 0xB1, "MediaStop": 0xB2, "MediaPlay": 0xB3},
        **{"Semicolon": 0xBA, "Equal": 0xBB, "Plus": 0xBB, "Comma": 0xBC, "Minus": 0xBD, "Period": 0xBE},
        **{"Slash": 0xBF, "Grave": 0xC0, "BracketLeft": 0xDB, "Backslash": 0xDC, "BracketRight": 0xDD},
        "Apostrophe": 0xDE,
    }
)


def virtual_key(key: str) -> int | None:
    """The code of a key (a name of key_combination); None where Windows has no such key."""
    return _VIRTUAL_KEYS.get(key)


def modifier_bits(combination: KeyCombination) -> int:
    """The bits for RegisterHotKey, repeats of a held key left out."""
    bits = MOD_NOREPEAT
    for modifier in combination.modifiers:
        bits |= _MODIFIER_BITS[modifier]
    return bits
