"""The one place that loads sounddevice and PortAudio: late, quietly, and with a remedy where it cannot."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import sys
from types import ModuleType
from typing import Any

from qwentts_desktop.errors import AudioError


def load_sounddevice() -> ModuleType:
    """The sounddevice module; the first call starts PortAudio (about 100 ms).

    Raises:
        AudioError: it cannot be loaded; the sentence says what to install.
    """
    if sys.platform == "linux":
        _quieten_alsa()
    try:
        import sounddevice  # type: ignore[import-untyped]
    except (ImportError, OSError) as error:
        raise AudioError(_remedy(), detail=str(error)) from error
    module: ModuleType = sounddevice
    return module


def _remedy() -> str:
    if sys.platform == "win32":
        return "Sound output could not be loaded. Run setup_windows.bat again to repair the installation."
    return (
        "Sound output needs PortAudio. Install it with your package manager, on Debian or Ubuntu: "
        "sudo apt install libportaudio2 libasound2-plugins"
    )


@functools.cache
def _quieten_alsa() -> Any:
    """Keep ALSA's chatter about absent cards off the terminal; the handler must stay referenced."""
    handler_type = ctypes.CFUNCTYPE(
        None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
    )
    handler = handler_type(lambda *_: None)
    try:
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(handler)
    except (OSError, AttributeError):
        return None
    return handler
