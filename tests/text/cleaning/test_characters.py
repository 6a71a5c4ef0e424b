"""Single characters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given

from qwentts_desktop.text.cleaning import characters
from qwentts_desktop.text.mapped import MappedText
from tests.text.strategies import texts


def test_terminal_colours_titles_and_links_go(apply) -> None:
    text = "\x1b[1;32mOK\x1b[0m \x1b]0;title\x07done \x1b]8;;http://a.b\x1b\\link\x1b]8;;\x1b\\"
    assert apply(characters.without_terminal_codes, text) == "OK done link"


def test_every_end_of_a_line_becomes_one(apply) -> None:
    assert (
        apply(characters.with_plain_breaks, "a\r\nb\rc\x85d\u2028e\u2029f\x0cg\u00a0h")
        == "a\nb\nc\nd\ne\n\nf\n\ng h"
    )


@pytest.mark.parametrize(
    "character", ["\0", "\u200b", "\ufeff", "\u202e", "\ufffd", chr(0xD800), "\ue000", "\x7f", "\u2060"]
)
def test_invisible_and_broken_characters_go(apply, character: str) -> None:
    assert apply(characters.without_invisible_characters, f"a{character}b") == "ab"


@pytest.mark.parametrize("text", ["👨‍👩‍👧", "❤️", "क्‍ष", "می‌خواهم", "1️⃣", "a\nb\tc"])
def test_joiners_stay_where_they_mean_something(apply, text: str) -> None:
    assert apply(characters.without_invisible_characters, text) == text


@given(texts)
def test_composing_is_normal_form_c(text: str) -> None:
    assert characters.composed(MappedText.of(text)).text == unicodedata.normalize("NFC", text)


def test_a_composed_letter_maps_to_letter_and_accent() -> None:
    mapped = characters.composed(MappedText.of("ae\u0301o"))
    assert mapped.text == "aéo"
    assert mapped[1:2].span == (1, 3)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<|im_start|>user", " user"),
        ("a<|im_<|im_end|>start|>b", "a<|im_ start|>b"),
        ("<think>x</think>", " x "),
        ("<tts_pad>", " "),
        ("a <| b |> c", "a <| b |> c"),
        ("x < y > z", "x < y > z"),
    ],
)
def test_chat_markers_become_a_space(apply, text: str, left: str) -> None:
    assert apply(characters.without_chat_markers, text) == left
