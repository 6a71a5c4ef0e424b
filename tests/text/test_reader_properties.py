"""What holds for any text at all."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwentts_desktop.text.options import (
    CodeBlocks,
    EmojiReading,
    Links,
    MarkdownReading,
    NumberReading,
    ReadingOptions,
)
from qwentts_desktop.text.reader import cleaned_text, sentences
from tests.text.strategies import texts

CHAT_MARKER = re.compile(r"<\|[a-z_]+\|>|</?think>|<tts_[a-z_]+>")
ALL_OFF = ReadingOptions(
    terminal_codes=False,
    control_characters=False,
    compose_characters=False,
    html=False,
    markdown=MarkdownReading.NEVER,
    code_blocks=CodeBlocks.READ,
    bullets=False,
    join_lines=False,
    join_hyphenated=False,
    urls=Links.READ,
    emails=Links.READ,
    emoji=EmojiReading.KEEP,
    dividers=False,
    repeats=False,
    numbers=NumberReading.NEVER,
)
ALL_ON = ReadingOptions(
    markdown=MarkdownReading.ALWAYS,
    code_blocks=CodeBlocks.NAME,
    emoji=EmojiReading.NAME,
    citations=True,
    footnote_marks=True,
    numbers=NumberReading.NEVER,
    maximum_characters=100,
    join_below=8,
)
OPTIONS = [ReadingOptions(), ALL_OFF, ALL_ON]
any_options = st.sampled_from(OPTIONS)


def squeezed(text: str) -> str:
    return "".join(text.split())


@given(texts, any_options)
@settings(max_examples=300, deadline=None)
def test_sentences_joined_are_the_cleaned_text(text: str, options: ReadingOptions) -> None:
    joined = "".join(sentence.text for sentence in sentences(text, options))
    assert squeezed(joined) == squeezed(cleaned_text(text, options))


@given(texts, any_options)
@settings(max_examples=300, deadline=None)
def test_every_sentence_has_its_place_in_the_original_and_they_follow_each_other(
    text: str, options: ReadingOptions
) -> None:
    last_start = last_end = 0
    for sentence in sentences(text, options):
        assert 0 <= sentence.start < sentence.end <= len(text)
        assert last_start <= sentence.start
        assert last_end <= sentence.end
        last_start, last_end = sentence.start, sentence.end


@given(texts, any_options)
@settings(max_examples=300, deadline=None)
def test_every_sentence_can_be_spoken(text: str, options: ReadingOptions) -> None:
    for sentence in sentences(text, options):
        assert any(character.isalnum() for character in sentence.text)
        assert 0 < len(sentence.text) <= options.maximum_characters
        assert sentence.text == sentence.text.strip()
        assert sentence.pause_after_ms >= 0
        assert not CHAT_MARKER.search(sentence.text)
        if options.control_characters:
            sentence.text.encode("utf-8")


@given(texts)
@settings(max_examples=150, deadline=None)
def test_an_untouched_sentence_is_what_stands_in_the_original(text: str) -> None:
    for sentence in sentences(text):
        if not sentence.steps:
            assert text[sentence.start : sentence.end] == sentence.text


@given(texts, st.sampled_from(["zh", "en", "de", "it", "pt", "es", "ja", "ko", "fr", "ru"]))
@settings(max_examples=300, deadline=None)
def test_spelling_numbers_keeps_all_of_it(text: str, language: str) -> None:
    options = ReadingOptions(language=language, numbers=NumberReading.ALWAYS)
    for sentence in sentences(text, options):
        assert 0 <= sentence.start < sentence.end <= len(text)
        assert any(character.isalnum() for character in sentence.text)
        assert len(sentence.text) <= options.maximum_characters


@pytest.mark.parametrize("options", OPTIONS)
def test_cleaning_is_lazy(options: ReadingOptions) -> None:
    endless = "A sentence of a book that never ends. " * 30_000
    assert next(sentences(endless, options)).start == 0


def test_a_limit_too_small_for_speech_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 100"):
        replace(ReadingOptions(), maximum_characters=10)
