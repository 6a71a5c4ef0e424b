"""An endless text, piece by piece."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.text.pieces import pieces


@pytest.mark.parametrize(
    "text",
    [
        "",
        "short",
        "a" * 100_000,
        "word " * 20_000,
        "A sentence. " * 10_000,
        "para\n\n" * 10_000,
        "\n" * 50_000,
    ],
)
def test_pieces_are_the_whole_text_in_order(text: str) -> None:
    found = list(pieces(text))
    assert "".join(text[piece.start : piece.end] for piece in found) == text
    assert all(piece.end - piece.start <= 24_010 for piece in found)


def test_the_first_piece_is_small() -> None:
    first = next(pieces("A paragraph of one line.\n\n" * 10_000))
    assert first.end < 3_000
    assert first.whole


def test_a_huge_paragraph_is_divided_after_a_sentence() -> None:
    text = "A sentence of some words. " * 4_000
    first = next(pieces(text))
    assert not first.whole
    assert text[: first.end].rstrip().endswith(".")


def test_fenced_code_is_not_divided() -> None:
    text = "intro\n\n```\n" + "code\n\n" * 1_000 + "```\n\n" + "text\n\n" * 5_000
    assert next(pieces(text)).end > text.rindex("```")


@given(
    st.lists(
        st.sampled_from(["a", "b. ", "\n", "\n\n", "```\n", "。", " " * 50, "x" * 900]), max_size=120
    ).map("".join)
)
def test_any_text_is_divided_without_loss(text: str) -> None:
    found = list(pieces(text))
    assert [piece.start for piece in found] == [0, *[piece.end for piece in found]][: len(found)]
    assert (found[-1].end if found else 0) == len(text)
