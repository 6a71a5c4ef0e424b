"""Hotkeys of an X server: the thread that owns the connection and its grabs. No Qt, no action's meaning."""

from __future__ import annotations

import logging
import os
import queue
import select
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from qwentts_desktop.system.hotkeys import BindResult, HotkeyListener
from qwentts_desktop.system.x11_connection import X_GONE, open_display
from qwentts_desktop.system.x11_grabs import KeyGrabs

_log = logging.getLogger(__name__)
_ANSWER_LIMIT_S = 2.0
# A layout change arrives as a burst of events: bind once, when the burst is over.
_MAPPING_SETTLES_S = 0.05
_LOST = "The connection to the display was lost, so hotkeys no longer work. Start the application again."


@dataclass
class _BindOrder:
    """One call of `bind`, carried to the thread and answered there."""

    actions: dict[str, str]
    results: dict[str, BindResult] = field(default_factory=dict)
    done: threading.Event = field(default_factory=threading.Event)


class X11Hotkeys:
    """Holds the grabs of one X connection that belongs to its thread alone.

    Raises:
        SystemAdapterError: the X server cannot be reached.
    """

    def __init__(self, listener: HotkeyListener, display_name: str = "") -> None:
        self._display = open_display(display_name)
        self._wake_read, self._wake_write = os.pipe()
        self._orders: queue.SimpleQueue[_BindOrder] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._ended = threading.Event()
        grabs = KeyGrabs(self._display, listener)
        self._thread = threading.Thread(
            target=self._run, args=(grabs, listener), name="hotkeys-x11", daemon=True
        )
        self._thread.start()

    @property
    def name(self) -> str:
        """Said in status and doctor."""
        return "X11"

    @property
    def is_running(self) -> bool:
        """Whether keys still arrive; False after `close` or when the server is gone."""
        return not self._ended.is_set()

    def bind(self, actions: Mapping[str, str]) -> dict[str, BindResult]:
        """See HotkeyBackend. Answers within 2 s even when the server does not."""
        order = _BindOrder(dict(actions))
        self._orders.put(order)
        self._wake()
        deadline = time.monotonic() + _ANSWER_LIMIT_S
        while not order.done.wait(0.05):
            if self._ended.is_set() or time.monotonic() > deadline:
                return {
                    action: BindResult(text, bound=False, problem=_LOST) for action, text in actions.items()
                }
        return order.results

    def close(self) -> None:
        """Ungrab everything and join the thread (within 2 s)."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._wake()
        self._thread.join(_ANSWER_LIMIT_S)
        if self._thread.is_alive():  # only a stopped server can hold it; the thread is a daemon
            _log.warning("the hotkey thread did not end in %.0f s", _ANSWER_LIMIT_S)
            return
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _wake(self) -> None:
        if not self._ended.is_set():
            os.write(self._wake_write, b"x")

    def _run(self, grabs: KeyGrabs, listener: HotkeyListener) -> None:
        try:
            self._serve(grabs)
        except X_GONE as gone:
            _log.warning("X connection of the hotkeys ended: %s", gone)
            self._ended.set()
            if not self._closing.is_set():
                listener.lost(_LOST)
        finally:
            self._ended.set()

    def _serve(self, grabs: KeyGrabs) -> None:
        display = self._display
        stale_since_s: float | None = None
        while not self._closing.is_set():
            while display.pending_events():
                grabs.handle(display.next_event())
            if grabs.is_stale and stale_since_s is None:
                stale_since_s = time.monotonic()
            left_s = None if stale_since_s is None else stale_since_s + _MAPPING_SETTLES_S - time.monotonic()
            if left_s is not None and left_s <= 0:
                stale_since_s = None
                grabs.rebind()
                continue
            ready, _, _ = select.select([display.fileno(), self._wake_read], [], [], left_s)
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
                self._take_orders(grabs)
        grabs.release_all()
        display.close()

    def _take_orders(self, grabs: KeyGrabs) -> None:
        while not self._orders.empty():
            order = self._orders.get()
            order.results = grabs.bind(order.actions)
            order.done.set()
