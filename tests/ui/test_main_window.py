from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPlainTextEdit, QSlider, QWidget

from qwentts_desktop.errors import EngineError, OutOfMemoryError
from qwentts_desktop.speech.engine import EngineInfo, EngineKind
from qwentts_desktop.speech.events import (
    EngineChanged,
    JobStarted,
    Problem,
    SentenceStarted,
    State,
    StateChanged,
)
from qwentts_desktop.ui.events import TextShown
from qwentts_desktop.ui.main_window import READ, WRITE, MainWindow

TEXT = "First one. 😀 Second one here. Third."
SECOND = (TEXT.index("Second"), TEXT.index("Third") - 1)


@pytest.fixture
def window(screen):
    window = MainWindow(
        *(screen.controller, screen.status, screen.model, screen.actions, screen.icons, screen.facts),
        screen.history,
    )
    screen.model.changed.connect(window.on_settings)
    screen.controller.text_submitted.connect(screen.status.on_submitted)
    window.show()
    yield window
    window.hide()
    window.deleteLater()


def read(screen, text=TEXT, span=SECOND):
    screen.controller.speak_text(text)
    screen.service.tell(JobStarted(1, 3))
    screen.service.tell(StateChanged(State.SPEAKING))
    screen.service.tell(SentenceStarted(1, 1, *span))


def words(window, name):
    return window.findChild(QLabel, name).text()


def test_it_says_what_it_does_what_speaks_and_why(screen, window):
    engine = EngineInfo(EngineKind.SYSTEM, "espeak-ng", "CPU", reason="No model yet, so espeak-ng reads.")
    screen.service.tell(EngineChanged(engine))
    assert words(window, "state") == "Ready"
    assert words(window, "engine") == "espeak-ng on CPU. No model yet, so espeak-ng reads."
    assert "Ctrl+Shift+F9" in words(window, "detail")
    read(screen)
    assert words(window, "state") == "Reading"
    assert words(window, "place") == "Sentence 2 of 3"


def test_typed_text_is_spoken_by_button_and_by_ctrl_enter(screen, window):
    window.composer.box.setPlainText("Say this.")
    QTest.mouseClick(window.composer.speak_button, Qt.MouseButton.LeftButton)
    window.show_page(WRITE)
    QTest.keyClick(window.composer.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert [request.text for request in screen.service.requests] == ["Say this."] * 2


def test_a_selection_in_the_text_box_is_spoken_alone(screen, window):
    window.composer.box.setPlainText("Say this.")
    cursor = window.composer.box.textCursor()
    cursor.setPosition(4)
    cursor.setPosition(8, cursor.MoveMode.KeepAnchor)
    window.composer.box.setTextCursor(cursor)
    window.composer.speak_button.click()
    assert screen.service.requests[0].text == "this"


def test_an_empty_box_cannot_be_spoken(window):
    assert not window.composer.speak_button.isEnabled()


def test_a_text_from_anywhere_is_read_along_with_its_sentence_marked(screen, window):
    read(screen)
    assert window.pages.currentIndex() == READ
    marks = window.reading.extraSelections()
    assert [mark.cursor.selectedText() for mark in marks] == ["Second one here."]


def test_a_text_that_waits_is_shown_when_its_turn_comes(screen, window):
    screen.model.set("general.when_speaking", "enqueue")
    read(screen)
    screen.controller.speak_text("The next one.")
    assert window.reading.toPlainText() == TEXT
    assert "1 more text waits" in words(window, "place")
    screen.service.tell(JobStarted(2, 1))
    assert window.reading.toPlainText() == "The next one."


def test_a_text_whose_first_sentence_is_heard_already_is_marked_at_once(screen, window):
    screen.service.tell(JobStarted(1, 3))
    screen.service.tell(StateChanged(State.SPEAKING))
    screen.service.tell(SentenceStarted(1, 1, *SECOND))
    screen.controller.on_submitted(TextShown(1, TEXT))
    marks = window.reading.extraSelections()
    assert [mark.cursor.selectedText() for mark in marks] == ["Second one here."]


def test_the_mark_goes_when_the_text_is_over(screen, window):
    read(screen)
    screen.service.tell(StateChanged(State.IDLE))
    assert window.reading.extraSelections() == []


def test_a_click_on_a_sentence_goes_there(screen, window, wait_until):
    read(screen)
    reading = window.reading
    cursor = reading.textCursor()
    cursor.setPosition(len("First one. 😀 Sec".encode("utf-16-le")) // 2)
    spot = reading.cursorRect(cursor).center() + QPoint(1, 0)
    QTest.mouseClick(reading.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    (call,) = screen.service.calls
    assert call[0] == "jump_to_character"
    assert SECOND[0] <= call[1] < SECOND[1]


def test_enter_goes_to_the_sentence_at_the_cursor(screen, window):
    read(screen)
    QTest.keyClick(window.reading, Qt.Key.Key_Return)
    assert screen.service.calls == [("jump_to_character", 0)]


def test_the_sentence_that_is_heard_is_kept_in_view(screen, window):
    text = "Some words to fill the line with. \n" * 400 + "The last one."
    read(screen, text, (len(text) - 13, len(text)))
    marks = window.reading.extraSelections()
    last = marks[0].cursor
    assert window.reading.viewport().rect().contains(window.reading.cursorRect(last).center())


def test_progress_moves_with_the_text(screen, window):
    read(screen)
    assert window.transport.progress.value() == pytest.approx(1_000 * SECOND[0] / len(TEXT), abs=1)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("pause_button", "toggle_pause"),
        ("stop_button", "stop"),
        ("next_button", "next_sentence"),
        ("previous_button", "previous_sentence"),
    ],
)
def test_each_button_of_the_transport_does_its_work(screen, window, name, call):
    read(screen)
    QTest.mouseClick(window.findChild(QAbstractButton, name), Qt.MouseButton.LeftButton)
    assert screen.service.calls == [(call,)]


def test_sliders_are_heard_at_once(screen, window):
    window.findChild(QSlider, "speed_slider").setValue(150)
    window.findChild(QSlider, "volume_slider").setValue(40)
    assert screen.service.calls == [("set_speed", 1.5), ("set_volume", 0.4)]


def test_sliders_follow_what_was_set_elsewhere(screen, window):
    screen.model.set("audio.speed", "2.0")
    assert window.findChild(QSlider, "speed_slider").value() == 200
    assert screen.service.calls == []


def test_escape_stops_but_first_closes_the_search(screen, window, qt):
    read(screen)
    window.activateWindow()
    window.find_bar.open_bar()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.find_bar.isHidden()
    assert screen.service.calls == []
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert screen.service.calls == [("stop",)]


def test_finding_counts_selects_and_goes_round(screen, window):
    read(screen)
    window.find_bar.open_bar()
    field = window.findChild(QLineEdit, "find_field")
    QTest.keyClicks(field, "one")
    assert words(window, "find_result") == "2 matches"
    first = window.reading.textCursor().selectionStart()
    QTest.keyClick(field, Qt.Key.Key_Return)
    second = window.reading.textCursor().selectionStart()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert first < second
    assert window.reading.textCursor().selectionStart() == first
    QTest.keyClicks(field, "xyz")
    assert words(window, "find_result") == "Not found"


def test_an_error_stays_with_its_remedy_until_dismissed(screen, window):
    screen.service.tell(Problem(EngineError("No card. Choose the CPU.")))
    assert words(window, "banner_message") == "No card. Choose the CPU."
    assert not window.banner.isHidden()
    window.findChild(QAbstractButton, "banner_dismiss").click()
    assert window.banner.isHidden()


def test_a_full_card_offers_another_try_and_the_smaller_model(screen, window):
    screen.model.set("engine.model_size", "1.7B")
    screen.service.tell(Problem(OutOfMemoryError("The card's memory is used up.")))
    smaller, retry = (
        window.findChild(QAbstractButton, name) for name in ("banner_smaller_model", "banner_retry")
    )
    assert not smaller.isHidden()
    smaller.click()
    assert screen.model.settings.engine.model_size == "0.6B"
    assert screen.service.calls[-1] == ("restart_sentence",)
    assert window.banner.isHidden()
    screen.service.tell(Problem(OutOfMemoryError("The card's memory is used up.")))
    assert smaller.isHidden()
    retry.click()
    assert screen.service.calls.count(("restart_sentence",)) == 2
    screen.service.tell(Problem(EngineError("Another one.")))
    assert retry.isHidden()


def test_closing_hides_into_the_tray(window):
    window.set_tray(True)
    window.close()
    assert not window.isVisible()
    window.raise_up()
    assert window.isVisible()


def test_closing_without_a_tray_leaves_it_in_the_task_list(window):
    told = []
    window.closed_without_tray.connect(lambda: told.append(True))
    window.close()
    assert window.isVisible()
    assert window.isMinimized()
    assert told == [True]


def test_every_control_has_a_name_for_screen_readers_and_for_tests(screen, window):
    read(screen)
    kinds = (QAbstractButton, QSlider, QLineEdit, QPlainTextEdit)
    controls = [control for kind in kinds for control in window.findChildren(kind)]
    ours = [control for control in controls if not control.objectName().startswith("qt_")]
    for control in ours:
        if control.parent().metaObject().className() == "QLineEdit":
            continue  # Qt's own clear button
        assert control.objectName(), control
        assert control.accessibleName() or control.text(), control.objectName()


def test_tab_reaches_every_control_of_the_text_page(screen, window):
    read(screen)
    reached = set()
    widget: QWidget = window.card.voice_button
    for _ in range(200):
        widget = widget.nextInFocusChain()
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            reached.add(widget.objectName())
    assert {"pause_button", "stop_button", "speed_slider", "volume_slider", "menu_button"} <= reached


@pytest.mark.parametrize("choice", ["dark", "light"])
def test_it_follows_another_appearance_without_a_restart(screen, window, appearance, choice, qt):
    appearance.choose(choice)
    qt.processEvents()
    ground = window.grab().toImage().pixelColor(3, 3)
    assert (ground.lightnessF() < 0.5) == (choice == "dark")
