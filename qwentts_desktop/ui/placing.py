"""How large a window opens: as wished, but never larger than the screen that it is on. It knows no window."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(16, 48)
"""Room for the title bar and borders that the window manager adds."""


def open_at(window: QWidget, wished: QSize, smallest: QSize) -> None:
    """Size a window that is not shown yet; `smallest` gives way too on a tiny or magnified screen."""
    available = window.screen().availableSize() - FRAME
    window.setMinimumSize(smallest.boundedTo(available))
    window.resize(wished.boundedTo(available))
