from __future__ import annotations

import threading
from collections.abc import Mapping

import pytest

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.settings.schema import HotkeySettings
from qwentts_desktop.system.hotkeys import BindResult, HotkeyListener, read_actions
from qwentts_desktop.ui.bridge import HotkeyBridge
from qwentts_desktop.ui.hotkey_board import HotkeyBoard

TAKEN = "Ctrl+Shift+F9 is taken by another program."


class FakeHotkeys:
    """Binds all but what is taken; `press` and `rebind` act on a thread of their own, as a hook does."""

    name = "fake"

    def __init__(self, listener: HotkeyListener) -> None:
        self.listener = listener
        self.taken: set[str] = set()
        self.is_closed = False

    def bind(self, actions: Mapping[str, str]) -> dict[str, BindResult]:
        wanted, results = read_actions(actions)
        for action, combination in wanted.items():
            is_taken = str(combination) in self.taken
            problem = f"{combination} is taken by another program." if is_taken else ""
            results[action] = BindResult(str(combination), bound=not is_taken, problem=problem)
        return results

    def on_hook_thread(self, call, *arguments) -> None:
        hook = threading.Thread(target=call, args=arguments)
        hook.start()
        hook.join()

    def close(self) -> None:
        self.is_closed = True


class Opener:
    """Opens fakes; the first one is kept, with these combinations taken."""

    def __init__(self, *taken: str, error: SystemAdapterError | None = None) -> None:
        self._taken = set(taken)
        self._error = error
        self.opened: list[FakeHotkeys] = []

    def __call__(self, listener: HotkeyListener) -> FakeHotkeys:
        if self._error is not None:
            raise self._error
        backend = FakeHotkeys(listener)
        backend.taken = self._taken
        self.opened.append(backend)
        return backend


@pytest.fixture
def board_of(qt):
    boards = []

    def make(opener):
        board = HotkeyBoard(opener, HotkeyBridge())
        board.notices = []
        board.troubled.connect(lambda notice: board.notices.append(notice.message))
        boards.append(board)
        return board

    yield make
    for board in boards:
        board.close()


def test_the_settings_hotkeys_are_bound_and_those_left_empty_are_not(board_of):
    board = board_of(Opener())
    board.bind(HotkeySettings())
    assert board.results()["stop"] == BindResult("Ctrl+Shift+F11", bound=True)
    assert board.results()["faster"] == BindResult("", bound=False)
    assert board.notices == []


def test_a_hotkey_that_is_taken_is_named_once(board_of):
    board = board_of(Opener("Ctrl+Shift+F9"))
    board.bind(HotkeySettings())
    board.bind(HotkeySettings(faster="Ctrl+Shift+F12"))
    assert board.notices == [TAKEN]
    assert not board.results()["speak_selection"].bound
    assert board.results()["faster"].bound


def test_a_desktop_without_hotkeys_says_so_and_goes_on(board_of):
    board = board_of(Opener(error=SystemAdapterError("No keys here. Use the command line.")))
    board.bind(HotkeySettings())
    assert board.notices == ["No keys here. Use the command line."]
    assert not board.results()["stop"].bound


def test_keys_bound_anew_by_the_backend_are_known(board_of, wait_until):
    opener = Opener()
    board = board_of(opener)
    board.bind(HotkeySettings())
    (backend,) = opener.opened
    results = {"stop": BindResult("Ctrl+Shift+F11", bound=False, problem="This keyboard has no key F11.")}
    backend.on_hook_thread(backend.listener.rebound, results)
    wait_until(lambda: board.notices)
    assert board.results() == results


def test_the_keys_are_given_back_at_the_end(board_of):
    opener = Opener()
    board = board_of(opener)
    board.bind(HotkeySettings())
    board.close()
    assert opener.opened[0].is_closed
