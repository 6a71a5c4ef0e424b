"""Hands events to listeners in the order in which they happened, outside every lock of the service."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from qwentts_desktop.speech.events import Listener, SpeechEvent, StateChanged

_log = logging.getLogger(__name__)


class Outbox:
    """Events wait here until some thread drains them; one thread delivers at a time, so order is kept.

    A listener may call the service back: what that posts is delivered after the listener has returned.
    """

    def __init__(self) -> None:
        self._events: deque[SpeechEvent] = deque()
        self._listeners: tuple[Listener, ...] = ()
        self._lock = threading.Lock()
        self._delivering = threading.Lock()

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` everything from now on; the returned function ends that. Any thread."""
        with self._lock:
            self._listeners = (*self._listeners, listener)

        def remove() -> None:
            with self._lock:
                self._listeners = tuple(one for one in self._listeners if one is not listener)

        return remove

    def post(self, event: SpeechEvent) -> None:
        """Queue an event; of several states in a row that nobody has seen yet only the last one counts."""
        with self._lock:
            if (
                isinstance(event, StateChanged)
                and self._events
                and isinstance(self._events[-1], StateChanged)
            ):
                self._events.pop()
            self._events.append(event)

    def drain(self) -> None:
        """Deliver what waits. Where another thread is at it, that thread delivers it all."""
        while self._events and self._delivering.acquire(blocking=False):
            try:
                self._deliver()
            finally:
                self._delivering.release()

    def _deliver(self) -> None:
        while True:
            with self._lock:
                if not self._events:
                    return
                event, listeners = self._events.popleft(), self._listeners
            for listener in listeners:
                try:
                    listener(event)
                except Exception:  # an outer edge: a listener's fault must not stop speech
                    _log.exception("a listener failed on %s", type(event).__name__)
