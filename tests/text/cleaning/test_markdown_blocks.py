"""Markdown as blocks of speech, each with its way back to the source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.text.block import Block
from qwentts_desktop.text.cleaning.markdown_blocks import link_definitions, markdown_blocks
from qwentts_desktop.text.cleaning.words import words_of
from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.options import CodeBlocks
from qwentts_desktop.text.sentence import Boundary


def blocks(text: str, code: CodeBlocks = CodeBlocks.SKIP) -> list[Block]:
    return list(markdown_blocks(MappedText.of(text), link_definitions(text), code, words_of("en")))


def said(text: str) -> list[str]:
    return [block.body.text for block in blocks(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**a** _b_ ~~c~~ `d`", ["a b c d"]),
        ("[a](http://x.y 'z') b", ["a b"]),
        ("[a](http://x.y/(b)) b", ["a b"]),
        ("[a][r] and [r]\n\n[r]: http://x.y", ["a and r"]),
        ("![a cat](c.png) here", ["a cat here"]),
        ("one\ntwo  \nthree", ["one two\nthree"]),
        ("> quoted\n> text", ["quoted text"]),
        ("- [x] done\n- [ ] open", ["done", "open"]),
        ("a \\* b \\_ c", ["a * b _ c"]),
        ("---\n\ntext", ["text"]),
        ("<http://x.y>", ["http://x.y"]),
        ("a `code\nover lines` b", ["a code over lines b"]),
        ("- a\n  - b\n- c", ["a", "b", "c"]),
        ("3. three\n4. four", ["3. three", "4. four"]),
    ],
)
def test_marks_and_targets_go(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_blocks_have_their_kind() -> None:
    assert [block.kind for block in blocks("# a\n\nb\n\n- c\n\n|d|e|\n|-|-|\n|f|g|")] == [
        Boundary.HEADING,
        Boundary.PARAGRAPH,
        Boundary.LIST_ITEM,
        Boundary.LIST_ITEM,
        Boundary.LIST_ITEM,
    ]


def test_words_map_to_where_they_stand() -> None:
    text = '# Title\n\nSome **bold** [link](http://bold.link/Some "link") and link.\n\n- item **bold**'
    for block in blocks(text):
        for index, character in enumerate(block.body.text):
            start, end = int(block.body.starts[index]), int(block.body.ends[index])
            assert text[start:end] == character
    last_link = blocks(text)[1].body
    assert int(last_link.starts[-5]) == text.index("link.\n")


_parts = st.sampled_from(
    [
        "a",
        "b ",
        "*",
        "**",
        "_",
        "`",
        "```\n",
        "[",
        "]",
        "(",
        ")",
        "](u)",
        "\n",
        "\n\n",
        "> ",
        "- ",
        "1. ",
        "# ",
        "|",
        "|-|-|\n",
        "\\",
        "!",
        "<",
        ">",
        "&amp;",
        "  ",
        "\t",
        "~~",
        "[r]: u\n",
        "é",
    ]
)


@given(st.lists(_parts, max_size=60).map("".join))
def test_any_markdown_maps_back_in_order(text: str) -> None:
    last = 0
    for block in blocks(text, CodeBlocks.NAME):
        for start, end in zip(block.body.starts.tolist(), block.body.ends.tolist(), strict=True):
            assert last <= start <= end <= len(text)
            last = start
