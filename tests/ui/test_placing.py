from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from qwentts_desktop.ui.placing import open_at


def test_a_window_opens_as_wished_where_there_is_room(qt):
    window = QWidget()
    open_at(window, QSize(400, 300), QSize(200, 100))
    assert window.size() == QSize(400, 300)
    assert window.minimumSize() == QSize(200, 100)


def test_a_window_is_never_larger_than_its_screen(qt):
    window = QWidget()
    open_at(window, QSize(40_000, 30_000), QSize(20_000, 10_000))
    available = window.screen().availableSize()
    assert window.width() < available.width()
    assert window.height() < available.height()
    assert window.minimumWidth() <= window.width()
