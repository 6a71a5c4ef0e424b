"""Global hotkeys as the application sees them: the protocol, its results, which backend fits. No keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.system.key_combination import KeyCombination, parse_combination
from qwentts_desktop.system.session import Session, SessionKind


@dataclass(frozen=True)
class BindResult:
    """What became of one action's hotkey.

    Attributes:
        combination: in normal form, or as it was written where it could not be read; "" for none wanted.
        bound: whether pressing it reaches us.
        problem: a sentence that names the combination and says what to do; "" if bound or none wanted.
    """

    combination: str
    bound: bool
    problem: str = ""


@dataclass(frozen=True)
class HotkeyListener:
    """Whom a backend tells. All of them are called on the backend's own thread and must return at once.

    Attributes:
        pressed: (action, `time.perf_counter_ns()` taken when the key was seen).
        rebound: all results again, after the keyboard changed and the keys were bound anew.
        lost: a sentence, once: the backend has ended (the display is gone) and no key will come any more.
    """

    pressed: Callable[[str, int], None]
    rebound: Callable[[Mapping[str, BindResult]], None] = lambda _results: None
    lost: Callable[[str], None] = lambda _sentence: None


class HotkeyBackend(Protocol):
    """One way of getting key presses from the operating system."""

    @property
    def name(self) -> str:
        """What it is, for status and doctor: "X11", "Windows", "none"."""

    def bind(self, actions: Mapping[str, str]) -> dict[str, BindResult]:
        """Replace all bindings by these (action to combination, "" for none) and say what became of each.

        Any thread but the backend's own. Never raises for a taken or bad combination.
        """

    def close(self) -> None:
        """Give all keys back and join the thread within 2 s. May be called twice."""


def open_hotkeys(session: Session, listener: HotkeyListener) -> HotkeyBackend:
    """The backend that truly works in this session; one that binds nothing and says why otherwise."""
    from qwentts_desktop.system.hotkeys_none import NoHotkeys

    if session.kind is SessionKind.X11:
        from qwentts_desktop.system.hotkeys_x11 import X11Hotkeys

        return X11Hotkeys(listener, session.x_display)
    if session.kind is SessionKind.WINDOWS:
        from qwentts_desktop.system.hotkeys_windows import open_windows_hotkeys

        return open_windows_hotkeys(listener)
    return NoHotkeys(session.kind)


def read_actions(
    actions: Mapping[str, str],
) -> tuple[dict[str, KeyCombination], dict[str, BindResult]]:
    """Sort wanted hotkeys into those to bind and those settled already: none, unreadable, used twice."""
    wanted: dict[str, KeyCombination] = {}
    settled: dict[str, BindResult] = {}
    for action, text in actions.items():
        if not text.strip():
            settled[action] = BindResult("", bound=False)
            continue
        try:
            combination = parse_combination(text)
        except InvalidRequestError as error:
            settled[action] = BindResult(text, bound=False, problem=error.message)
            continue
        if combination in wanted.values():
            settled[action] = BindResult(str(combination), bound=False, problem=used_twice(combination))
        else:
            wanted[action] = combination
    return wanted, settled


def conflict(combination: KeyCombination) -> BindResult:
    """The result for a combination that another program holds."""
    problem = (
        f"{combination} is taken by another program. Choose another combination in the hotkey settings, "
        "or free it there."
    )
    return BindResult(str(combination), bound=False, problem=problem)


def used_twice(combination: KeyCombination) -> str:
    """The sentence for one combination on two actions."""
    return f"{combination} is set for two actions; the first one has it. Choose another for the second."


def missing_key(combination: KeyCombination) -> BindResult:
    """The result for a key that the present keyboard does not have."""
    problem = f"This keyboard has no key {combination.key}, so {combination} cannot be used. Choose another."
    return BindResult(str(combination), bound=False, problem=problem)
