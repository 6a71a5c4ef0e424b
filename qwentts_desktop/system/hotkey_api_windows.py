"""The calls of user32.dll behind hotkeys. Nothing is decided here."""

from __future__ import annotations

import ctypes
import sys
import threading
from ctypes import wintypes

assert sys.platform == "win32"

_WM_HOTKEY = 0x0312
_WM_APP = 0x8000
_PM_NOREMOVE = 0


class User32Hotkeys:
    """See HotkeyApi."""

    def __init__(self) -> None:
        user32 = ctypes.WinDLL("user32", use_last_error=True)
        kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
        message = ctypes.POINTER(wintypes.MSG)
        self._register_hotkey = user32.RegisterHotKey
        self._register_hotkey.argtypes = (wintypes.HWND, ctypes.c_int, wintypes.UINT, wintypes.UINT)
        self._register_hotkey.restype = wintypes.BOOL
        self._unregister_hotkey = user32.UnregisterHotKey
        self._unregister_hotkey.argtypes = (wintypes.HWND, ctypes.c_int)
        self._unregister_hotkey.restype = wintypes.BOOL
        self._get_message = user32.GetMessageW
        self._get_message.argtypes = (message, wintypes.HWND, wintypes.UINT, wintypes.UINT)
        self._get_message.restype = ctypes.c_int  # a BOOL that can be -1
        self._peek_message = user32.PeekMessageW
        self._peek_message.argtypes = (message, wintypes.HWND, wintypes.UINT, wintypes.UINT, wintypes.UINT)
        self._peek_message.restype = wintypes.BOOL
        self._post_message = user32.PostThreadMessageW
        self._post_message.argtypes = (wintypes.DWORD, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM)
        self._post_message.restype = wintypes.BOOL
        self._current_thread = kernel32.GetCurrentThreadId
        self._current_thread.argtypes = ()
        self._current_thread.restype = wintypes.DWORD
        self._thread_id = 0
        self._has_queue = threading.Event()

    def start(self) -> None:
        """See HotkeyApi. Looking for a message is what makes the queue."""
        self._peek_message(ctypes.byref(wintypes.MSG()), None, _WM_APP, _WM_APP, _PM_NOREMOVE)
        self._thread_id = self._current_thread()
        self._has_queue.set()

    def register(self, number: int, modifiers: int, key: int) -> int:
        """See HotkeyApi."""
        if self._register_hotkey(None, number, modifiers, key):
            return 0
        return ctypes.get_last_error() or -1

    def unregister(self, number: int) -> None:
        """See HotkeyApi."""
        self._unregister_hotkey(None, number)

    def wait(self) -> int | None:
        """See HotkeyApi. GetMessage gives the interpreter's lock free while it waits."""
        message = wintypes.MSG()
        while self._get_message(ctypes.byref(message), None, 0, 0) > 0:
            if message.message == _WM_HOTKEY:
                return int(message.wParam)
            if message.message == _WM_APP:
                return None
        return None

    def wake(self) -> None:
        """See HotkeyApi."""
        if self._has_queue.wait(2.0):
            self._post_message(self._thread_id, _WM_APP, 0, 0)
