"""Sentences of a size that can be spoken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.segmentation.packer import cut_to_size, join_short

_pieces = st.sampled_from(
    [
        "word ",
        "und ",
        "abc, ",
        "long" * 30,
        "东京",
        "，",
        "。",
        "e\u0301",
        "... ",
        " - ",
        "x; ",
        "1,234 ",
        "👩\u200d👧",
        "(a) ",
    ]
)


def cuts(text: str, maximum: int) -> list[str]:
    return [part.text for part in cut_to_size(MappedText.of(text), maximum)]


def groups(*texts: str, least: int = 4, maximum: int = 300) -> list[list[str]]:
    mapped = [MappedText.of(text) for text in texts]
    return [[part.text for part in group] for group in join_short(mapped, least, maximum)]


def test_what_fits_is_left_whole() -> None:
    assert cuts("a" * 100, 100) == ["a" * 100]
    assert len(cuts("a" * 101, 100)) == 2


def test_a_cut_is_made_at_the_end_of_a_clause() -> None:
    text = (
        "this is the first clause of a sentence, " * 2
        + "and the rest of it has no sign at all for quite a while"
    )
    assert cuts(text, 100)[0].endswith("sentence, ")


def test_a_semicolon_is_better_than_a_comma() -> None:
    text = (
        "a first part of the whole, and that is quite long enough; "
        "a second, part that goes on, and on without end ok"
    )
    assert cuts(text, 100)[0].endswith("enough; ")


def test_without_clauses_a_cut_is_made_between_words() -> None:
    parts = cuts("word " * 60, 100)
    assert all(part.endswith("word ") for part in parts)


def test_no_crumb_is_left_behind() -> None:
    text = "w" * 40 + ", " + "v" * 55 + ", ok."
    assert min(map(len, cuts(text, 100))) > 10


def test_an_accent_stays_with_its_letter() -> None:
    assert cuts("e\u0301" * 80, 101)[0].endswith("\u0301")


@given(st.lists(_pieces, min_size=1, max_size=80).map("".join), st.sampled_from([100, 150, 300]))
def test_cuts_are_bounded_and_lose_nothing(text: str, maximum: int) -> None:
    if not any(map(str.isalnum, text)):
        return
    parts = cuts(text, maximum)
    assert "".join(parts) == text
    for part in parts:
        assert len(part.strip()) <= maximum


@given(st.lists(st.sampled_from(["a", " .", "-", "bc", ", "]), min_size=80, max_size=300).map("".join))
def test_every_cut_has_something_to_say(text: str) -> None:
    import re

    text = "x" + re.sub(r"[\W_]{25,}", "." * 24, text) + "..." * 8
    for part in cuts(text, 100):
        assert any(map(str.isalnum, part))
        assert len(part.strip()) <= 100


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("Huh? ", "Nobody came. "), [["Huh? ", "Nobody came. "]]),
        (("Nobody came. ", "No."), [["Nobody came. ", "No."]]),
        (("One day. ", "Two days."), [["One day. "], ["Two days."]]),
        (("1次。", "好的，走吧。"), [["1次。", "好的，走吧。"]]),
        (("はい！", "そうです。"), [["はい！"], ["そうです。"]]),
        (("... ", "Well. "), [["... ", "Well. "]]),
    ],
)
def test_very_short_ones_are_joined(texts: tuple[str, ...], expected: list[list[str]]) -> None:
    assert groups(*texts) == expected


def test_nothing_is_joined_beyond_the_limit() -> None:
    assert groups("a" * 99 + ".", "No.", maximum=100) == [["a" * 99 + "."], ["No."]]
