"""The names of the output devices, looked up on a worker thread: drivers take their time. No widget."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.errors import QwenTTSError

_log = logging.getLogger(__name__)


class DeviceNames(QObject):
    """Answers at once with what is known, and tells when it has learned more. GUI thread."""

    changed = Signal()
    _found = Signal(object)

    def __init__(self, list_names: Callable[[], Sequence[str]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._list_names = list_names
        self._names: tuple[str, ...] = ()
        self._thread: threading.Thread | None = None
        self._asked_again = False
        self._found.connect(self._on_found)

    def look(self) -> tuple[str, ...]:
        """The names known now; a look in the background follows, and `changed` where it found others."""
        if self._thread is None and not self._asked_again:
            self._thread = threading.Thread(target=self._look, name="devices", daemon=True)
            self._thread.start()
        return self._names

    def close(self, timeout_s: float = 1.0) -> None:
        """Join a look that is under way."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _look(self) -> None:
        names: tuple[str, ...] = ()
        try:
            names = tuple(self._list_names())
        except QwenTTSError as error:
            _log.info("no output devices: %s", error.detail or error.message)
        self._found.emit(names)

    def _on_found(self, names: tuple[str, ...]) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if names != self._names:
            self._names = names
            self._asked_again = True  # the lists that fill again now must not start another look
            self.changed.emit()
            self._asked_again = False
