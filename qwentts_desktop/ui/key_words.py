"""Keys that Qt reports, in the words that the settings store: "Ctrl+Shift+F9". No widget."""

from __future__ import annotations

from types import MappingProxyType

from PySide6.QtCore import Qt

_K = Qt.Key
_NAMES = MappingProxyType(
    {
        **{_K(_K.Key_F1.value + number): f"F{number + 1}" for number in range(24)},
        **{_K(_K.Key_A.value + number): chr(ord("A") + number) for number in range(26)},
        **{_K(_K.Key_0.value + number): str(number) for number in range(10)},
        _K.Key_Space: "Space",
        _K.Key_Return: "Enter",
        _K.Key_Enter: "Enter",
        _K.Key_Escape: "Escape",
        _K.Key_Backspace: "Backspace",
        _K.Key_Insert: "Insert",
        _K.Key_Delete: "Delete",
        _K.Key_Home: "Home",
        _K.Key_End: "End",
        _K.Key_PageUp: "PageUp",
        _K.Key_PageDown: "PageDown",
        _K.Key_Left: "Left",
        _K.Key_Right: "Right",
        _K.Key_Up: "Up",
        _K.Key_Down: "Down",
        _K.Key_Menu: "Menu",
        _K.Key_Pause: "Pause",
        _K.Key_Print: "PrintScreen",
        _K.Key_ScrollLock: "ScrollLock",
        _K.Key_MediaPlay: "MediaPlay",
        _K.Key_MediaTogglePlayPause: "MediaPlay",
        _K.Key_MediaPause: "MediaPause",
        _K.Key_MediaStop: "MediaStop",
        _K.Key_MediaNext: "MediaNext",
        _K.Key_MediaPrevious: "MediaPrevious",
        _K.Key_VolumeUp: "VolumeUp",
        _K.Key_VolumeDown: "VolumeDown",
        _K.Key_VolumeMute: "VolumeMute",
        _K.Key_Minus: "Minus",
        _K.Key_Equal: "Equal",
        _K.Key_Comma: "Comma",
        _K.Key_Period: "Period",
        _K.Key_Semicolon: "Semicolon",
        _K.Key_Slash: "Slash",
        _K.Key_Backslash: "Backslash",
        _K.Key_BracketLeft: "BracketLeft",
        _K.Key_BracketRight: "BracketRight",
        _K.Key_Apostrophe: "Apostrophe",
        _K.Key_QuoteLeft: "Grave",
        _K.Key_Plus: "Plus",
    }
)
_MODIFIER_KEYS = frozenset((_K.Key_Control, _K.Key_Alt, _K.Key_Shift, _K.Key_Meta, _K.Key_AltGr))


def combination_words(held: Qt.KeyboardModifier, key: Qt.Key) -> str:
    """The combination in normal form; ends with "+" while only modifiers are down; "" for an unknown key."""
    words = [
        word
        for modifier, word in (
            (Qt.KeyboardModifier.ControlModifier, "Ctrl"),
            (Qt.KeyboardModifier.AltModifier, "Alt"),
            (Qt.KeyboardModifier.ShiftModifier, "Shift"),
            (Qt.KeyboardModifier.MetaModifier, "Super"),
        )
        if held & modifier
    ]
    if key in _MODIFIER_KEYS:
        return "+".join(words) + "+" if words else ""
    name = _NAMES.get(key)
    return "+".join([*words, name]) if name else ""
