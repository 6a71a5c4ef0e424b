"""Which keycodes and modifier bits a combination means on one X keyboard. Grabs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from Xlib import XK, X
from Xlib.display import Display

from qwentts_desktop.system.key_combination import FUNCTION_KEYS, PUNCTUATION_KEYS, KeyCombination, Modifier

_KEYSYM_NAMES = MappingProxyType(
    {
        **{name: name for name in FUNCTION_KEYS},
        **{name: name.lower() for name in PUNCTUATION_KEYS.values()},
        **{"Space": "space", "Tab": "Tab", "Enter": "Return", "Escape": "Escape", "Backspace": "BackSpace"},
        **{"Insert": "Insert", "Delete": "Delete", "Home": "Home", "End": "End", "Menu": "Menu"},
        **{"PageUp": "Page_Up", "PageDown": "Page_Down"},
        **{"Left": "Left", "Right": "Right", "Up": "Up", "Down": "Down"},
        **{"Pause": "Pause", "PrintScreen": "Print", "ScrollLock": "Scroll_Lock"},
        **{"BracketLeft": "bracketleft", "BracketRight": "bracketright"},
        **{f"Num{digit}": f"KP_{digit}" for digit in range(10)},
        **{"NumAdd": "KP_Add", "NumSubtract": "KP_Subtract", "NumMultiply": "KP_Multiply"},
        **{"NumDivide": "KP_Divide", "NumEnter": "KP_Enter", "NumDecimal": "KP_Decimal"},
    }
)
# From the vendor block of the X protocol's keysym table; Xlib.XK knows them only after a load.
_MEDIA_KEYSYMS = MappingProxyType(
    {
        "VolumeDown": 0x1008FF11,
        "VolumeMute": 0x1008FF12,
        "VolumeUp": 0x1008FF13,
        "MediaPlay": 0x1008FF14,
        "MediaStop": 0x1008FF15,
        "MediaPrevious": 0x1008FF16,
        "MediaNext": 0x1008FF17,
        "MediaPause": 0x1008FF31,
    }
)
_MODIFIER_KEYSYMS = MappingProxyType(
    {Modifier.ALT: ("Alt_L", "Alt_R"), Modifier.SUPER: ("Super_L", "Super_R")}
)
_USUAL_BITS = MappingProxyType({Modifier.ALT: X.Mod1Mask, Modifier.SUPER: X.Mod4Mask})


@dataclass(frozen=True)
class ModifierBits:
    """Modifier bits of the present keyboard. `num_lock` is 0 where there is no such key."""

    alt: int
    super: int
    num_lock: int

    def of(self, combination: KeyCombination) -> int:
        """The bits that must be set while the key goes down."""
        bits = {
            Modifier.CTRL: X.ControlMask,
            Modifier.SHIFT: X.ShiftMask,
            Modifier.ALT: self.alt,
            Modifier.SUPER: self.super,
        }
        mask = 0
        for modifier in combination.modifiers:
            mask |= bits[modifier]
        return mask

    def lock_variants(self) -> tuple[int, ...]:
        """Every state of CapsLock and NumLock: the server matches a grab's modifiers exactly."""
        return tuple(sorted({0, X.LockMask, self.num_lock, X.LockMask | self.num_lock}))

    def without_locks(self, state: int) -> int:
        """An event's state reduced to the modifiers that a combination can name."""
        held = X.ControlMask | X.ShiftMask | self.alt | self.super
        return state & held


def read_modifier_bits(display: Display) -> ModifierBits:
    """Ask the server which bits Alt, Super and NumLock have now."""
    rows = [set(row) - {0} for row in display.get_modifier_mapping()]

    def bit(names: Iterable[str]) -> int:
        codes = {code for name in names for code, _ in display.keysym_to_keycodes(XK.string_to_keysym(name))}
        return next((1 << row for row, held in enumerate(rows) if held & codes), 0)

    return ModifierBits(
        alt=bit(_MODIFIER_KEYSYMS[Modifier.ALT]) or _USUAL_BITS[Modifier.ALT],
        super=bit(_MODIFIER_KEYSYMS[Modifier.SUPER]) or _USUAL_BITS[Modifier.SUPER],
        num_lock=bit(("Num_Lock",)),
    )


def keys_of(display: Display, key: str) -> tuple[tuple[int, int], ...]:
    """The keys that give `key` (a name of key_combination) as (keycode, modifier bits that it takes).

    Bits are those of Shift where the sign is on a key's second level, such as plus on many keyboards.
    Empty if this keyboard has no such key.
    """
    if key in _MEDIA_KEYSYMS:
        keysym = _MEDIA_KEYSYMS[key]
    else:
        keysym = XK.string_to_keysym(_KEYSYM_NAMES.get(key, key.lower()))
    found = sorted(display.keysym_to_keycodes(keysym), key=lambda pair: pair[1])  # (keycode, level)
    if not found:
        return ()
    best = found[0][1]
    # Even levels are unshifted: 0 of the first layout, 2 of the second.
    shift = X.ShiftMask if best % 2 else 0
    return tuple(dict.fromkeys((code, shift) for code, level in found if level == best))
