from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from qwentts_desktop.system.key_combination import KEY_NAMES, parse_combination
from qwentts_desktop.ui import key_words
from qwentts_desktop.ui.key_words import combination_words

HELD = Qt.KeyboardModifier
CTRL_SHIFT = HELD.ControlModifier | HELD.ShiftModifier


def test_a_combination_is_in_the_normal_form_of_the_settings():
    words = combination_words(CTRL_SHIFT, Qt.Key.Key_F9)
    assert words == "Ctrl+Shift+F9"
    assert str(parse_combination(words)) == words


def test_modifiers_alone_wait_for_a_key():
    assert combination_words(CTRL_SHIFT, Qt.Key.Key_Shift) == "Ctrl+Shift+"


def test_an_unknown_key_is_no_combination():
    assert combination_words(HELD.ControlModifier, Qt.Key.Key_Hangul) == ""


@pytest.mark.parametrize("name", sorted(set(key_words._NAMES.values())))
def test_every_word_is_one_that_the_settings_know(name):
    assert name in KEY_NAMES
