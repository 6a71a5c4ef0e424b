"""Lines and words that were divided."""

from __future__ import annotations

import pytest

from qwentts_desktop.text.cleaning import lines


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a num-\nber of", "a number of"),
        ("a well-\nknown fact", "a well-known fact"),
        ("the out-\nput of the out-put", "the out-put of the out-put"),
        ("Haupt- \nund", "Haupt- \nund"),
        ("Haupt-\nund Neben", "Haupt-\nund Neben"),
        ("1990-\n1995", "1990-\n1995"),
        ("Jean-\nPaul", "Jean-\nPaul"),
        ("est-\nil venu", "est-il venu"),
    ],
)
def test_divided_words(apply, text: str, left: str) -> None:
    assert apply(lines.without_hyphenation, text) == left


def test_soft_hyphens_go_with_the_break_behind_them(apply) -> None:
    assert apply(lines.without_soft_hyphens, "emo\u00ad\ntional co\u00adoperate") == "emotional cooperate"


@pytest.mark.parametrize(
    "text",
    [
        "Roses are red\nViolets are blue\nSugar is sweet",
        "Bye,\nTom\n12 Main Street",
        "    a poem with\n      an indentation,\n    and more",
        "It is done.\nThen he left.",
        "2024-05-01 10:30:22 ERROR [main] the file was not found\n2024-05-01 10:30:23 INFO [main] done",
    ],
)
def test_lines_that_were_meant_stay(apply, text: str) -> None:
    assert apply(lines.with_joined_lines, text) == text


def test_wrapped_lines_are_joined(apply) -> None:
    text = (
        "These lines were wrapped at a width of fifty\nor so, as they are in a text that was copied"
        "\nfrom a page."
    )
    assert apply(lines.with_joined_lines, text) == text.replace("\n", " ")


def test_lines_in_chinese_are_joined_without_a_space(apply) -> None:
    assert apply(lines.with_joined_lines, "这是第一行，\n这是第二行。") == "这是第一行，这是第二行。"
