from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.names import (
    LONGEST_NAME,
    checked_name,
    file_name_for,
    numbered_name,
    same_name_key,
)


@pytest.mark.parametrize("name", ['a/b\\c:*?"<>|', "CON", "..", "名前 🎤", "Ünï", "a.b.", "-rf"])
def test_nearly_every_name_is_kept_as_it_is(name):
    assert checked_name(name) == name


def test_space_around_a_name_does_not_count():
    assert checked_name(" .hidden ") == ".hidden"


@pytest.mark.parametrize("name", ["", "  ", "x" * 300, "a\nb", "a\0b", "\ud800", "abc\u202edef"])
def test_what_cannot_be_shown_is_refused_in_a_sentence(name):
    with pytest.raises(VoiceError, match=r"\."):
        checked_name(name)


def test_case_and_width_do_not_tell_two_names_apart():
    assert same_name_key("Anna") == same_name_key("ANNA") == same_name_key("Ａｎｎａ")
    assert same_name_key("Anna") != same_name_key("Anne")


@given(st.text(min_size=1, max_size=LONGEST_NAME), st.integers(2, 10_000))
def test_a_number_never_makes_a_name_too_long(name, number):
    assert len(numbered_name(name, number)) <= LONGEST_NAME


@given(st.text())
def test_a_file_name_names_a_file_in_its_folder_on_every_system(name):
    safe = file_name_for(name)
    assert safe
    assert not set(safe) & set('<>:"/\\|?*\0\n')
    assert safe.strip(" .") == safe
    assert safe.upper() not in ("CON", "NUL", "COM1")
