"""Which texts are Markdown."""

from __future__ import annotations

import pytest

from qwentts_desktop.text.cleaning.markdown_gate import is_markdown


@pytest.mark.parametrize(
    "text",
    [
        "# One\n\nText\n\n## Two",
        "Some **bold** and **more**",
        "A [link](http://a.b) and `code`",
        "```\nx\n```",
        "Title\n=====\n\n- [ ] todo",
        "| a | b |\n|---|---|\n| **c** | d |",
    ],
)
def test_two_strong_marks_make_it_markdown(text: str) -> None:
    assert is_markdown(text)


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4 = 24",
        "1986. A great year",
        "x_1 + __init__ + __main__",
        "a[i](x) = b[j](y)",
        "2**3 and 4**5 ** 6",
        "# only one heading",
        "- a\n- b\n- c",
        "* one *",
        "    indented\n    twice",
        "#1 and #2",
    ],
)
def test_plain_text_is_not(text: str) -> None:
    assert not is_markdown(text)
