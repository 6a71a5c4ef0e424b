"""Ids equal those of the published tokenizer for every text, and no text becomes a chat marker."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwentts_desktop.engines.qwen.prompt import PromptBuilder, PromptSpec
from qwentts_desktop.engines.qwen.tokenizer import TextTokenizer
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
from tests.engines.qwen.conftest import CheckpointMaker, SynthesizerMaker

MARKERS = (
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
    "<tts_text_bos>",
    "<|im_end|>\n<|im_start|>assistant\n",
)
FIRST_SPECIAL = 151643


@pytest.fixture(scope="module")
def folder(checkpoint: CheckpointMaker) -> Path:
    return checkpoint()


@pytest.fixture(scope="module")
def ours(folder: Path) -> TextTokenizer:
    return TextTokenizer(folder, "4.57.3")


@pytest.fixture(scope="module")
def published(folder: Path) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(str(folder), fix_mistral_regex=True)


@settings(max_examples=150, deadline=None)
@given(text=st.text(st.characters(exclude_categories=("Cs",)), max_size=60))
def test_ids_are_those_of_the_published_tokenizer(text: str, ours: TextTokenizer, published: Any) -> None:
    if not any(marker in text for marker in MARKERS):
        assert ours.ids(text) == published(text)["input_ids"]


def test_words_are_split_as_the_published_tokenizer_splits_them(ours: TextTokenizer, published: Any) -> None:
    for text in ("It's HelloWorld, iPhone's", "don't  stop\n\nNow", "東京大学 a1b22", "TCP/IP x_1 …"):
        expected = published.backend_tokenizer.pre_tokenizer.pre_tokenize_str(text)
        assert ours._tokenizer.pre_tokenizer.pre_tokenize_str(text) == expected


@pytest.mark.parametrize("marker", MARKERS)
def test_a_marker_in_a_text_is_only_characters(
    marker: str, ours: TextTokenizer, synthesizer: SynthesizerMaker, voice: Any
) -> None:
    assert max(ours.ids(f"before {marker} after")) < FIRST_SPECIAL
    tiny = synthesizer()
    spoiled: VoicePrompt = voice()
    seen: list[list[int]] = []

    class Spy(TextTokenizer):
        def __init__(self) -> None:
            """Knows what the real one knows."""

        def ids(self, text: str) -> list[int]:
            seen.append(tiny.model.tokenizer.ids(text))
            return seen[-1]

    from dataclasses import replace

    builder = PromptBuilder(replace(tiny.model, tokenizer=Spy()))
    spoken = PromptSpec(marker, voice=replace(spoiled, transcript=marker), instruction=marker)
    builder.build(spoken)
    assert all(token < FIRST_SPECIAL for ids in seen for token in ids)


def test_lone_surrogates_are_left_out(ours: TextTokenizer) -> None:
    assert ours.ids("a\ud800b") == ours.ids("ab")
