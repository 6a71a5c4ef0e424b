"""The global hotkeys: binds what the settings name, knows what became of each. No widget."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.settings.schema import HotkeySettings
from qwentts_desktop.speech.events import Notice
from qwentts_desktop.system.hotkeys import BindResult, HotkeyBackend, HotkeyListener
from qwentts_desktop.ui.bridge import HotkeyBridge

_log = logging.getLogger(__name__)


class HotkeyBoard(QObject):
    """Opens the backend on first use. GUI thread, except `results`, which any thread may call."""

    changed = Signal(object)
    """The results by action."""
    troubled = Signal(object)
    """`Notice`: hotkeys that are wanted and do not work; told once for the same ones."""

    def __init__(
        self,
        open_backend: Callable[[HotkeyListener], HotkeyBackend],
        bridge: HotkeyBridge,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_backend = open_backend
        self._bridge = bridge
        self._backend: HotkeyBackend | None = None
        self._results: Mapping[str, BindResult] = {}
        bridge.rebound.connect(self._on_rebound)

    @property
    def name(self) -> str:
        """The backend in use, "" for none yet."""
        return self._backend.name if self._backend is not None else ""

    def results(self) -> Mapping[str, BindResult]:
        """What became of each hotkey."""
        return self._results

    def bind(self, hotkeys: HotkeySettings) -> None:
        """Bind these and no others."""
        wanted = dataclasses.asdict(hotkeys)
        try:
            if self._backend is None:
                self._backend = self._open_backend(
                    HotkeyListener(self._bridge.on_pressed, self._bridge.on_rebound, self._bridge.on_lost)
                )
            results: Mapping[str, BindResult] = self._backend.bind(wanted)
        except SystemAdapterError as error:
            _log.info("no hotkeys: %s", error.detail or error.message)
            results = {
                action: BindResult(keys, bound=False, problem=error.message if keys else "")
                for action, keys in wanted.items()
            }
        self._take(results)

    def close(self) -> None:
        """Give all keys back."""
        if self._backend is not None:
            self._backend.close()
            self._backend = None

    def _on_rebound(self, results: Mapping[str, BindResult]) -> None:
        self._take(results)

    def _take(self, results: Mapping[str, BindResult]) -> None:
        known = {result.problem for result in self._results.values()}
        self._results = dict(results)
        self.changed.emit(self._results)
        problems = dict.fromkeys(result.problem for result in results.values() if result.problem)
        for problem in problems:
            if problem not in known:
                self.troubled.emit(Notice(problem))
