"""A text into a sink of sound, as fast as the engine makes it. No player, no device, no file format."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from qwentts_desktop.errors import NothingToSayError
from qwentts_desktop.service.engine_keeper import EngineKeeper
from qwentts_desktop.service.engine_source import EngineSource
from qwentts_desktop.service.splitter import NOTHING_TO_SAY, Splitter
from qwentts_desktop.speech.chunk import FinishReason, Samples
from qwentts_desktop.speech.events import SpeechEvent
from qwentts_desktop.speech.request import AUTO, SpeechRequest
from qwentts_desktop.text.sentence import Sentence

CUT_SHORT = "A sentence did not come to an end by itself and was cut. Another voice or text may do better."


class SoundSink(Protocol):
    """Takes sound piece by piece."""

    def write(self, samples: Samples, sample_rate_hz: int) -> None:
        """Append [N] float32 samples of this rate."""
        ...


@dataclass(frozen=True)
class ExportResult:
    """What an export came to: sentences spoken, seconds of sound, and the worst finish reason."""

    sentences: int
    seconds: float
    reason: FinishReason


def export_speech(
    request: SpeechRequest,
    engines: EngineSource,
    splitter: Splitter,
    sink: SoundSink,
    cancel: threading.Event,
    on_event: Callable[[SpeechEvent], None] = lambda _event: None,
) -> ExportResult:
    """Speak a text into a sink on the calling thread, pauses between sentences included.

    Raises:
        NothingToSayError: there is nothing to say in the text.
        EngineError, VoiceError: as the engine says.
    """
    keeper = EngineKeeper(engines, on_event, lambda _is_ready: None)
    export = _Export(request, keeper, sink, cancel)
    try:
        for sentence in splitter.sentences(request):
            export.speak(sentence)
            if cancel.is_set():
                break
    finally:
        keeper.unload()
    if export.sentences == 0 and not cancel.is_set():
        raise NothingToSayError(splitter.hint(request) or NOTHING_TO_SAY)
    reason = FinishReason.CANCELLED if cancel.is_set() else export.worst
    return ExportResult(export.sentences, export.seconds, reason)


class _Export:
    """One export under way."""

    def __init__(
        self, request: SpeechRequest, keeper: EngineKeeper, sink: SoundSink, cancel: threading.Event
    ) -> None:
        self._request = request
        self._keeper = keeper
        self._sink = sink
        self._cancel = cancel
        self._pause_ms = 0
        self.sentences = 0
        self.seconds = 0.0
        self.worst = FinishReason.END_OF_SPEECH

    def speak(self, sentence: Sentence) -> None:
        """One sentence, after the pause that belongs behind the one before."""
        language = sentence.language if self._request.language == AUTO else self._request.language
        request = replace(self._request, text=sentence.text, language=language)
        engine = self._keeper.ready(request, self._cancel)
        if engine is None:
            return
        for chunk in engine.stream(request, self._cancel):
            if self._pause_ms and len(chunk.samples):
                self._write(
                    np.zeros(chunk.sample_rate_hz * self._pause_ms // 1_000, np.float32), chunk.sample_rate_hz
                )
                self._pause_ms = 0
            self._write(chunk.samples, chunk.sample_rate_hz)
            if chunk.finish_reason not in (None, FinishReason.END_OF_SPEECH):
                self.worst = chunk.finish_reason
        self.sentences += 1
        self._pause_ms = sentence.pause_after_ms

    def _write(self, samples: Samples, sample_rate_hz: int) -> None:
        if len(samples):
            self._sink.write(samples, sample_rate_hz)
            self.seconds += len(samples) / sample_rate_hz
