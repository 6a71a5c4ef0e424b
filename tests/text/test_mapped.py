"""A text that remembers where it came from."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.text.mapped import Edit, MappedText, Step, step_names


def spans(mapped: MappedText) -> list[tuple[int, int]]:
    return list(zip(mapped.starts.tolist(), mapped.ends.tolist(), strict=True))


def test_an_untouched_text_maps_to_itself() -> None:
    mapped = MappedText.of("abc", offset=10)
    assert spans(mapped) == [(10, 11), (11, 12), (12, 13)]
    assert mapped.span == (10, 13)
    assert mapped.all_marks == 0


def test_a_replacement_stands_for_all_that_it_replaces() -> None:
    mapped = MappedText.of("a 66 b").edited(Step.NUMBERS, [Edit(2, 4, "sixty-six")])
    assert mapped.text == "a sixty-six b"
    assert spans(mapped)[2:11] == [(2, 4)] * 9
    assert spans(mapped)[11:] == [(4, 5), (5, 6)]


def test_a_deletion_leaves_its_mark_beside_it() -> None:
    mapped = MappedText.of("ab🎉c").edited(Step.EMOJI, [Edit(2, 3)])
    assert mapped.text == "abc"
    assert mapped.marks.tolist() == [0, int(Step.EMOJI), 0]
    assert spans(mapped) == [(0, 1), (1, 2), (3, 4)]


def test_a_deletion_at_the_start_marks_the_first_character_left() -> None:
    mapped = MappedText.of("🎉ab").edited(Step.EMOJI, [Edit(0, 1)])
    assert mapped.marks.tolist() == [int(Step.EMOJI), 0]


def test_an_insertion_lies_between_its_neighbours() -> None:
    mapped = MappedText.of("ab").edited(Step.MARKDOWN, [Edit(1, 1, ", ")])
    assert spans(mapped) == [(0, 1), (1, 1), (1, 1), (1, 2)]


def test_nothing_to_change_changes_nothing() -> None:
    mapped = MappedText.of("abc")
    assert mapped.edited(Step.SPACES, [Edit(1, 2, "b")]) is mapped
    assert mapped.sub(Step.SPACES, re.compile("x"), "y") is mapped


def test_deleting_everything_leaves_an_empty_text() -> None:
    mapped = MappedText.of("abc").edited(Step.HTML, [Edit(0, 3)])
    assert mapped.text == ""
    assert mapped.all_marks == 0


def test_steps_are_named_in_their_order() -> None:
    assert step_names(int(Step.NUMBERS | Step.NFC)) == ("nfc", "numbers")


def test_joined_parts_keep_their_places() -> None:
    mapped = MappedText.of("one two")
    again = MappedText.joined([mapped[:3], mapped[3:4], mapped[4:]])
    assert (again.text, spans(again)) == (mapped.text, spans(mapped))


@given(
    st.text(max_size=60),
    st.lists(st.tuples(st.text("abc .", max_size=2), st.text("xy", max_size=3)), max_size=6),
)
def test_places_never_run_backwards(text: str, replacements: list[tuple[str, str]]) -> None:
    mapped = MappedText.of(text)
    for old, new in replacements:
        mapped = mapped.sub(Step.PRONUNCIATION, re.compile(re.escape(old)), new)
        places = spans(mapped)
        assert places == sorted(places)
        assert [end for _, end in places] == sorted(end for _, end in places)
        assert all(0 <= start <= end <= len(text) for start, end in places)
        assert len(mapped.text) == len(places) == len(mapped.marks)
