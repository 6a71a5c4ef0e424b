from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from qwentts_desktop.errors import EngineError
from qwentts_desktop.speech.events import JobStarted, Problem, SentenceStarted, State, StateChanged
from qwentts_desktop.ui import tray_host
from qwentts_desktop.ui.tray import TrayIcon, tray_menu
from qwentts_desktop.ui.tray_host import TrayHost
from qwentts_desktop.ui.voice_menu import VoiceMenu

SECRET = "What the user reads is nobody's business."


@pytest.fixture
def menu(screen):
    voices = VoiceMenu(screen.controller, screen.model, screen.facts)
    menu = tray_menu(screen.actions, voices)
    menu.voices = voices
    return menu


@pytest.fixture
def tray(screen, menu):
    icon = TrayIcon(screen.controller, screen.status, screen.icons, menu)
    yield icon
    icon._icon.hide()


def be(screen, state):
    screen.service.tell(StateChanged(state))


def entries(menu):
    return [action.text().replace("&", "") for action in menu.actions() if not action.isSeparator()]


def test_the_menu_offers_all_that_can_be_done(menu):
    assert entries(menu) == [
        *("Speak selection", "Speak clipboard", "Pause", "Stop", "Next sentence", "Previous sentence"),
        *("Voice", "Open window", "Settings…", "Quit"),
    ]


def test_only_what_makes_sense_can_be_chosen(screen, menu):
    assert not screen.actions.stop.isEnabled()
    be(screen, State.SPEAKING)
    assert screen.actions.stop.isEnabled()
    assert screen.actions.pause.text().replace("&", "") == "Pause"
    be(screen, State.PAUSED)
    assert screen.actions.pause.text().replace("&", "") == "Resume"


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("pause", "toggle_pause"),
        ("stop", "stop"),
        ("next", "next_sentence"),
        ("previous", "previous_sentence"),
    ],
)
def test_each_entry_does_what_it_says(screen, menu, name, call):
    be(screen, State.SPEAKING)
    getattr(screen.actions, name).trigger()
    assert (call,) in screen.service.calls


def test_speak_selection_from_the_menu_reads_the_selection(screen, menu, wait_until):
    screen.actions.speak_selection.trigger()
    wait_until(lambda: screen.service.requests)
    assert screen.service.origins[0] > 1


def test_the_voice_menu_is_filled_when_it_opens_and_sets_the_voice(screen, menu):
    voices: QMenu = menu.voices
    voices.aboutToShow.emit()
    names = [action.text() for action in voices.actions() if action.isCheckable()]
    assert names == ["System voice", "Vivian && co"]
    assert voices.actions()[0].isChecked()
    voices.actions()[1].trigger()
    assert screen.model.settings.voice.voice == "preset:vivian"
    assert screen.service.calls[-1][0] == "set_voice"


def test_each_state_has_a_picture_of_its_own(screen, tray):
    seen = set()
    for state in State:
        be(screen, state)
        seen.add(tray.picture.pixmap(22, 22).toImage().cacheKey())
    assert len(seen) == len(State)


def test_the_tooltip_says_the_state_and_never_what_is_read(screen, tray):
    screen.controller.speak_text(SECRET)
    screen.service.tell(JobStarted(1, 1))
    be(screen, State.SPEAKING)
    screen.service.tell(SentenceStarted(1, 0, 0, len(SECRET)))
    assert tray.tooltip == "QwenTTS Desktop: Reading\nSentence 1 of 1"
    screen.service.tell(Problem(EngineError("The card is busy.")))
    assert "The card is busy." in tray.tooltip


def test_a_left_click_pauses_while_reading_and_opens_the_window_otherwise(screen, tray):
    wanted = []
    screen.controller.window_wanted.connect(lambda: wanted.append(True))
    tray._icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert wanted == [True]
    be(screen, State.SPEAKING)
    tray._icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert screen.service.calls == [("toggle_pause",)]


def test_a_middle_click_stops(screen, tray):
    tray._icon.activated.emit(QSystemTrayIcon.ActivationReason.MiddleClick)
    assert screen.service.calls == [("stop",)]


class FakeSystemTray:
    is_there = False

    @classmethod
    def isSystemTrayAvailable(cls):  # Qt's name
        return cls.is_there


@pytest.fixture
def host(screen, menu, monkeypatch):
    monkeypatch.setattr(tray_host, "QSystemTrayIcon", FakeSystemTray)
    monkeypatch.setattr(FakeSystemTray, "is_there", False)
    monkeypatch.setattr(tray_host, "LOOK_AGAIN_MS", 10)
    monkeypatch.setattr(tray_host, "CHECK_MS", 10)
    built = []

    def make_icon():
        built.append(TrayIcon(screen.controller, screen.status, screen.icons, menu))
        return built[-1]

    host = TrayHost(make_icon)
    host.built = built
    yield host
    host.close()


def test_without_a_tray_there_is_no_icon_and_it_is_said_once(host, wait_until):
    told = []
    host.availability_changed.connect(told.append)
    host.start()
    assert told == [False]
    assert host.icon is None


def test_a_tray_that_appears_later_gets_an_icon(host, wait_until, monkeypatch):
    told = []
    host.availability_changed.connect(told.append)
    host.start()
    monkeypatch.setattr(FakeSystemTray, "is_there", True)
    wait_until(lambda: host.is_available)
    assert told == [False, True]
    assert len(host.built) == 1


def test_another_kind_of_tray_gets_a_new_icon(host, monkeypatch, wait_until):
    monkeypatch.setattr(FakeSystemTray, "is_there", True)
    host.start()
    host._on_watcher("org.kde.StatusNotifierWatcher")
    wait_until(lambda: len(host.built) == 2)
    assert host.icon is host.built[1]


def test_a_tray_that_goes_takes_the_icon_along(host, monkeypatch, wait_until):
    monkeypatch.setattr(FakeSystemTray, "is_there", True)
    host.start()
    monkeypatch.setattr(FakeSystemTray, "is_there", False)
    wait_until(lambda: not host.is_available)
