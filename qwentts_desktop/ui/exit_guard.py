"""Ends the process for sure: what still hangs some time after quitting began is left behind. No Qt."""

from __future__ import annotations

import logging
import os
import threading

LIMIT_S = 1.8
"""The process is gone within 2 s of quitting."""

_log = logging.getLogger(__name__)


class ExitGuard:
    """Armed when quitting begins; does nothing where the process ends in time by itself."""

    def __init__(self, limit_s: float = LIMIT_S) -> None:
        self._limit_s = limit_s
        self._is_safe = threading.Event()

    def arm(self, exit_code: int) -> None:
        """From now on the process has so long."""
        threading.Thread(target=self._watch, args=(exit_code,), name="exit-guard", daemon=True).start()

    def disarm(self) -> None:
        """The process goes on, as in a test."""
        self._is_safe.set()

    def _watch(self, exit_code: int) -> None:
        if not self._is_safe.wait(self._limit_s):
            names = ", ".join(thread.name for thread in threading.enumerate())
            _log.error("quitting took too long; threads still there: %s", names)
            logging.shutdown()
            os._exit(exit_code)
