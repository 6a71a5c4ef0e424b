"""Hotkeys of Windows: registered and received in a thread of their own. No Qt, no foreign functions here."""

from __future__ import annotations

import logging
import queue
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.system.hotkeys import BindResult, HotkeyListener, conflict, missing_key, read_actions
from qwentts_desktop.system.key_combination import KeyCombination
from qwentts_desktop.system.windows_keys import modifier_bits, virtual_key

_log = logging.getLogger(__name__)
ERROR_HOTKEY_ALREADY_REGISTERED = 1409
_ANSWER_LIMIT_S = 2.0


class HotkeyApi(Protocol):
    """The five calls of Windows behind this. All but `wake` are made on the one hotkey thread.

    Windows ties hotkeys to the thread that registered them and posts their presses to its message queue.
    """

    def start(self) -> None:
        """Give the calling thread its message queue."""

    def register(self, number: int, modifiers: int, key: int) -> int:
        """0, or the error code of Windows."""

    def unregister(self, number: int) -> None:
        """Give a hotkey back."""

    def wait(self) -> int | None:
        """Block until a hotkey is pressed (its number) or `wake` was called (None)."""

    def wake(self) -> None:
        """Let `wait` return; any thread."""


@dataclass
class _BindOrder:
    """One call of `bind`, carried to the thread and answered there."""

    actions: dict[str, str]
    results: dict[str, BindResult] = field(default_factory=dict)
    done: threading.Event = field(default_factory=threading.Event)


def open_windows_hotkeys(listener: HotkeyListener) -> WindowsHotkeys:
    """With the real calls. Raises SystemAdapterError anywhere but on Windows."""
    if sys.platform == "win32":
        from qwentts_desktop.system.hotkey_api_windows import User32Hotkeys

        return WindowsHotkeys(listener, User32Hotkeys())
    else:  # noqa: RET505 - the type checker looks at one system at a time
        raise SystemAdapterError("These hotkeys exist on Windows only.")


class WindowsHotkeys:
    """See HotkeyBackend."""

    def __init__(self, listener: HotkeyListener, api: HotkeyApi) -> None:
        self._listener = listener
        self._api = api
        self._orders: queue.SimpleQueue[_BindOrder] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._actions: dict[int, str] = {}
        self._next_number = 1
        started = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(started,), name="hotkeys-windows", daemon=True
        )
        self._thread.start()
        started.wait(_ANSWER_LIMIT_S)

    @property
    def name(self) -> str:
        """Said in status and doctor."""
        return "Windows"

    def bind(self, actions: Mapping[str, str]) -> dict[str, BindResult]:
        """See HotkeyBackend."""
        order = _BindOrder(dict(actions))
        self._orders.put(order)
        self._api.wake()
        if order.done.wait(_ANSWER_LIMIT_S):
            return order.results
        problem = "Windows did not answer, so no hotkey is set. Start the application again."
        return {action: BindResult(text, bound=False, problem=problem) for action, text in actions.items()}

    def close(self) -> None:
        """See HotkeyBackend."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._api.wake()
        self._thread.join(_ANSWER_LIMIT_S)
        if self._thread.is_alive():
            _log.warning("the hotkey thread did not end in %.0f s", _ANSWER_LIMIT_S)

    def _run(self, started: threading.Event) -> None:
        self._api.start()
        started.set()
        while not self._closing.is_set():
            number = self._api.wait()
            seen_ns = time.perf_counter_ns()
            if number is None:
                self._take_orders()
            elif number in self._actions:  # a press may still be queued for a hotkey given back since
                self._listener.pressed(self._actions[number], seen_ns)
        self._release_all()

    def _take_orders(self) -> None:
        while not self._orders.empty():
            order = self._orders.get()
            self._release_all()
            wanted, settled = read_actions(order.actions)
            bound = {action: self._register(action, combination) for action, combination in wanted.items()}
            order.results = {action: bound.get(action) or settled[action] for action in order.actions}
            order.done.set()

    def _register(self, action: str, combination: KeyCombination) -> BindResult:
        key = virtual_key(combination.key)
        if key is None:
            return missing_key(combination)
        number, self._next_number = self._next_number, self._next_number % 0xBFFF + 1
        code = self._api.register(number, modifier_bits(combination), key)
        if code == ERROR_HOTKEY_ALREADY_REGISTERED:
            return conflict(combination)
        if code:
            problem = f"Windows refused {combination} (error {code}). Choose another combination."
            return BindResult(str(combination), bound=False, problem=problem)
        self._actions[number] = action
        return BindResult(str(combination), bound=True)

    def _release_all(self) -> None:
        for number in self._actions:
            self._api.unregister(number)
        self._actions.clear()
