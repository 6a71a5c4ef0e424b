"""The quick way past the steps must never skip one that has something to do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.text.cleaning.pipeline import DocumentFacts, _block_steps
from qwentts_desktop.text.cleaning.unremarkable import is_unremarkable
from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.options import EmojiReading, ReadingOptions
from tests.text.strategies import texts

EVERYTHING = ReadingOptions(citations=True, footnote_marks=True, emoji=EmojiReading.NAME)
_plain = st.lists(
    st.sampled_from(
        [
            "a",
            "Bee",
            "it’s",
            "1,234",
            ". ",
            ", ",
            " ",
            "\n",
            "! ",
            "(c)",
            "“d”",
            "...",
            "é",
            "今天",
            "。",
            "は",
            "가",
        ]
    )
).map("".join)


def test_plain_sentences_are_unremarkable() -> None:
    assert is_unremarkable("He said: “It’s fine.” Then he left, at 9.30, for good.")
    assert is_unremarkable("今天的天气很好。我们去公园吧！")


@given(st.one_of(_plain, texts))
def test_no_step_would_change_an_unremarkable_text(text: str) -> None:
    if not is_unremarkable(text):
        return
    body = MappedText.of(text)
    for step in _block_steps(DocumentFacts("en", markdown=False), EVERYTHING):
        body = step(body)
    assert body.text == text
