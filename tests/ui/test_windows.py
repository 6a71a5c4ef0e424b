from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal

from qwentts_desktop.errors import EngineError
from qwentts_desktop.speech.events import Notice, Problem
from qwentts_desktop.ui.device_names import DeviceNames
from qwentts_desktop.ui.events import PendingText
from qwentts_desktop.ui.main_window import MainWindow
from qwentts_desktop.ui.settings.window import SettingsWindow
from qwentts_desktop.ui.windows import Windows


class FakeIcon:
    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, title: str, message: str) -> None:
        self.said.append(message)


class FakeTray(QObject):
    availability_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.icon: FakeIcon | None = None

    @property
    def is_available(self) -> bool:
        return self.icon is not None

    def appear(self) -> None:
        self.icon = FakeIcon()
        self.availability_changed.emit(True)

    def vanish(self) -> None:
        self.icon = None
        self.availability_changed.emit(False)


@pytest.fixture
def tray(qt):
    return FakeTray()


@pytest.fixture
def windows(screen, tray):
    devices = DeviceNames(lambda: [])
    windows = Windows(
        screen.controller,
        screen.status,
        tray,
        lambda: MainWindow(
            *(screen.controller, screen.status, screen.model, screen.actions, screen.icons, screen.facts),
            screen.history,
        ),
        lambda: SettingsWindow(screen.model, screen.facts, devices, screen.icons),
    )
    yield windows
    windows.close()
    devices.close()


def test_no_window_is_built_before_it_is_wanted(windows):
    assert windows.geometry == b""


def test_the_actions_bring_the_windows_up(screen, windows):
    screen.actions.window.trigger()
    screen.actions.settings.trigger()
    assert windows.main.isVisible()
    assert windows.settings.isVisible()


def test_without_a_tray_the_window_is_the_way_in(windows, tray):
    windows.show_where_no_tray()
    assert windows.main.isVisible()


def test_with_a_tray_a_hidden_start_stays_hidden(windows, tray):
    tray.appear()
    windows.show_where_no_tray()
    assert windows.geometry == b""


def test_a_window_hidden_into_a_tray_that_vanishes_comes_back(windows, tray):
    tray.appear()
    windows.show_main()
    windows.main.close()
    assert not windows.main.isVisible()
    tray.vanish()
    assert windows.main.isVisible()


def test_the_hint_about_the_missing_tray_goes_when_one_appears(screen, windows, tray):
    windows.show_main()
    windows.main.close()
    assert "no tray" in screen.status.shown.notice
    tray.appear()
    assert screen.status.shown.notice == ""


def test_messages_go_to_the_window_and_to_the_tray_when_it_is_out_of_sight(screen, windows, tray):
    tray.appear()
    windows.on_problem(Problem(EngineError("The card is busy.")))
    windows.on_notice(Notice("No text is selected."))
    assert tray.icon.said == ["The card is busy.", "No text is selected."]
    assert screen.status.shown.error == "The card is busy."


def test_a_long_text_is_read_after_a_yes_and_only_the_newest(screen, windows):
    windows.ask(PendingText("old", 1))
    windows.ask(PendingText("new", 2))
    windows._question.accept()
    assert [request.text for request in screen.service.requests] == ["new"]


def test_a_long_text_is_not_read_after_a_no(screen, windows):
    windows.ask(PendingText("long", 1))
    windows._question.reject()
    assert screen.service.requests == []


def test_the_question_says_how_long_and_not_what(windows):
    windows.ask(PendingText("secret " * 100_000, 1))
    assert "700" in windows._question.text()
    assert "secret" not in windows._question.text()
