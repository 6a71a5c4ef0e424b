"""The calls of user32.dll that look at the keyboard and press Ctrl+C. Nothing is decided here."""

from __future__ import annotations

import ctypes
import sys
from ctypes import wintypes

from qwentts_desktop.errors import SelectionError

assert sys.platform == "win32"

_VK_SHIFT, _VK_CONTROL, _VK_MENU, _VK_LWIN, _VK_RWIN, _VK_C = 0x10, 0x11, 0x12, 0x5B, 0x5C, 0x43
_INPUT_KEYBOARD = 1
_KEYEVENTF_KEYUP = 2
_CLASS_NAME_LIMIT = 256


class _KeyboardInput(ctypes.Structure):
    _fields_ = (
        ("wVk", wintypes.WORD),
        ("wScan", wintypes.WORD),
        ("dwFlags", wintypes.DWORD),
        ("time", wintypes.DWORD),
        ("dwExtraInfo", ctypes.c_size_t),
    )


class _MouseInput(ctypes.Structure):
    """Never used, but the largest member: the size of the union must be right or SendInput refuses."""

    _fields_ = (
        ("dx", wintypes.LONG),
        ("dy", wintypes.LONG),
        ("mouseData", wintypes.DWORD),
        ("dwFlags", wintypes.DWORD),
        ("time", wintypes.DWORD),
        ("dwExtraInfo", ctypes.c_size_t),
    )


class _InputUnion(ctypes.Union):
    _fields_ = (("ki", _KeyboardInput), ("mi", _MouseInput))


class _Input(ctypes.Structure):
    _fields_ = (("type", wintypes.DWORD), ("union", _InputUnion))


class User32Keyboard:
    """See CopyKeyboard."""

    def __init__(self) -> None:
        user32 = ctypes.WinDLL("user32", use_last_error=True)
        self._send_input = user32.SendInput
        self._send_input.argtypes = (wintypes.UINT, ctypes.POINTER(_Input), ctypes.c_int)
        self._send_input.restype = wintypes.UINT
        self._key_state = user32.GetAsyncKeyState
        self._key_state.argtypes = (ctypes.c_int,)
        self._key_state.restype = wintypes.SHORT
        self._foreground = user32.GetForegroundWindow
        self._foreground.argtypes = ()
        self._foreground.restype = wintypes.HWND
        self._class_name = user32.GetClassNameW
        self._class_name.argtypes = (wintypes.HWND, wintypes.LPWSTR, ctypes.c_int)
        self._class_name.restype = ctypes.c_int

    def foreground_class(self) -> str:
        """See CopyKeyboard."""
        window = self._foreground()
        name = ctypes.create_unicode_buffer(_CLASS_NAME_LIMIT)
        return name.value if window and self._class_name(window, name, _CLASS_NAME_LIMIT) else ""

    def modifiers_are_up(self) -> bool:
        """See CopyKeyboard. The highest bit of the state says "down now"."""
        keys = (_VK_SHIFT, _VK_CONTROL, _VK_MENU, _VK_LWIN, _VK_RWIN)
        return not any(self._key_state(key) & 0x8000 for key in keys)

    def press_copy(self) -> None:
        """See CopyKeyboard."""
        strokes = ((_VK_CONTROL, 0), (_VK_C, 0), (_VK_C, _KEYEVENTF_KEYUP), (_VK_CONTROL, _KEYEVENTF_KEYUP))
        inputs = (_Input * len(strokes))()
        for place, (key, flags) in zip(inputs, strokes, strict=True):
            place.type = _INPUT_KEYBOARD
            place.union.ki.wVk = key
            place.union.ki.dwFlags = flags
        if self._send_input(len(strokes), inputs, ctypes.sizeof(_Input)) != len(strokes):
            # Windows lets no program type into one that runs with higher rights.
            raise SelectionError(
                "The program in front does not accept keys from here. Copy the text yourself and use the "
                "hotkey for the clipboard.",
                detail=f"SendInput: {ctypes.get_last_error()}",
            )
