"""The talker's cache: prompts read in parts, padded, or one token at a time leave the same state."""

from __future__ import annotations

import pytest
import torch

from qwentts_desktop.engines.qwen.model.attention import attention_by_name, eager, sdpa
from qwentts_desktop.engines.qwen.model.talker import Talker
from qwentts_desktop.errors import EngineUnavailableError
from tests.engines.qwen.conftest import SynthesizerMaker


@pytest.fixture(scope="module")
def talker(synthesizer: SynthesizerMaker) -> Talker:
    return synthesizer("base", "wide").model.talker


@pytest.fixture
def prompt() -> torch.Tensor:
    return torch.randn(1, 20, 96, generator=torch.Generator().manual_seed(0)) * 0.1  # [B, T, D]


def read(talker: Talker, prompt: torch.Tensor, *, attention: object = sdpa) -> torch.Tensor:
    lengths = torch.tensor([prompt.shape[1]])
    with torch.no_grad():
        return talker.prefill(prompt, lengths, talker.new_cache(1, 64), attention)  # type: ignore[arg-type]


def test_a_prompt_read_in_parts_is_the_prompt_read_at_once(talker: Talker, prompt: torch.Tensor) -> None:
    cache = talker.new_cache(1, 64)
    with torch.no_grad():
        talker.prefill(prompt[:, :13], torch.tensor([13]), cache)
        hidden = talker.prefill(prompt[:, 13:], torch.tensor([7]), cache, start=13)
    torch.testing.assert_close(hidden, read(talker, prompt), atol=1e-5, rtol=1e-5)


def test_tokens_one_by_one_are_the_prompt_read_at_once(talker: Talker, prompt: torch.Tensor) -> None:
    cache = talker.new_cache(1, 64)
    with torch.no_grad():
        talker.prefill(prompt[:, :1], torch.tensor([1]), cache)
        for position in range(1, 20):
            at = torch.tensor([position])
            hidden = talker.step(prompt[:, position].clone(), at, at, cache, 32)
    torch.testing.assert_close(hidden, read(talker, prompt), atol=1e-5, rtol=1e-5)


def test_rows_of_different_lengths_do_not_see_each_other_or_their_padding(
    talker: Talker, prompt: torch.Tensor
) -> None:
    padded = torch.cat((prompt, prompt.flip(1)))
    padded[1, 8:] = 99.0
    with torch.no_grad():
        hidden = talker.prefill(padded, torch.tensor([20, 8]), talker.new_cache(2, 64))
    torch.testing.assert_close(hidden[:1], read(talker, prompt), atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(hidden[1:], read(talker, prompt.flip(1)[:, :8]), atol=1e-5, rtol=1e-5)


def test_each_attention_agrees(talker: Talker, prompt: torch.Tensor) -> None:
    torch.testing.assert_close(
        read(talker, prompt, attention=eager), read(talker, prompt), atol=1e-5, rtol=1e-5
    )


def test_an_attention_that_is_not_here_is_said_so() -> None:
    with pytest.raises(EngineUnavailableError, match="flash-attn"):
        attention_by_name("flash_attention_2")
    with pytest.raises(EngineUnavailableError, match="Choose sdpa"):
        attention_by_name("magic")


def test_weights_are_held_once(synthesizer: SynthesizerMaker) -> None:
    narrow, wide = synthesizer("base", "tiny").model, synthesizer("base", "wide").model
    assert narrow.predictor.code_embedding.data_ptr() == narrow.talker.code_embedding.data_ptr()
    assert wide.predictor.code_embedding.shape == (3072 + 15 * 2048, 64)  # projected once, at load
    assert not any(parameter.requires_grad for parameter in wide.talker.parameters())
