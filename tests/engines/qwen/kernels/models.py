"""Random models and states for the frame kernel, on any device; they need no checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.config import CodecIds, ModelConfig, StackConfig, TextIds
from qwentts_desktop.engines.qwen.decoding.sampling import Choice
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.model.predictor import Predictor
from qwentts_desktop.engines.qwen.model.quantised import quantise_products
from qwentts_desktop.engines.qwen.model.talker import Talker
from qwentts_desktop.speech.request import SamplingOptions


def _stack(
    width: int, feed: int, layers: int, heads: int, kv_heads: int, head: int, codes: int
) -> StackConfig:
    return StackConfig(width, feed, layers, heads, kv_heads, head, 1e6, 1e-6, codes)


SIZES = {
    "tiny": (_stack(64, 128, 2, 4, 2, 32, 3072), _stack(64, 128, 2, 4, 2, 32, 2048)),
    "wide": (_stack(128, 192, 3, 4, 2, 32, 3072), _stack(64, 128, 2, 4, 2, 32, 2048)),
    "long": (_stack(1024, 64, 1, 4, 2, 64, 3072), _stack(64, 2048, 1, 2, 1, 64, 2048)),
    "0.6b": (_stack(1024, 3072, 28, 16, 8, 128, 3072), _stack(1024, 3072, 5, 16, 8, 128, 2048)),
    "1.7b": (_stack(2048, 6144, 28, 16, 8, 128, 3072), _stack(1024, 3072, 5, 16, 8, 128, 2048)),
}
"""Published sizes, and small ones: of equal widths, of different widths, with rows of several chunks."""

KINDS = {
    "greedy": (SamplingOptions(temperature=0.0, residual_temperature=0.0), Choice()),
    "sampled": (SamplingOptions(), Choice()),
    "whole": (
        SamplingOptions(top_k=0, residual_top_k=0, penalty_window=3, repetition_penalty=1.3),
        Choice(0, True),
    ),
    "nucleus": (SamplingOptions(top_p=0.8, residual_top_p=0.7), Choice(0, True)),
}
"""Ways to draw, each with what the plain step must be told about it."""


def config_of(size: str) -> ModelConfig:
    return ModelConfig(
        "base", size, *SIZES[size], 64, 1000,
        CodecIds(2148, 2149, 2150, 2154, 2155, 2156, 2157), TextIds(1, 2, 3, 4, 5, 6), {}, {}, {}, "",
    )  # fmt: skip


def random_model(
    size: str, dtype: torch.dtype, positions: int, device: str, *, int8: bool = False
) -> QwenModel:
    """A model with random weights, the same ones for the same size and dtype; as integers with `int8`."""
    config = config_of(size)
    with torch.device("meta"):
        talker, predictor = Talker(config), Predictor(config)
    generator = torch.Generator(device=device).manual_seed(1)
    for part in (talker, predictor):
        part.to_empty(device=device)
        part.to(dtype)
        for name, p in part.named_parameters():
            scale = 0.02 if "embedding" in name else p.shape[-1] ** -0.5
            if "norm" in name:
                p.data.normal_(1.0, 0.1, generator=generator)
            else:
                p.data.normal_(0.0, scale * (4.0 if "head" in name else 1.0), generator=generator)
        if int8:
            quantise_products(part)
    talker.prepare(positions)
    predictor.prepare(talker.code_embedding)
    return QwenModel(Path(), config, talker, predictor, torch.empty(0), cast(Any, None))


@torch.no_grad()
def started(
    model: QwenModel, batch: int, slots: int, tokens: int, options: SamplingOptions, device: str
) -> DecodingState:
    """A state as after a prefill of `tokens` random tokens, one less in each further row."""
    state = DecodingState(model, batch, slots)
    generator = torch.Generator(device=device).manual_seed(2)
    rows = torch.arange(batch, device=device)
    state.position.copy_(tokens - rows)
    state.text_length.copy_(rows + 5)
    state.text.normal_(0.0, 0.02, generator=generator)
    state.sampling.begin([options] * batch, [7 + row for row in range(batch)])
    embedded = torch.randn(batch, tokens, model.config.talker.width, device=device, generator=generator) * 0.1
    state.hidden.copy_(model.talker.prefill(embedded.to(model.talker.dtype), state.position, state.cache))
    return state
