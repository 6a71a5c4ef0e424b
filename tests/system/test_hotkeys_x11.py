from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.system.hotkeys import HotkeyListener
from qwentts_desktop.system.hotkeys_x11 import X11Hotkeys

pytestmark = pytest.mark.desktop
# python-xlib does not close its sockets when the server does not answer.
leaves_sockets = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

SPEAK = {"speak_selection": "Ctrl+Shift+F9", "stop": "Ctrl+Shift+F11"}


class Heard:
    """What a backend told."""

    def __init__(self) -> None:
        self.presses: list[tuple[str, int]] = []
        self.rebound: list[object] = []
        self.lost: list[str] = []
        self.listener = HotkeyListener(
            pressed=lambda action, at_ns: self.presses.append((action, at_ns)),
            rebound=self.rebound.append,
            lost=self.lost.append,
        )

    @property
    def actions(self) -> list[str]:
        return [action for action, _ in self.presses]


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def hotkeys(x_server, heard: Heard) -> Iterator[X11Hotkeys]:
    backend = X11Hotkeys(heard.listener, x_server.name)
    yield backend
    backend.close()


def press(x_server, *combination: str) -> None:
    x_server.run("xdotool", "key", *combination)


def test_a_press_arrives_with_the_moment_it_was_seen(x_server, hotkeys, heard, until) -> None:
    results = hotkeys.bind(SPEAK)
    before = time.perf_counter_ns()
    press(x_server, "ctrl+shift+F9")
    assert until(lambda: heard.presses)
    action, at_ns = heard.presses[0]
    assert results["speak_selection"].bound
    assert action == "speak_selection"
    assert before < at_ns < time.perf_counter_ns()


@pytest.mark.parametrize("locks", [["Num_Lock"], ["Caps_Lock"], ["Num_Lock", "Caps_Lock"]])
def test_locks_make_no_difference(x_server, hotkeys, heard, until, locks: list[str]) -> None:
    hotkeys.bind(SPEAK)
    press(x_server, *locks)
    try:
        press(x_server, "ctrl+shift+F9")
        press(x_server, "ctrl+shift+F11")
        assert until(lambda: len(heard.presses) == 2)
    finally:
        press(x_server, *locks)
    assert heard.actions == ["speak_selection", "stop"]


def test_other_modifiers_do_not_fire(x_server, hotkeys, heard, until) -> None:
    hotkeys.bind(SPEAK)
    press(x_server, "ctrl+F9", "ctrl+alt+shift+F9", "F9", "ctrl+shift+F11")
    assert until(lambda: heard.presses)
    assert heard.actions == ["stop"]


@pytest.fixture
def fast_repeat(x_server) -> Iterator[None]:
    x_server.run("xset", "r", "rate", "50", "50")
    yield
    x_server.run("xset", "r", "rate")


@contextmanager
def held_down(x_server, key: str) -> Iterator[None]:
    """Holds Ctrl, Shift and the key for half a second and as long as the body takes."""
    display = Display(x_server.name)
    code = display.keysym_to_keycode(XK.string_to_keysym(key))
    x_server.run("xdotool", "keydown", "ctrl", "keydown", "shift", "keydown", key)
    try:
        yield
        for_repeats_s = time.monotonic() + 0.5
        while time.monotonic() < for_repeats_s:
            assert display.query_keymap()[code // 8] >> (code % 8) & 1
            time.sleep(0.02)
    finally:
        x_server.run("xdotool", "keyup", key, "keyup", "shift", "keyup", "ctrl")
        display.close()


def test_a_key_held_down_fires_once(x_server, hotkeys, heard, until, fast_repeat) -> None:
    hotkeys.bind(SPEAK)
    with held_down(x_server, "F9"):
        pass
    press(x_server, "ctrl+shift+F11")
    assert until(lambda: "stop" in heard.actions)
    assert heard.actions == ["speak_selection", "stop"]


def test_a_key_held_while_the_keyboard_changes_fires_once(
    x_server, hotkeys, heard, until, fast_repeat
) -> None:
    hotkeys.bind(SPEAK)
    with held_down(x_server, "F9"):
        x_server.run("xmodmap", "-e", "keysym F7 = F7")
        assert until(lambda: heard.rebound)
    press(x_server, "ctrl+shift+F11")
    assert until(lambda: "stop" in heard.actions)
    assert heard.actions == ["speak_selection", "stop"]


def test_fifty_quick_presses_all_arrive(x_server, hotkeys, heard, until) -> None:
    hotkeys.bind(SPEAK)
    x_server.run("xdotool", "key", "--delay", "20", *["ctrl+shift+F9"] * 50, "ctrl+shift+F11")
    assert until(lambda: "stop" in heard.actions)
    assert heard.actions == ["speak_selection"] * 50 + ["stop"]


def grab_elsewhere(x_server, keysym: str) -> Display:
    other = Display(x_server.name)
    code = other.keysym_to_keycode(XK.string_to_keysym(keysym))
    other.screen().root.grab_key(code, X.ControlMask | X.ShiftMask, True, X.GrabModeAsync, X.GrabModeAsync)
    other.sync()
    return other


def test_a_taken_combination_is_named_and_the_rest_works(x_server, hotkeys, heard, until) -> None:
    other = grab_elsewhere(x_server, "F9")
    try:
        results = hotkeys.bind(SPEAK)
    finally:
        other.close()
    assert not results["speak_selection"].bound
    assert "Ctrl+Shift+F9 is taken by another program" in results["speak_selection"].problem
    assert results["stop"].bound
    press(x_server, "ctrl+shift+F11")
    assert until(lambda: heard.presses)


def test_nothing_of_a_refused_grab_stays(x_server, hotkeys, heard, until) -> None:
    other = grab_elsewhere(x_server, "F9")
    hotkeys.bind(SPEAK)
    other.close()
    press(x_server, "Num_Lock", "ctrl+shift+F9", "Num_Lock", "ctrl+shift+F11")
    assert until(lambda: "stop" in heard.actions)
    assert heard.actions == ["stop"]


def test_a_conflict_goes_away_when_the_other_program_lets_go(x_server, hotkeys) -> None:
    other = grab_elsewhere(x_server, "F9")
    assert not hotkeys.bind(SPEAK)["speak_selection"].bound
    other.close()
    assert hotkeys.bind(SPEAK)["speak_selection"].bound


def test_rebinding_frees_the_old_combination(x_server, hotkeys, heard, until) -> None:
    hotkeys.bind(SPEAK)
    hotkeys.bind({"speak_selection": "Super+k", "stop": "Ctrl+Shift+F11"})
    press(x_server, "ctrl+shift+F9", "super+k", "ctrl+shift+F11")
    assert until(lambda: len(heard.presses) == 2)
    assert heard.actions == ["speak_selection", "stop"]


def test_odd_combinations_are_answered_not_raised(hotkeys) -> None:
    results = hotkeys.bind({"a": "", "b": "Ctrl+Nonsense", "c": "Ctrl+F5", "d": "control+f5", "e": "F24"})
    assert (results["a"].bound, results["a"].problem) == (False, "")
    assert "Nonsense" in results["b"].problem
    assert results["c"].bound
    assert "set for two actions" in results["d"].problem
    assert results["e"].bound or "no key F24" in results["e"].problem


def test_media_keys_work_alone(x_server, hotkeys, heard, until) -> None:
    assert hotkeys.bind({"pause_resume": "MediaPlay"})["pause_resume"].bound
    press(x_server, "XF86AudioPlay")
    assert until(lambda: heard.actions == ["pause_resume"])


def test_a_changed_keyboard_moves_the_hotkey_along(x_server, hotkeys, heard, until) -> None:
    hotkeys.bind({"speak_selection": "Ctrl+Alt+q"})
    map_of_q = Display(x_server.name)
    q, w = (map_of_q.keysym_to_keycode(XK.string_to_keysym(letter)) for letter in "qw")
    map_of_q.close()
    try:
        x_server.run("xmodmap", "-e", f"keycode {q} = w W", "-e", f"keycode {w} = q Q")
        assert until(lambda: heard.rebound)
        x_server.run("xdotool", "keydown", "ctrl", "keydown", "alt", "key", str(w))
        assert until(lambda: heard.presses)
    finally:
        x_server.run("xdotool", "keyup", "alt", "keyup", "ctrl")
        x_server.run("xmodmap", "-e", f"keycode {q} = q Q", "-e", f"keycode {w} = w W")
    assert heard.actions == ["speak_selection"]


def test_no_press_is_lost_while_the_keyboard_changes(x_server, hotkeys, heard, until) -> None:
    """Changes that leave the hotkey's own key alone come with every new keyboard and every layout."""
    hotkeys.bind(SPEAK)
    display = Display(x_server.name)
    unused = display.keysym_to_keycode(XK.string_to_keysym("F8"))
    codes = [display.keysym_to_keycode(XK.string_to_keysym(key)) for key in ("Control_L", "Shift_L", "F9")]
    presses = 60
    for number in range(presses):
        display.change_keyboard_mapping(unused, [(XK.string_to_keysym("F8" if number % 2 else "F7"),) * 2])
        for code in codes:
            xtest.fake_input(display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(display, X.KeyRelease, code)
        display.sync()
        assert until(lambda: len(heard.presses) > number)  # noqa: B023 - called before the next turn
    display.close()
    assert until(lambda: heard.rebound)
    assert len(heard.presses) == presses


def test_a_sign_on_a_shifted_key_is_bound_as_it_is_typed(x_server, hotkeys, heard, until) -> None:
    results = hotkeys.bind({"faster": "Ctrl+Plus", "slower": "Ctrl+Minus"})
    assert all(result.bound for result in results.values())
    press(x_server, "ctrl+plus", "ctrl+minus")
    assert until(lambda: heard.actions == ["faster", "slower"])


def test_two_names_of_one_key_are_not_bound_twice(hotkeys) -> None:
    results = hotkeys.bind({"faster": "Ctrl+Plus", "slower": "Ctrl+Shift+Equal"})
    assert results["faster"].bound
    assert "set for two actions" in results["slower"].problem


def test_closing_gives_the_keys_back(x_server, heard) -> None:
    first = X11Hotkeys(heard.listener, x_server.name)
    first.bind(SPEAK)
    first.close()
    first.close()
    second = X11Hotkeys(heard.listener, x_server.name)
    assert all(result.bound for result in second.bind(SPEAK).values())
    second.close()
    assert heard.lost == []


@pytest.mark.logs_warnings
def test_the_server_dying_ends_the_thread_and_is_told_once(
    own_x_server, heard, until: Callable[..., bool]
) -> None:
    hotkeys = X11Hotkeys(heard.listener, own_x_server.name)
    hotkeys.bind(SPEAK)
    own_x_server.kill()
    assert until(lambda: heard.lost)
    assert until(lambda: not hotkeys.is_running)
    assert "display was lost" in hotkeys.bind(SPEAK)["stop"].problem
    hotkeys.close()
    assert len(heard.lost) == 1


@leaves_sockets
def test_no_server_is_an_error_that_says_so(heard, sockets_collected) -> None:
    with pytest.raises(SystemAdapterError, match="display cannot be reached"):
        X11Hotkeys(heard.listener, ":5999")
