"""The operating system's own voice as an engine: what speaks before a model is there. No torch."""

from __future__ import annotations

import locale
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

import numpy as np

from qwentts_desktop.speech.chunk import AudioChunk, FinishReason, Samples
from qwentts_desktop.speech.engine import EngineInfo, EngineKind, LoadProgress
from qwentts_desktop.speech.request import AUTO, LANGUAGES, SpeechRequest
from qwentts_desktop.speech.voice import SystemVoice

_USUAL_RATE_HZ = 22_050


class VoiceProgram(Protocol):
    """One way to reach the operating system's voice. All methods are called from the speech thread."""

    name: str

    def open(self) -> None:
        """Get ready.

        Raises:
            EngineUnavailableError: it is not there; the sentence says how to get it.
        """
        ...

    def speak(
        self, text: str, voice: str, language: str, cancel: threading.Event
    ) -> Iterator[tuple[int, bytes]]:
        """Yield (sample rate in Hz, 16-bit little-endian mono PCM, whole samples); ends soon after `cancel`.

        `voice` is the system's own name of it, or empty for the one that fits `language` (ISO 639-1).
        """
        ...

    def close(self) -> None:
        """Give back what `open` took."""
        ...


class SystemVoiceEngine:
    """Implements `speech.SpeechEngine`; speaks any other voice with the system's default.

    Args:
        program: how the voice is reached.
        reason: why this engine speaks and not a better one; shown to the user.
        default_language: for texts whose language nobody knows, ISO 639-1; the user's own by default.
    """

    def __init__(self, program: VoiceProgram, *, reason: str = "", default_language: str = "") -> None:
        self._program = program
        self._default_language = default_language or _language_of_session()
        self._is_open = False
        self._info = EngineInfo(EngineKind.SYSTEM, program.name, "CPU", _USUAL_RATE_HZ, reason)

    @property
    def info(self) -> EngineInfo:
        """What this engine is; the sample rate is known for sure after the first sound."""
        return self._info

    def load(self, on_progress: Callable[[LoadProgress], None], cancel: threading.Event) -> None:
        """Find the voice; see `speech.SpeechEngine`."""
        if self._is_open or cancel.is_set():
            return
        self._program.open()
        self._is_open = True
        on_progress(LoadProgress(1.0, "ready"))

    def stream(self, request: SpeechRequest, cancel: threading.Event) -> Iterator[AudioChunk]:
        """Yield the sound as the system makes it; see `speech.SpeechEngine`."""
        voice = request.voice.name if isinstance(request.voice, SystemVoice) else ""
        language = self._default_language if request.language == AUTO else request.language
        made = 0
        for rate, pcm in self._program.speak(request.text, voice, language, cancel):
            if rate != self._info.sample_rate_hz:
                self._info = replace(self._info, sample_rate_hz=rate)
            samples = _samples_of(pcm)
            yield AudioChunk(samples, rate, made)
            made += len(samples)
        reason = FinishReason.CANCELLED if cancel.is_set() else FinishReason.END_OF_SPEECH
        yield AudioChunk(np.zeros(0, np.float32), self._info.sample_rate_hz, made, reason)

    def unload(self) -> None:
        """Close the voice; `load` may follow."""
        if self._is_open:
            self._program.close()
        self._is_open = False


def system_voice_program() -> VoiceProgram:
    """The voice of this operating system: SAPI on Windows, espeak-ng elsewhere."""
    if sys.platform == "win32":
        from qwentts_desktop.engines.system_voice_sapi import Sapi

        return Sapi()
    from qwentts_desktop.engines.system_voice_espeak import Espeak

    return Espeak()


def _samples_of(pcm: bytes) -> Samples:
    """[N] float32 in -1..1 from 16-bit little-endian PCM."""
    samples: Samples = np.frombuffer(pcm, "<i2").astype(np.float32) / np.float32(32_768)
    return samples


def _language_of_session() -> str:
    """The user's own language if we know it, else English; on Windows empty: the user's own voice."""
    if sys.platform == "win32":
        return ""
    name = (locale.getlocale()[0] or "").lower()
    code = name[:2]
    return code if code in LANGUAGES else "en"
