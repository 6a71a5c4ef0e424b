from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.ui.text_positions import Utf16Positions, showable


@given(st.text())
def test_positions_translate_both_ways(text):
    positions = Utf16Positions(text)
    for place in range(len(text) + 1):
        units = positions.to_units(place)
        assert units == len(text[:place].encode("utf-16-le", "surrogatepass")) // 2
        assert positions.to_characters(units) == place


@given(st.text(st.characters() | st.sampled_from("\r\n\x00\x0b\ud800\ufdd0")))
def test_what_is_shown_has_the_same_places_and_nothing_that_a_document_would_change(text):
    shown = showable(text)
    assert len(shown) == len(text)
    assert not set(shown) & set("\r\x00\x0b\x0c\ud800\ufdd0")


def test_line_ends_of_any_kind_become_one():
    assert showable("a\r\nb\rc\nd") == "a \nb\nc\nd"
