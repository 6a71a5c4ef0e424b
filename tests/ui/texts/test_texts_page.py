from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QListWidget, QPushButton

from qwentts_desktop.speech.events import JobFinished, JobStarted, State, StateChanged
from qwentts_desktop.ui.main_window import TEXTS, MainWindow


@pytest.fixture
def window(screen):
    window = MainWindow(
        *(screen.controller, screen.status, screen.model, screen.actions, screen.icons, screen.facts),
        screen.history,
    )
    screen.model.changed.connect(window.on_settings)
    screen.controller.text_submitted.connect(screen.status.on_submitted)
    screen.controller.text_submitted.connect(screen.history.on_submitted)
    window.show()
    window.show_page(TEXTS)
    yield window
    window.hide()
    window.deleteLater()


def lines(window, name):
    found = window.findChild(QListWidget, name)
    return [found.item(row).text() for row in range(found.count())]


def press(window, name):
    QTest.mouseClick(window.findChild(QPushButton, name), Qt.MouseButton.LeftButton)


def wait_behind_another(screen, *texts):
    screen.model.set("general.when_speaking", "enqueue")
    screen.controller.speak_text("The one that is read.")
    screen.service.tell(JobStarted(1, 1))
    screen.service.tell(StateChanged(State.SPEAKING))
    for text in texts:
        screen.controller.speak_text(text)


def test_texts_that_wait_are_listed_in_their_order(screen, window):
    wait_behind_another(screen, "Second\ntext.", "Third text.")
    assert lines(window, "queue_list") == ["Second text.", "Third text."]
    screen.service.tell(JobFinished(1, None))
    screen.service.tell(JobStarted(2, 1))
    assert lines(window, "queue_list") == ["Third text."]


def test_one_that_waits_can_be_taken_out(screen, window):
    wait_behind_another(screen, "Second text.", "Third text.")
    window.show_page(TEXTS)
    window.findChild(QListWidget, "queue_list").setCurrentRow(1)
    press(window, "drop_text")
    assert ("drop", 3) in screen.service.calls
    screen.service.tell(JobFinished(3, None))
    assert lines(window, "queue_list") == ["Second text."]


def test_nothing_is_remembered_unless_the_user_says_so(screen, window):
    screen.controller.speak_text("Some secret.")
    assert lines(window, "history_list") == []
    window.show_page(TEXTS)
    window.findChild(QCheckBox, "keep_history").click()
    assert screen.model.settings.privacy.keep_history
    screen.controller.speak_text("Remember this.")
    (line,) = lines(window, "history_list")
    assert line.endswith("Remember this.")


@pytest.fixture
def remembered(screen, window):
    screen.model.set("privacy.keep_history", "true")
    for text in ("One.", "Two.", "Three."):
        screen.controller.speak_text(text)
    window.show_page(TEXTS)
    return window.findChild(QListWidget, "history_list")


def test_a_text_is_read_again_by_button_and_by_enter(screen, window, remembered):
    remembered.setCurrentRow(2)
    press(window, "read_again")
    assert screen.service.requests[-1].text == "One."
    window.show_page(TEXTS)
    remembered.setCurrentRow(1)
    QTest.keyClick(remembered, Qt.Key.Key_Return)
    assert screen.service.requests[-1].text == "Three."


def test_a_text_is_forgotten_by_button_and_by_key(screen, window, remembered):
    remembered.setCurrentRow(0)
    press(window, "forget_text")
    window.activateWindow()
    remembered.setFocus()
    QTest.keyClick(remembered, Qt.Key.Key_Delete)
    assert [entry.text for entry in screen.history.entries()] == ["One."]


def test_clear_forgets_all(screen, window, remembered):
    press(window, "clear_history")
    assert screen.history.entries() == ()
    assert not remembered.isVisible()


def test_the_text_box_or_what_is_read_is_offered_to_be_kept(screen, window):
    assert window.text_to_keep() == ""
    screen.controller.speak_text("What is read.")
    assert window.text_to_keep() == "What is read."
    window.composer.box.setPlainText("What is written.")
    assert window.text_to_keep() == "What is read."
    window.show_page(0)
    assert window.text_to_keep() == "What is written."
