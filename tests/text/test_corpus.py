"""Short passages in the ten languages, each with the sentences that a reader would make of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwentts_desktop.text.options import ReadingOptions
from qwentts_desktop.text.reader import sentences

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_CORPUS = Path(__file__).parent / "corpus"
_LANGUAGES = ("zh", "en", "de", "it", "pt", "es", "ja", "ko", "fr", "ru")


def passages() -> Iterator[tuple[str, str, list[str]]]:
    for language in _LANGUAGES:
        content = tomllib.loads((_CORPUS / f"{language}.toml").read_text("utf-8"))
        for line in content["passages"].strip().split("\n"):
            expected = line.split(" | ")
            yield language, content["separator"].join(expected), expected


PASSAGES = list(passages())


def test_there_are_at_least_two_hundred() -> None:
    assert len(PASSAGES) >= 200


@pytest.mark.parametrize(("language", "text", "expected"), PASSAGES)
def test_a_passage_is_read_in_its_sentences(language: str, text: str, expected: list[str]) -> None:
    found = list(sentences(text, ReadingOptions(language=language)))
    assert [sentence.text for sentence in found] == expected
    assert [text[sentence.start : sentence.end] for sentence in found] == expected


@pytest.mark.parametrize(("language", "text", "expected"), PASSAGES)
def test_the_language_of_a_passage_is_found(language: str, text: str, expected: list[str]) -> None:
    assert {sentence.language for sentence in sentences(text)} == {language}
