"""Keeps the engines: chooses, loads, falls back, unloads. On the speech thread; makes no sound itself."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from qwentts_desktop.errors import EngineError
from qwentts_desktop.service.engine_source import EngineSource
from qwentts_desktop.speech.engine import EngineInfo, LoadProgress, SpeechEngine
from qwentts_desktop.speech.events import EngineChanged, Loading, Notice, SpeechEvent
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

    def ready(self, request: SpeechRequest, cancel: threading.Event) -> SpeechEngine | None:
        """The engine for this request, loaded; None where the job or the load was cancelled.

        A job that is cancelled by a newer one does not end the load: the newer one needs it as well.

        Raises:
            EngineError: no engine can speak.
        """
        self._cancel_load.clear()
        while not cancel.is_set():
            engine = self._source.current(request)
            self._tell(engine)
            if engine in self._loaded:
                return engine
            try:
                self._load(engine)
            except EngineError as error:
                if self._cancel_load.is_set():
                    return None
                if not self._source.reject(engine, error):
                    raise
                _log.warning("%s cannot load (%s); another engine takes over", engine.info.name, error.detail)
                self._post(Notice(error.message))
                continue
            if self._cancel_load.is_set():
                engine.unload()
                return None
            self._loaded.append(engine)
            self._set_ready(True)
            self._tell(engine)
        return None

    def unload(self) -> None:
        """Give all memory back; the next `ready` loads again."""
        loaded, self._loaded = self._loaded, []
        self._set_ready(False)
        for engine in loaded:
            engine.unload()

    def _load(self, engine: SpeechEngine) -> None:
        for other in [one for one in self._loaded if one.info.kind == engine.info.kind]:
            self._loaded.remove(other)
            other.unload()
        self._set_ready(False)
        engine.load(self._on_progress, self._cancel_load)

    def _on_progress(self, progress: LoadProgress) -> None:
        now = time.monotonic()
        if progress.fraction >= 1.0 or now - self._told_at >= _PROGRESS_EVERY_S:
            self._told_at = now
            self._post(Loading(progress))

    def _tell(self, engine: SpeechEngine) -> None:
        if engine.info != self._info:
            self._info = engine.info
            self._post(EngineChanged(engine.info))
