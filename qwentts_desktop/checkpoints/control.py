"""What a user does to a download under way: pause, go on, cancel. Knows nothing of what is downloaded."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qwentts_desktop.errors import DownloadCancelledError


class DownloadControl:
    """Pauses or cancels one download; every method is for any thread and returns at once.

    The download asks `check` between blocks and hands `interrupting` what wakes it from a read that waits.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._is_paused = False
        self._is_cancelled = False
        self._interrupts: list[Callable[[], None]] = []

    @property
    def is_paused(self) -> bool:
        """It rests until `resume`."""
        return self._is_paused

    @property
    def is_cancelled(self) -> bool:
        """It has ended, or is about to."""
        return self._is_cancelled

    def pause(self) -> None:
        """Let go of the line; what has arrived stays."""
        with self._changed:
            self._is_paused = True
        self._interrupt()

    def resume(self) -> None:
        """Go on after a pause."""
        with self._changed:
            self._is_paused = False
            self._changed.notify_all()

    def cancel(self) -> None:
        """End it; the download raises DownloadCancelledError. What has arrived stays for another time."""
        with self._changed:
            self._is_cancelled = True
            self._changed.notify_all()
        self._interrupt()

    def check(self) -> None:
        """Raise DownloadCancelledError if cancelled."""
        if self._is_cancelled:
            raise DownloadCancelledError("The download was cancelled. What has arrived is kept.")

    def wait_while_paused(self) -> None:
        """Return when it may go on; raises DownloadCancelledError if cancelled meanwhile."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_cancelled or not self._is_paused)
        self.check()

    def wait(self, seconds: float) -> None:
        """Wait this long, or until paused or cancelled; raises DownloadCancelledError."""
        woken = threading.Event()
        with self.interrupting(woken.set):
            woken.wait(seconds)
        self.check()

    @contextmanager
    def interrupting(self, interrupt: Callable[[], None]) -> Iterator[None]:
        """While this lasts, `interrupt` is called on a pause or cancel, on the thread that asked for it."""
        with self._changed:
            self._interrupts.append(interrupt)
        try:
            if self._is_cancelled or self._is_paused:
                interrupt()
            yield
        finally:
            with self._changed:
                self._interrupts.remove(interrupt)

    def _interrupt(self) -> None:
        with self._changed:
            interrupts = tuple(self._interrupts)
        for interrupt in interrupts:
            interrupt()
