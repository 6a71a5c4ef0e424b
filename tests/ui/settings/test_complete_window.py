"""The settings window with all its pages: search, reset, names, and no clipped text in any language."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSlider,
)

from qwentts_desktop.settings.description import describe_settings
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.ui.settings.layout import PAGES
from tests.ui.settings.parts import build_windows

CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QListWidget, QSlider)


def shown_pages(window):
    items = [window.pages.item(number) for number in range(window.pages.count())]
    return [item.data(Qt.ItemDataRole.UserRole) for item in items if not item.isHidden()]


def test_every_page_is_there_in_its_order(built):
    assert tuple(shown_pages(built.settings)) == PAGES


def test_every_setting_stands_on_exactly_one_page(built):
    pages = built.settings.pages_by_name.values()
    for info in describe_settings():
        widget = built.settings.rows[info.name].control.widget
        assert sum(page.isAncestorOf(widget) for page in pages) == 1, info.name


def test_search_finds_words_of_settings_and_of_panels(built):
    window = built.settings
    window.search.setText("citations")
    assert shown_pages(window) == ["reading"]
    window.search.setText("pronunciation")
    assert shown_pages(window) == ["reading"]
    window.search.setText("ready-made voices")
    built.settle()
    assert shown_pages(window) == ["voice"]


def test_search_leaves_only_the_rows_that_match(built):
    window = built.settings
    window.show()
    window.search.setText("citations")
    assert window.rows["reading.citations"].label.isVisible()
    assert not window.rows["reading.emoji"].label.isVisible()
    window.search.clear()
    window.open_page("reading")
    assert window.rows["reading.emoji"].label.isVisible()


def test_a_page_is_reset_and_no_other(built):
    window = built.settings
    model = window._model
    model.set("audio.speed", "1.5")
    model.set("reading.citations", "true")
    reset = window.findChild(QPushButton, "reset_reading")
    assert reset.isEnabled()
    reset.click()
    assert model.settings.reading == Settings().reading
    assert model.settings.audio.speed == 1.5
    assert not reset.isEnabled()


def test_the_cushion_is_reset_with_the_page_that_shows_it(built):
    window = built.settings
    window._model.set("audio.cushion_ms", "200")
    window.findChild(QPushButton, "reset_audio").click()
    assert window._model.settings.audio.cushion_ms == 200
    window.findChild(QPushButton, "reset_streaming").click()
    assert window._model.settings.audio.cushion_ms == 80


def test_every_control_has_a_name_for_tests_and_for_screen_readers(built):
    for window in (built.settings, built.assistant):
        for control in [one for kind in CONTROLS for one in window.findChildren(kind)]:
            if control.objectName().startswith("qt_") or isinstance(control.parent(), (*CONTROLS, QLabel)):
                continue  # parts of Qt's own controls
            assert control.objectName(), control
            said = control.accessibleName() or getattr(control, "text", str)()
            assert said, control.objectName()


@pytest.mark.parametrize("appearance", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_label_and_no_button_is_clipped(qt, tmp_path, language, appearance):
    windows = build_windows(qt, tmp_path, language, appearance)
    try:
        assert list(clipped_in(windows)) == []
    finally:
        windows.close()


def clipped_in(windows):
    """(page, text) of what has less room than it needs."""
    settings, assistant = windows.settings, windows.assistant
    settings.show()
    for name, page in settings.pages_by_name.items():
        settings.open_page(name)
        windows.settle()
        yield from ((name, text) for text in clipped(page.widget()))
    settings.hide()
    assistant.show()
    for number in range(assistant.step_count):
        assistant.go(number)
        windows.settle()
        yield from ((number, text) for text in clipped(assistant))


def clipped(parent):
    for widget in [*parent.findChildren(QLabel), *parent.findChildren(QPushButton)]:
        if not widget.isVisible() or not widget.text():
            continue
        if isinstance(widget, QLabel) and widget.wordWrap():
            needed = widget.heightForWidth(widget.width())
            fits = widget.height() >= needed
        else:
            fits = widget.width() >= widget.sizeHint().width()
        if not fits:
            yield widget.text()
