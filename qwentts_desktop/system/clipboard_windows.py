"""The calls of user32.dll and kernel32.dll around the clipboard. Nothing is decided here."""

from __future__ import annotations

import contextlib
import ctypes
import sys
import time
from collections.abc import Iterator
from ctypes import wintypes

from qwentts_desktop.errors import SelectionError
from qwentts_desktop.system.selection_windows import EXCLUDED, IGNORED, RESTORED, WindowsClip
from qwentts_desktop.system.synthetic_copy import ClipboardFormat

assert sys.platform == "win32"

_CF_UNICODETEXT = 13
# Handles of other kinds than memory; Windows makes the pictures again from CF_DIB.
_NOT_MEMORY = frozenset((2, 3, 9, 14, 0x80, 0x82, 0x83, 0x8E))
_FIRST_REGISTERED = 0xC000
_GMEM_MOVEABLE = 2
_HWND_MESSAGE = -3
_OPEN_LIMIT_S = 0.3
_RETRY_S = 0.01
_HISTORY = "CanIncludeInClipboardHistory"
_CLOUD = "CanUploadToCloudClipboard"
_NO = (0).to_bytes(4, "little")


class User32Clipboard:
    """See CopyClipboard. Every method opens and closes the clipboard for itself, on the calling thread."""

    def __init__(self) -> None:
        self._calls = _Calls()

    def sequence(self) -> int:
        """See CopyClipboard."""
        return int(self._calls.sequence_number())

    def snapshot(self) -> tuple[ClipboardFormat, ...]:
        """See CopyClipboard."""
        with self._open():
            found = ((number, self._data(number)) for number in self._numbers() if number not in _NOT_MEMORY)
            return tuple(ClipboardFormat(number, data) for number, data in found if data is not None)

    def text(self) -> str:
        """See CopyClipboard."""
        with self._open():
            return self._text() or ""

    def restore(self, content: tuple[ClipboardFormat, ...]) -> None:
        """See CopyClipboard."""
        numbers = {name: self._calls.register_format(name) for name in (EXCLUDED, IGNORED, _HISTORY, _CLOUD)}
        marks = [ClipboardFormat(numbers[name], _NO) for name in (EXCLUDED, _HISTORY, _CLOUD)]
        if not {item.number for item in content} & set(numbers.values()):
            marks.append(ClipboardFormat(self._calls.register_format(RESTORED), b"\1"))
        present = {item.number for item in content}
        with self._open():
            self._calls.empty()
            # An empty clipboard stays empty.
            for item in (*content, *(mark for mark in marks if content and mark.number not in present)):
                self._put(item)

    def look(self, timeout_s: float) -> WindowsClip:
        """What is there now, for WindowsClipboard."""
        with self._open(timeout_s):
            numbers = self._numbers()
            names = {number: self._name(number) for number in numbers if number >= _FIRST_REGISTERED}
            formats: frozenset[int | str] = frozenset(names.get(number) or number for number in numbers)
            history = next((number for number, name in names.items() if name == _HISTORY), None)
            forbidden = history is not None and self._data(history) == _NO
            return WindowsClip(formats, self._text(), history_allowed=not forbidden)

    @contextlib.contextmanager
    def _open(self, timeout_s: float = _OPEN_LIMIT_S) -> Iterator[None]:
        """Hold the clipboard with a window of this thread's own: without one nothing could be put in."""
        calls = self._calls
        deadline_s = time.monotonic() + timeout_s
        window = calls.create_window(0, "STATIC", None, 0, 0, 0, 0, 0, _HWND_MESSAGE, None, None, None)
        try:
            while not calls.open(window):
                if time.monotonic() >= deadline_s:
                    raise SelectionError("Another program holds the clipboard. Try again in a moment.")
                time.sleep(_RETRY_S)
            try:
                yield
            finally:
                calls.close()
        finally:
            calls.destroy_window(window)

    def _numbers(self) -> list[int]:
        numbers: list[int] = []
        number = self._calls.next_format(0)
        while number:
            numbers.append(int(number))
            number = self._calls.next_format(number)
        return numbers

    def _name(self, number: int) -> str:
        name = ctypes.create_unicode_buffer(256)
        return name.value if self._calls.format_name(number, name, 256) else ""

    def _data(self, number: int) -> bytes | None:
        handle = self._calls.get(number)
        address = self._calls.lock(handle) if handle else None
        if not address:
            return None
        try:
            return ctypes.string_at(address, self._calls.size(handle))
        finally:
            self._calls.unlock(handle)

    def _text(self) -> str | None:
        data = self._data(_CF_UNICODETEXT)
        if data is None:
            return None
        return data[: len(data) // 2 * 2].decode("utf-16-le", errors="replace").partition("\0")[0]

    def _put(self, item: ClipboardFormat) -> None:
        calls = self._calls
        handle = calls.allocate(_GMEM_MOVEABLE, max(1, len(item.data)))
        address = calls.lock(handle) if handle else None
        if not address:
            return
        ctypes.memmove(address, item.data, len(item.data))
        calls.unlock(handle)
        if not calls.set(item.number, handle):  # otherwise the memory belongs to Windows now
            calls.free(handle)


class _Calls:
    """The functions with their types."""

    def __init__(self) -> None:
        user32 = ctypes.WinDLL("user32", use_last_error=True)
        kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
        size, pointer, handle = ctypes.c_size_t, ctypes.c_void_p, wintypes.HANDLE
        text, number, flag = wintypes.LPWSTR, wintypes.UINT, wintypes.BOOL
        whole, window = ctypes.c_int, wintypes.HWND
        self.sequence_number = _typed(user32.GetClipboardSequenceNumber, wintypes.DWORD)
        self.open = _typed(user32.OpenClipboard, flag, window)
        self.close = _typed(user32.CloseClipboard, flag)
        self.empty = _typed(user32.EmptyClipboard, flag)
        self.next_format = _typed(user32.EnumClipboardFormats, number, number)
        self.format_name = _typed(user32.GetClipboardFormatNameW, whole, number, text, whole)
        self.register_format = _typed(user32.RegisterClipboardFormatW, number, wintypes.LPCWSTR)
        self.get = _typed(user32.GetClipboardData, handle, number)
        self.set = _typed(user32.SetClipboardData, handle, number, handle)
        self.create_window = _typed(
            user32.CreateWindowExW,
            window,
            *(wintypes.DWORD, wintypes.LPCWSTR, wintypes.LPCWSTR, wintypes.DWORD, whole, whole, whole, whole),
            *(window, wintypes.HMENU, wintypes.HINSTANCE, pointer),
        )
        self.destroy_window = _typed(user32.DestroyWindow, flag, window)
        self.allocate = _typed(kernel32.GlobalAlloc, handle, number, size)
        self.free = _typed(kernel32.GlobalFree, handle, handle)
        self.lock = _typed(kernel32.GlobalLock, pointer, handle)
        self.unlock = _typed(kernel32.GlobalUnlock, flag, handle)
        self.size = _typed(kernel32.GlobalSize, size, handle)


def _typed(function: ctypes._NamedFuncPointer, result: object, *arguments: type) -> ctypes._NamedFuncPointer:
    function.argtypes = arguments
    function.restype = result  # type: ignore[assignment]
    return function
