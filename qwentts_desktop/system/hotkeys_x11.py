"""Hotkeys of an X server: grabs on the root window, in a thread of its own. No Qt, no action's meaning."""

from __future__ import annotations

import logging
import os
import queue
import select
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from Xlib import X, error
from Xlib.display import Display
from Xlib.protocol import rq

from qwentts_desktop.system.hotkeys import BindResult, HotkeyListener, conflict, missing_key, read_actions
from qwentts_desktop.system.key_combination import KeyCombination
from qwentts_desktop.system.key_repeat import RepeatFilter
from qwentts_desktop.system.x11_connection import X_GONE, open_display
from qwentts_desktop.system.x11_keyboard import ModifierBits, keycodes, read_modifier_bits

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
        grabs = _Grabs(self._display, listener)
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

    def _run(self, grabs: _Grabs, listener: HotkeyListener) -> None:
        try:
            self._serve(grabs)
        except X_GONE as gone:
            _log.warning("X connection of the hotkeys ended: %s", gone)
            self._ended.set()
            if not self._closing.is_set():
                listener.lost(_LOST)
        finally:
            self._ended.set()

    def _serve(self, grabs: _Grabs) -> None:
        display = self._display
        while not self._closing.is_set():
            while display.pending_events():
                grabs.handle(display.next_event())
            ready, _, _ = select.select(
                [display.fileno(), self._wake_read], [], [], _MAPPING_SETTLES_S if grabs.is_stale else None
            )
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
                self._take_orders(grabs)
            elif not ready:
                grabs.rebind()
        grabs.release_all()
        display.close()

    def _take_orders(self, grabs: _Grabs) -> None:
        while not self._orders.empty():
            order = self._orders.get()
            order.results = grabs.bind(order.actions)
            order.done.set()


class _Grabs:
    """What is grabbed now, and what each key means. Lives in the hotkey thread."""

    def __init__(self, display: Display, listener: HotkeyListener) -> None:
        self._display = display
        self._listener = listener
        self._root = display.screen().root
        self._repeat = RepeatFilter()
        self._bits: ModifierBits = read_modifier_bits(display)
        self._actions: dict[str, str] = {}
        self._by_key: dict[tuple[int, int], str] = {}
        self._grabbed: list[tuple[int, int]] = []
        self.is_stale = False
        self._handlers: dict[int, Callable[[rq.Event], None]] = {
            X.KeyPress: self._press,
            X.KeyRelease: self._release,
            X.MappingNotify: self._mapping,
        }

    def handle(self, event: rq.Event) -> None:
        handler = self._handlers.get(event.type)
        if handler is not None:
            handler(event)

    def bind(self, actions: dict[str, str]) -> dict[str, BindResult]:
        self.release_all()
        self._actions = actions
        self._bits = read_modifier_bits(self._display)
        self.is_stale = False
        wanted, settled = read_actions(actions)
        bound = {action: self._grab(action, combination) for action, combination in wanted.items()}
        return {action: bound.get(action) or settled[action] for action in actions}

    def rebind(self) -> None:
        self._listener.rebound(self.bind(self._actions))

    def release_all(self) -> None:
        for keycode, mask in self._grabbed:
            self._root.ungrab_key(keycode, mask)
        self._grabbed.clear()
        self._by_key.clear()
        self._display.sync()

    def _grab(self, action: str, combination: KeyCombination) -> BindResult:
        mask = self._bits.of(combination)
        codes = keycodes(self._display, combination.key)
        if not codes:
            return missing_key(combination)
        grabs = [(code, mask | locks) for code in codes for locks in self._bits.lock_variants()]
        refused = error.CatchError(error.BadAccess)
        for keycode, variant in grabs:
            self._root.grab_key(keycode, variant, False, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)
        self._display.sync()
        if refused.get_error() is not None:
            # Half a grab would fire with NumLock on and not with it off: give it all back.
            for keycode, variant in grabs:
                self._root.ungrab_key(keycode, variant)
            self._display.sync()
            return conflict(combination)
        self._grabbed += grabs
        self._by_key.update({(code, mask): action for code in codes})
        return BindResult(str(combination), bound=True)

    def _press(self, event: rq.Event) -> None:
        seen_ns = time.perf_counter_ns()
        action = self._by_key.get((event.detail, self._bits.without_locks(event.state)))
        if self._repeat.press(event.detail, event.time) and action is not None:
            self._listener.pressed(action, seen_ns)

    def _release(self, event: rq.Event) -> None:
        held = self._display.query_keymap()[event.detail // 8] >> (event.detail % 8) & 1
        self._repeat.release(event.detail, event.time, still_held=bool(held))

    def _mapping(self, event: rq.Event) -> None:
        self._display.refresh_keyboard_mapping(event)
        self.is_stale = event.request != X.MappingPointer or self.is_stale
