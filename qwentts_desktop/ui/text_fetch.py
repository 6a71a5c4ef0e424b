"""Reads the selection or the clipboard on short-lived threads, so that a hung program freezes nothing.

It knows the newest press: answers to older ones are dropped. No window, no service.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.errors import QwenTTSError, SelectionError
from qwentts_desktop.ui.events import Fetched, Source
from qwentts_desktop.ui.ports import TextReader

READ_LIMIT_S = 1.0
MOST_READERS = 4
"""Reads under way at once. More presses than that wait, and only the newest of them is kept."""

_log = logging.getLogger(__name__)


class TextFetch(QObject):
    """Answers each `fetch` with one `fetched` signal, unless a newer press came first."""

    fetched = Signal(object)
    _answered = Signal(object)

    def __init__(self, readers: Mapping[Source, TextReader], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._readers = readers
        self._newest = 0
        self._threads: dict[int, threading.Thread] = {}
        self._waiting: tuple[int, Source, int] | None = None
        self._answered.connect(self._on_answered)

    @property
    def is_reading(self) -> bool:
        """A reader is still under way, whether or not its answer is wanted."""
        return bool(self._threads)

    def fetch(self, source: Source, origin_ns: int) -> int:
        """Start reading and return the ticket. GUI thread; returns at once."""
        self._newest += 1
        if len(self._threads) >= MOST_READERS:
            self._waiting = (self._newest, source, origin_ns)
        else:
            self._start(self._newest, source, origin_ns)
        return self._newest

    def forget(self) -> None:
        """Let no answer that is still under way through: the user pressed stop."""
        self._newest += 1
        self._waiting = None

    def close(self, timeout_s: float = READ_LIMIT_S + 0.5) -> None:
        """Drop all answers and join the readers."""
        self.forget()
        deadline = time.monotonic() + timeout_s
        for thread in self._threads.values():
            thread.join(max(0.0, deadline - time.monotonic()))

    def _start(self, ticket: int, source: Source, origin_ns: int) -> None:
        thread = threading.Thread(
            target=self._read, args=(ticket, source, origin_ns), name=f"read-{source.value}", daemon=True
        )
        self._threads[ticket] = thread
        thread.start()

    def _read(self, ticket: int, source: Source, origin_ns: int) -> None:
        """On the worker thread."""
        text, problem = "", None
        try:
            text = self._readers[source].read(READ_LIMIT_S)
        except QwenTTSError as error:
            problem = error
        except Exception as error:  # the outer edge of this thread: the press must get an answer
            _log.exception("reading the %s failed", source.value)
            problem = SelectionError(
                self.tr("The text could not be read. Copy it and speak the clipboard instead."),
                detail=str(error),
            )
        self._answered.emit(Fetched(ticket, source, origin_ns, text, problem))

    def _on_answered(self, answer: Fetched) -> None:
        """On the GUI thread: the signal's receiver lives there."""
        thread = self._threads.pop(answer.ticket, None)
        if thread is not None:
            thread.join(READ_LIMIT_S)  # it has emitted as its last act
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._start(*waiting)
        if answer.ticket == self._newest:
            self.fetched.emit(answer)
