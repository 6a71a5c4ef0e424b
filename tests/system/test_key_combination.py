from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.settings.schema import HotkeySettings
from qwentts_desktop.system.key_combination import (
    KEY_NAMES,
    KeyCombination,
    Modifier,
    normalise_combination,
    parse_combination,
)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Ctrl+Shift+F9", "Ctrl+Shift+F9"),
        ("shift + CONTROL + f9", "Ctrl+Shift+F9"),
        ("Strg+Alt+x", "Ctrl+Alt+X"),
        ("Meta+PgUp", "Super+PageUp"),
        ("Win+Media Play", "Super+MediaPlay"),
        ("MediaStop", "MediaStop"),
        ("F5", "F5"),
        ("Pause", "Pause"),
        ("Ctrl++", "Ctrl+Plus"),
        ("Ctrl+ +", "Ctrl+Plus"),
        ("Ctrl+-", "Ctrl+Minus"),
        ("Ctrl+Ctrl+Return", "Ctrl+Enter"),
        ("Alt+Num0", "Alt+Num0"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_common_spellings_have_one_normal_form(text: str, normal: str) -> None:
    assert normalise_combination(text) == normal


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ctrl+Shift", "no key besides"),
        ("Ctrl+A+B", "more than one key"),
        ("Ctrl+Hyper9", "not a key that is known"),
        ("A", "needed for typing"),
        ("Shift+a", "needed for typing"),
        ("Shift+Home", "needed for typing"),
        ("+", "needed for typing"),
        ("Ctrl+", "not a key"),
        ("++", "needed for typing"),
        ("日本", "not a key that is known"),
    ],
)
def test_what_cannot_be_a_hotkey_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidRequestError, match=reason):
        parse_combination(text)


@given(st.sets(st.sampled_from(Modifier)), st.sampled_from(KEY_NAMES))
def test_the_normal_form_reads_back_as_itself(modifiers: set[Modifier], key: str) -> None:
    combination = KeyCombination(frozenset(modifiers | {Modifier.CTRL}), key)
    assert parse_combination(str(combination)) == combination


@given(st.text(max_size=40))
def test_any_text_is_a_combination_or_a_sentence(text: str) -> None:
    try:
        normal = normalise_combination(text)
    except InvalidRequestError as refused:
        normal, sentence = "", refused.message
    else:
        sentence = "."
    assert sentence.endswith(".")
    assert normalise_combination(normal) == normal


def test_the_default_hotkeys_are_in_normal_form() -> None:
    defaults = HotkeySettings()
    chosen = (defaults.speak_selection, defaults.pause_resume, defaults.stop)
    assert tuple(normalise_combination(text) for text in chosen) == chosen
