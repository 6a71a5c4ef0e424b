from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.system.hotkeys import HotkeyListener
from qwentts_desktop.system.hotkeys_windows import WindowsHotkeys, open_windows_hotkeys
from qwentts_desktop.system.key_combination import KEY_NAMES, parse_combination
from qwentts_desktop.system.windows_keys import modifier_bits, virtual_key

NOREPEAT, ALT, CTRL, SHIFT, WIN = 0x4000, 1, 2, 4, 8


class FakeWindows:
    """Keeps one program's hotkeys as user32 does, with some already taken."""

    def __init__(self) -> None:
        self.taken: set[tuple[int, int]] = set()
        self.code_for: dict[tuple[int, int], int] = {}
        self.registered: dict[int, tuple[int, int]] = {}
        self._messages: queue.SimpleQueue[int | None] = queue.SimpleQueue()

    def start(self) -> None:
        pass

    def register(self, number: int, modifiers: int, key: int) -> int:
        combination = (modifiers, key)
        if combination in self.taken or combination in self.registered.values():
            return 1409
        if combination in self.code_for:
            return self.code_for[combination]
        self.registered[number] = combination
        return 0

    def unregister(self, number: int) -> None:
        del self.registered[number]

    def wait(self) -> int | None:
        return self._messages.get()

    def wake(self) -> None:
        self._messages.put(None)

    def press(self, modifiers: int, key: int) -> None:
        for number, combination in self.registered.items():
            if combination == (modifiers | NOREPEAT, key):
                self._messages.put(number)

    def post(self, number: int) -> None:
        self._messages.put(number)


@pytest.fixture
def windows() -> FakeWindows:
    return FakeWindows()


@pytest.fixture
def pressed() -> list[str]:
    return []


@pytest.fixture
def hotkeys(windows: FakeWindows, pressed: list[str]) -> Iterator[WindowsHotkeys]:
    backend = WindowsHotkeys(HotkeyListener(pressed=lambda action, at_ns: pressed.append(action)), windows)
    yield backend
    backend.close()


def test_hotkeys_are_registered_without_repeats_and_presses_arrive(windows, hotkeys, pressed, until) -> None:
    results = hotkeys.bind({"speak_selection": "Ctrl+Shift+F9", "stop": "Super+x"})
    assert all(result.bound for result in results.values())
    assert set(windows.registered.values()) == {(NOREPEAT | CTRL | SHIFT, 0x78), (NOREPEAT | WIN, ord("X"))}
    windows.press(CTRL | SHIFT, 0x78)
    windows.press(WIN, ord("X"))
    assert until(lambda: pressed == ["speak_selection", "stop"])


def test_error_1409_is_a_conflict_that_names_the_combination(windows, hotkeys) -> None:
    windows.taken.add((NOREPEAT | CTRL | SHIFT, 0x78))
    results = hotkeys.bind({"speak_selection": "Ctrl+Shift+F9", "stop": "Ctrl+Shift+F11"})
    assert "Ctrl+Shift+F9 is taken by another program" in results["speak_selection"].problem
    assert results["stop"].bound


def test_another_error_is_named_by_its_number(windows, hotkeys) -> None:
    windows.code_for[(NOREPEAT | CTRL, 0x7B)] = 5
    assert "error 5" in hotkeys.bind({"stop": "Ctrl+F12"})["stop"].problem


def test_rebinding_gives_the_old_ones_back_first(windows, hotkeys) -> None:
    hotkeys.bind({"speak_selection": "Ctrl+Shift+F9"})
    assert hotkeys.bind({"stop": "Ctrl+Shift+F9"})["stop"].bound
    assert len(windows.registered) == 1


def test_a_press_still_queued_for_an_old_hotkey_is_dropped(windows, hotkeys, pressed, until) -> None:
    hotkeys.bind({"speak_selection": "Ctrl+Shift+F9"})
    (old,) = windows.registered
    hotkeys.bind({"stop": "Ctrl+Shift+F9"})
    windows.post(old)
    windows.press(CTRL | SHIFT, 0x78)
    assert until(lambda: pressed)
    assert pressed == ["stop"]


def test_unknown_and_missing_keys_are_answered(hotkeys) -> None:
    results = hotkeys.bind({"a": "Ctrl+Foo", "b": "MediaPause", "c": ""})
    assert "Foo" in results["a"].problem
    assert "no key MediaPause" in results["b"].problem
    assert results["c"].problem == ""


def test_closing_gives_everything_back(windows, hotkeys) -> None:
    hotkeys.bind({"speak_selection": "Ctrl+Shift+F9"})
    hotkeys.close()
    hotkeys.close()
    assert windows.registered == {}


def test_nearly_every_key_has_a_code_and_none_stands_for_two_letters() -> None:
    assert [name for name in KEY_NAMES if virtual_key(name) is None] == ["MediaPause"]
    letters = [virtual_key(name) for name in KEY_NAMES if len(name) == 1]
    assert len(set(letters)) == 36


def test_modifiers_become_their_bits() -> None:
    assert modifier_bits(parse_combination("Ctrl+Alt+Shift+Super+A")) == NOREPEAT | CTRL | ALT | SHIFT | WIN


def test_the_real_calls_are_refused_elsewhere() -> None:
    with pytest.raises(SystemAdapterError, match="Windows only"):
        open_windows_hotkeys(HotkeyListener(pressed=lambda action, at_ns: None))
