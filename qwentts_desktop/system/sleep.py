"""The computer's sleep as the application sees it: who is told, and which watcher fits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class SleepListener:
    """Whom a watcher tells, on the watcher's own thread.

    Attributes:
        falling_asleep: the computer is about to sleep and waits for this to return, a few seconds at most.
        awake: it is awake again.
    """

    falling_asleep: Callable[[], object]
    awake: Callable[[], object]


class SleepWatch(Protocol):
    """One way of learning about sleep."""

    def close(self) -> None:
        """Watch no more; may be called twice."""


class NoSleepWatch:
    """Stands in where nobody tells of sleep."""

    def close(self) -> None:
        """Nothing to end."""


def watch_sleep(listener: SleepListener, platform: str = sys.platform) -> SleepWatch:
    """Begin to watch, with what this system offers. Never raises: without a watcher all else works."""
    if platform == "win32":
        from qwentts_desktop.system.sleep_windows import watch_windows_sleep

        return watch_windows_sleep(listener)
    if platform == "linux":
        from qwentts_desktop.system.sleep_logind import LogindSleepWatch

        return LogindSleepWatch(listener)
    return NoSleepWatch()
