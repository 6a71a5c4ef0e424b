"""Sleep as Windows tells it. The calls themselves are in `sleep_api_windows`."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Protocol

from qwentts_desktop.system.sleep import NoSleepWatch, SleepListener, SleepWatch

_log = logging.getLogger(__name__)
SUSPEND = 0x0004
RESUME_AUTOMATIC = 0x0012


class PowerApi(Protocol):
    """What of powrprof.dll is needed."""

    def register(self, on_event: Callable[[int], None]) -> int:
        """Call `on_event` with each power event, on a thread of Windows; 0, or an error's number."""

    def unregister(self) -> None:
        """Call it no more."""


class WindowsSleepWatch:
    """Listens to suspend and resume; Windows waits about two seconds for the callback of a suspend."""

    def __init__(self, listener: SleepListener, api: PowerApi) -> None:
        self._listener = listener
        self._api = api
        self._is_registered = False
        error = self._api.register(self._on_event)
        self._is_registered = not error
        if error:
            _log.info("sleep is not watched: error %d", error)

    def close(self) -> None:
        """Listen no more."""
        if self._is_registered:
            self._is_registered = False
            self._api.unregister()

    def _on_event(self, event: int) -> None:
        if event == SUSPEND:
            self._listener.falling_asleep()
        elif event == RESUME_AUTOMATIC:  # comes after every sleep; others come only where a user is there
            self._listener.awake()


def watch_windows_sleep(listener: SleepListener) -> SleepWatch:
    """With the real calls; nothing is watched anywhere but on Windows."""
    if sys.platform == "win32":
        from qwentts_desktop.system.sleep_api_windows import PowrProf

        return WindowsSleepWatch(listener, PowrProf())
    else:  # noqa: RET505 - the type checker looks at one system at a time
        return NoSleepWatch()
