"""Key grabs on the root window of an X connection, and what each grabbed key means. No thread, no waiting."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from Xlib import X, error
from Xlib.display import Display
from Xlib.protocol import rq

from qwentts_desktop.system.hotkeys import (
    BindResult,
    HotkeyListener,
    conflict,
    missing_key,
    read_actions,
    used_twice,
)
from qwentts_desktop.system.key_combination import KeyCombination
from qwentts_desktop.system.key_repeat import RepeatFilter
from qwentts_desktop.system.x11_keyboard import keys_of, read_modifier_bits

_Grab = tuple[int, int]
"""Keycode and the exact modifier bits, locks included."""


@dataclass(frozen=True)
class _Plan:
    """What one combination takes on the present keyboard: its keys without locks, and all its grabs."""

    combination: KeyCombination
    keys: frozenset[_Grab]
    grabs: frozenset[_Grab]


class KeyGrabs:
    """Belongs to the hotkey thread, as its connection does.

    Binding anew touches only the grabs that differ: a press while everything is given back would be lost.
    """

    def __init__(self, display: Display, listener: HotkeyListener) -> None:
        self._display = display
        self._listener = listener
        self._root = display.screen().root
        self._repeat = RepeatFilter()
        self._bits = read_modifier_bits(display)
        self._actions: dict[str, str] = {}
        self._by_key: dict[_Grab, str] = {}
        self._held: set[_Grab] = set()
        self.is_stale = False
        """Whether the keyboard has changed since the last binding."""
        self._handlers: dict[int, Callable[[rq.Event], None]] = {
            X.KeyPress: self._press,
            X.KeyRelease: self._release,
            X.MappingNotify: self._mapping,
        }

    def handle(self, event: rq.Event) -> None:
        """Take one event of the connection; a fresh press of a bound key is told to the listener."""
        handler = self._handlers.get(event.type)
        if handler is not None:
            handler(event)

    def bind(self, actions: dict[str, str]) -> dict[str, BindResult]:
        """Hold exactly the keys of these actions and say what became of each."""
        self._actions = actions
        self._bits = read_modifier_bits(self._display)
        self.is_stale = False
        wanted, settled = read_actions(actions)
        plans = {action: self._plan(combination) for action, combination in wanted.items()}
        self._ungrab(self._held - {grab for plan in plans.values() for grab in plan.grabs})
        self._by_key.clear()
        bound = {action: self._take(action, plan) for action, plan in plans.items()}
        return {action: bound.get(action) or settled[action] for action in actions}

    def rebind(self) -> None:
        """Bind the same actions on a keyboard that has changed, and tell the listener."""
        self._listener.rebound(self.bind(self._actions))

    def release_all(self) -> None:
        """Give every key back."""
        self._by_key.clear()
        self._ungrab(set(self._held))

    def _plan(self, combination: KeyCombination) -> _Plan:
        mask = self._bits.of(combination)
        keys = frozenset((code, mask | extra) for code, extra in keys_of(self._display, combination.key))
        locks = self._bits.lock_variants()
        return _Plan(
            combination, keys, frozenset((code, bits | lock) for code, bits in keys for lock in locks)
        )

    def _take(self, action: str, plan: _Plan) -> BindResult:
        if not plan.keys:
            return missing_key(plan.combination)
        if not plan.keys.isdisjoint(self._by_key):
            return BindResult(str(plan.combination), bound=False, problem=used_twice(plan.combination))
        if not self._grab(plan.grabs - self._held):
            # Half a grab would fire with NumLock on and not with it off: give it all back.
            self._ungrab(set(plan.grabs))
            return conflict(plan.combination)
        self._by_key.update(dict.fromkeys(plan.keys, action))
        return BindResult(str(plan.combination), bound=True)

    def _grab(self, grabs: frozenset[_Grab]) -> bool:
        """Whether no other program holds any of them."""
        refused = error.CatchError(error.BadAccess)
        for keycode, bits in grabs:
            self._root.grab_key(keycode, bits, False, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)
        self._display.sync()
        self._held |= grabs
        return refused.get_error() is None

    def _ungrab(self, grabs: set[_Grab]) -> None:
        for keycode, bits in grabs:
            self._root.ungrab_key(keycode, bits)
        self._display.sync()
        self._held -= grabs
        for keycode in {keycode for keycode, _ in grabs} - {keycode for keycode, _ in self._held}:
            self._repeat.forget(keycode)

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
