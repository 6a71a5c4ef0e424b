"""Marks that nobody reads out."""

from __future__ import annotations

import pytest

from qwentts_desktop.text.cleaning import marks


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("known [12] and [1, 3] and [4–6].", "known and and."),
        ("said (Smith et al., 2020) so", "said so"),
        ("said (Smith & Jones, 2019; Brown, 2021a) so", "said so"),
        ("said (see Müller, 1999, p. 12) so", "said so"),
        ("a[0] = b[12]", "a = b"),
        ("(in 2020) and (Smith)", "(in 2020) and (Smith)"),
    ],
)
def test_citations_go(apply, text: str, left: str) -> None:
    assert apply(marks.without_citations, text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [("word¹ and more²³.", "word and more."), ("note[^1]", "note"), ("5 m² and 3 km²", "5 m² and 3 km²")],
)
def test_footnote_marks_go_and_powers_stay(apply, text: str, left: str) -> None:
    assert apply(marks.without_footnote_marks, text) == left


@pytest.mark.parametrize(
    "line", ["-----", "=====", "* * *", "───", "~~~~", "._._._"[:0] or "....", "--", "║ ║ ║"]
)
def test_a_line_of_signs_goes(apply, line: str) -> None:
    assert apply(marks.without_dividers, f"a\n{line}\nb").split() == ["a", "b"]


@pytest.mark.parametrize("text", ["a - b", "a -- b", "x == y", "__init__", "1...2", "a=b", "2 ** 3"])
def test_signs_within_text_stay(apply, text: str) -> None:
    assert apply(marks.without_dividers, text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("soooooo", "sooo"),
        ("what?!?!", "what?!?!"),
        ("no!!!!!!", "no!"),
        ("well......", "well..."),
        ("等等………", "等等……"),
        ("1000000", "1000000"),
        ("book keeper", "book keeper"),
    ],
)
def test_repetition_is_shortened(apply, text: str, left: str) -> None:
    assert apply(marks.with_short_repeats, text) == left


def test_spaces_are_single(apply) -> None:
    assert apply(marks.with_single_spaces, "  a   b\t\tc  ") == "  a b c"


def test_a_long_silence_is_cut_short(apply) -> None:
    assert apply(marks.with_short_silences, "a" + "." * 100 + "b") == "a" + "." * 24 + "b"
