from __future__ import annotations

import pytest

from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.voices.defaults import LanguageDefaults


def test_a_language_has_its_voice_until_it_is_taken_back(tmp_path):
    defaults = LanguageDefaults(tmp_path / "voices")
    assert defaults.get() == {}
    defaults.set("de", "a" * 32)
    defaults.set("en", "b" * 32)
    assert LanguageDefaults(tmp_path / "voices").get() == {"de": "a" * 32, "en": "b" * 32}
    defaults.set("de", "")
    assert defaults.get() == {"en": "b" * 32}


def test_only_languages_that_are_spoken_have_one(tmp_path):
    with pytest.raises(InvalidRequestError, match="pl"):
        LanguageDefaults(tmp_path).set("pl", "x")


@pytest.mark.parametrize("content", [b"de = ", b"de = 3\nxx = 'y'", b"\xff"])
def test_a_broken_file_is_an_empty_one(tmp_path, content):
    (tmp_path / "defaults.toml").write_bytes(content)
    assert LanguageDefaults(tmp_path).get() == {}
