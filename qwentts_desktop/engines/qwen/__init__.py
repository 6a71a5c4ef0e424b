"""Qwen3-TTS as our own streaming inference. No Qt, no audio device, no settings.

    from qwentts_desktop.engines.qwen import QwenTTS

Importing this package imports no torch; using the name does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qwentts_desktop.engines.qwen.api import QwenTTS

__all__ = ["QwenTTS"]


def __getattr__(name: str) -> Any:
    """Import the Python interface when it is first asked for."""
    if name != "QwenTTS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from qwentts_desktop.engines.qwen.api import QwenTTS

    return QwenTTS
