"""HTML that was left in a text."""

from __future__ import annotations

import pytest

from qwentts_desktop.text.cleaning.html_remains import without_html


def test_tags_go_and_blocks_stand_apart(apply) -> None:
    text = "<h1>Title</h1><p class='x'>One <b>two</b>.<br/>Three</p><ul><li>a</li></ul>"
    assert apply(without_html, text).split("\n\n") == [
        "",
        "Title",
        "",
        "One two.\nThree",
        "",
        "",
        "a",
        "",
        "",
    ]


def test_scripts_styles_and_comments_go(apply) -> None:
    text = "<style>p{}</style>Text<script>let x = '<b>';</script><!-- hidden --> more"
    assert apply(without_html, text).split() == ["Text", "more"]


def test_cells_of_a_table_are_told_apart(apply) -> None:
    assert apply(without_html, "<tr><td>a</td><td>b</td></tr>").strip() == "a, b"


def test_entities_are_decoded(apply) -> None:
    assert apply(without_html, "a &amp; b &lt; c&nbsp;d &#233; &copy;") == "a & b < c d é ©"


@pytest.mark.parametrize(
    "text",
    ["a < b > c", "List<String>", "vector<b>", "if (a<b && c>d)", "AT&T; R&D", "use `<br>` here", "<3"],
)
def test_what_is_no_html_stays(apply, text: str) -> None:
    assert apply(without_html, text) == text
