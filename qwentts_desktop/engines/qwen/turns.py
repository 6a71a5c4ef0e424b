"""Owns whose turn it is: one run at a time on buffers that all runs share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from qwentts_desktop.errors import InvalidRequestError


class Turns:
    """A lock that a thread waits for, unless it holds it itself: then it is told at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the turn and keep it.

        Raises:
            InvalidRequestError: this thread left another stream unfinished.
        """
        if self._holder == threading.get_ident():
            raise InvalidRequestError(
                "Another text is still being spoken here. Finish or close its stream first."
            )
        with self._lock:
            self._holder = threading.get_ident()
            try:
                yield
            finally:
                self._holder = None
