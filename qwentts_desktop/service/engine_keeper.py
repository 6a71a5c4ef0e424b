"""Keeps the engines: chooses, loads, falls back, unloads. On the speech thread; makes no sound."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial

from qwentts_desktop.errors import CardLostError, EngineError, InvalidRequestError, VoiceError
from qwentts_desktop.service.engine_source import EngineSource
from qwentts_desktop.speech.chunk import AudioChunk
from qwentts_desktop.speech.engine import EngineInfo, LoadProgress, SpeechEngine
from qwentts_desktop.speech.events import EngineChanged, EngineLost, EngineReady, Loading, Notice, SpeechEvent
from qwentts_desktop.speech.request import SpeechRequest

_log = logging.getLogger(__name__)
_PROGRESS_EVERY_S = 0.1


class EngineKeeper:
    """Owns the engines of a source.

    Args:
        source: decides which engine speaks.
        post: tells an event at once.
        set_ready: told False when a load begins or memory is given back, True when an engine can speak.
    """

    def __init__(
        self,
        source: EngineSource,
        post: Callable[[SpeechEvent], None],
        set_ready: Callable[[bool], None],
    ) -> None:
        self._source = source
        self._new_source: EngineSource | None = None
        self._post = post
        self._set_ready = set_ready
        self._loaded: list[SpeechEngine] = []
        self._info: EngineInfo | None = None
        self._cancel_load = threading.Event()
        self._told_at = 0.0
        self._known: list[SpeechEngine] = []
        self._lost: dict[SpeechEngine, CardLostError] = {}

    @property
    def info(self) -> EngineInfo | None:
        """What spoke last or speaks; any thread."""
        return self._info

    @property
    def is_loaded(self) -> bool:
        """Some engine holds memory; any thread."""
        return bool(self._loaded)

    def cancel_load(self) -> None:
        """End a load that is under way; any thread."""
        self._cancel_load.set()

    def use(self, source: EngineSource) -> None:
        """Take engines from this source from the next text on; any thread."""
        self._new_source = source

    def take_new_source(self) -> None:
        """A text begins: the moment to change engines, and to unload those of the old source."""
        source, self._new_source = self._new_source, None
        if source is not None:
            self.unload()
            self._source = source
            self._known = list(self._lost)
        self._source.begin_text()

    def ready(self, request: SpeechRequest, cancel: threading.Event) -> SpeechEngine | None:
        """The engine for this request, loaded; None where the job or the load was cancelled.

        A job that is cancelled by a newer one does not end the load: the newer one needs it as well.

        Raises:
            EngineError: no engine can speak.
        """
        self._cancel_load.clear()
        if self._new_source is not None and not self._loaded:
            self.take_new_source()  # in the middle of a text only where nothing is lost by it
        while not cancel.is_set():
            engine = self._source.current(request)
            self._tell(engine)
            if engine in self._loaded:
                return engine
            try:
                self._load(engine)
            except EngineError as error:
                if not self._cancel_load.is_set():
                    self._fall_back(engine, error)
            if self._cancel_load.is_set():
                return None
        return None

    def stream(
        self, engine: SpeechEngine, request: SpeechRequest, cancel: threading.Event
    ) -> Iterator[AudioChunk]:
        """What the engine makes; where it fails, it is looked after before the caller learns of it."""
        try:
            yield from engine.stream(request, cancel)
        except Exception as error:
            self.note_failure(engine, error)
            raise

    def note_failure(self, engine: SpeechEngine, error: Exception) -> None:
        """The engine failed while it spoke: it gives its memory back, and the next text loads it again.

        One whose card is lost is left alone: touching a dead context can end the process.
        """
        if isinstance(error, InvalidRequestError | VoiceError) or engine not in self._loaded:
            return
        self._loaded.remove(engine)
        self._set_ready(bool(self._loaded))
        if isinstance(error, CardLostError):
            self._bury(engine, error)
            return
        traceback.clear_frames(error.__traceback__)  # their locals would hold the engine's memory
        engine.unload()

    def unload(self) -> None:
        """Give all memory back; the next `ready` loads again."""
        self._set_ready(False)
        while self._loaded:
            self._loaded[-1].unload()
            self._loaded.pop()

    def _load(self, engine: SpeechEngine) -> None:
        for other in [one for one in self._loaded if one.info.kind == engine.info.kind]:
            self._loaded.remove(other)
            other.unload()
        if engine in self._lost:
            raise self._lost[engine]
        self._set_ready(False)
        began = time.monotonic()
        is_waking = engine in self._known
        engine.load(partial(self._on_progress, is_waking), self._cancel_load)
        if self._cancel_load.is_set():
            engine.unload()
            return
        self._loaded.append(engine)
        if not is_waking:
            self._known.append(engine)
        self._set_ready(True)
        self._post(EngineReady(time.monotonic() - began, is_waking))
        self._tell(engine)

    def _fall_back(self, engine: SpeechEngine, error: EngineError) -> None:
        """Let another engine speak; raises the error where there is none, or a new process may mend it."""
        if isinstance(error, CardLostError) and engine not in self._lost:
            self._bury(engine, error)
            raise error
        if not self._source.reject(engine, error):
            raise error
        _log.warning("%s cannot load (%s); another engine takes over", engine.info.name, error.detail)
        self._post(Notice(error.message))

    def _bury(self, engine: SpeechEngine, error: CardLostError) -> None:
        """Never touch it again, and tell so that the process may start anew."""
        _log.error("the card is lost for this process (%s)", error.detail)
        self._lost[engine] = error
        self._known.append(engine)
        self._post(EngineLost(error))

    def _on_progress(self, is_waking: bool, progress: LoadProgress) -> None:
        now = time.monotonic()
        if progress.fraction >= 1.0 or now - self._told_at >= _PROGRESS_EVERY_S:
            self._told_at = now
            step = f"Waking up: {progress.step}" if is_waking else progress.step
            self._post(Loading(LoadProgress(progress.fraction, step)))

    def _tell(self, engine: SpeechEngine) -> None:
        if engine.info != self._info:
            self._info = engine.info
            self._post(EngineChanged(engine.info))
