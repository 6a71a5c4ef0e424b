"""The QThread that runs the service. It owns the thread and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QThread

_log = logging.getLogger(__name__)


class SpeechThread(QThread):
    """Runs the service's `run` until the service is closed."""

    def __init__(self, body: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("speech")
        self._body = body

    def run(self) -> None:
        """The thread's body; an error that escapes ends the thread and is logged."""
        try:
            self._body()
        except Exception:  # the outer edge of this thread
            _log.critical("the speech thread ended with an error", exc_info=True)
