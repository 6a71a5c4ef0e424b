"""How a text is broken into lines on the screen: by words, unless one is so long that Qt would freeze."""

from __future__ import annotations

import re

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

_ENDLESS_WORD = re.compile(r"\S{5000}")
"""Laying out one word of 1,000,000 letters took 39 s by words and 0.4 s by letters."""


def wrap_mode_of(text: str) -> QTextOption.WrapMode:
    """By words, or by letters for a text with an endless word."""
    if _ENDLESS_WORD.search(text):
        return QTextOption.WrapMode.WrapAnywhere
    return QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


class TextBox(QPlainTextEdit):
    """A plain text box that takes any paste without freezing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste or drop, as text."""
        if source.hasText():
            self.setWordWrapMode(wrap_mode_of(self.toPlainText() + source.text()))
        super().insertFromMimeData(source)
