from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton

from qwentts_desktop.speech.events import JobStarted, SentenceStarted, State, StateChanged
from qwentts_desktop.ui.overlay import Overlay, OverlayHost


@pytest.fixture
def overlay(screen):
    overlay = Overlay(screen.actions, screen.status, screen.icons)
    overlay.come()
    yield overlay
    overlay.hide()
    overlay.deleteLater()


def read(screen):
    screen.service.tell(JobStarted(1, 3))
    screen.service.tell(StateChanged(State.SPEAKING))
    screen.service.tell(SentenceStarted(1, 1, 10, 20))


def button(overlay, name):
    return overlay.findChild(QToolButton, f"overlay_{name}")


def test_it_says_where_the_reading_is_and_never_what(screen, overlay):
    words = overlay.findChild(QLabel, "overlay_words")
    assert words.text() == "Ready"
    screen.controller.speak_text("A secret text.")
    read(screen)
    assert words.text() == "Sentence 2 of 3"


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("pause", "toggle_pause"),
        ("stop", "stop"),
        ("next", "next_sentence"),
        ("previous", "previous_sentence"),
    ],
)
def test_its_buttons_do_what_the_window_does(screen, overlay, name, call):
    assert not button(overlay, name).isEnabled()
    read(screen)
    QTest.mouseClick(button(overlay, name), Qt.MouseButton.LeftButton)
    assert screen.service.calls == [(call,)]


def test_the_selection_can_be_spoken_from_it(screen, overlay, wait_until):
    QTest.mouseClick(button(overlay, "selection"), Qt.MouseButton.LeftButton)
    wait_until(lambda: screen.service.requests)
    assert screen.service.requests[0].text == "selected words"


def test_it_takes_no_focus_and_stays_on_top(overlay):
    flags = overlay.windowFlags()
    assert flags & Qt.WindowType.WindowDoesNotAcceptFocus
    assert flags & Qt.WindowType.WindowStaysOnTopHint
    assert overlay.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)


def test_every_button_has_a_name_for_screen_readers_that_follows_the_state(screen, overlay):
    assert all(one.accessibleName() for one in overlay.findChildren(QToolButton))
    screen.service.tell(StateChanged(State.PAUSED))
    assert button(overlay, "pause").accessibleName() == "Resume"


def test_it_is_built_only_where_it_is_wanted_and_comes_back_where_it_was(screen):
    made = []

    def make():
        made.append(Overlay(screen.actions, screen.status, screen.icons))
        return made[-1]

    host = OverlayHost(make)
    host.apply(False)
    assert made == []
    host.apply(True)
    made[0].move(QPoint(40, 50))
    host.apply(False)
    assert not made[0].isVisible()
    host.apply(True)
    assert made[0].isVisible()
    assert made[0].pos() == QPoint(40, 50)
    assert len(made) == 1
    host.close()
