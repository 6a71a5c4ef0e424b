"""The calls of powrprof.dll behind the watch on sleep. Nothing is decided here."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from ctypes import wintypes
from typing import Any

assert sys.platform == "win32"

_NOTIFY_CALLBACK = 2
_CALLBACK = ctypes.WINFUNCTYPE(wintypes.ULONG, ctypes.c_void_p, wintypes.ULONG, ctypes.c_void_p)


class _Subscription(ctypes.Structure):
    _fields_ = (("callback", _CALLBACK), ("context", ctypes.c_void_p))


class PowrProf:
    """See PowerApi."""

    def __init__(self) -> None:
        library = ctypes.WinDLL("powrprof")
        self._register = library.PowerRegisterSuspendResumeNotification
        self._register.argtypes = (wintypes.DWORD, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
        self._register.restype = wintypes.DWORD
        self._unregister = library.PowerUnregisterSuspendResumeNotification
        self._unregister.argtypes = (ctypes.c_void_p,)
        self._unregister.restype = wintypes.DWORD
        self._handle = ctypes.c_void_p()
        self._subscription: Any = None

    def register(self, on_event: Callable[[int], None]) -> int:
        """See PowerApi."""

        def call(_context: int, event: int, _setting: int) -> int:
            on_event(event)
            return 0

        self._subscription = _Subscription(_CALLBACK(call), None)  # must live as long as the registration
        return int(
            self._register(_NOTIFY_CALLBACK, ctypes.addressof(self._subscription), ctypes.byref(self._handle))
        )

    def unregister(self) -> None:
        """See PowerApi."""
        self._unregister(self._handle)
