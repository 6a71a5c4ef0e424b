from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextOption

from qwentts_desktop.ui.wrapping import TextBox, wrap_mode_of

BY_LETTERS = QTextOption.WrapMode.WrapAnywhere
BY_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


def test_words_stay_whole():
    assert wrap_mode_of("some words " * 100_000) is BY_WORDS


def test_an_endless_word_is_broken_by_letters():
    assert wrap_mode_of("some " + "x" * 20_000) is BY_LETTERS


def test_a_paste_is_looked_at_first(qt):
    box, paste = TextBox(), QMimeData()
    paste.setText("x" * 20_000)
    box.insertFromMimeData(paste)
    assert box.wordWrapMode() is BY_LETTERS
    assert len(box.toPlainText()) == 20_000
