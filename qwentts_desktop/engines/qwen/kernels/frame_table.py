"""Owns the addresses that the frame kernel reads: `struct Frame` of source/1_base.cuh, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.model.layers import Layer, Norm
from qwentts_desktop.engines.qwen.model.predictor import POSITIONS
from qwentts_desktop.engines.qwen.model.product import Product
from qwentts_desktop.engines.qwen.model.quantised import QuantisedProduct
from qwentts_desktop.engines.qwen.model.rotation import RotaryTable

PARTS = 10
"""Of the work that a kernel compiled with PROFILE tells apart, named in source/5_shared.cuh."""


@dataclass(frozen=True, eq=False)
class FrameMemory:
    """What the kernel keeps for itself between launches, on the card.

    Attributes:
        exchange: packets through which blocks hand values to each other, [P] int64.
        memory: keys and values of the predictor, bytes.
        control: int32; the number of the newest exchange, 0 or that of one waited for in vain, and clocks by
            part of the work if the kernel was compiled to count them.
        rotary: of the predictor's sixteen positions.
    """

    exchange: Tensor
    memory: Tensor
    control: Tensor
    rotary: RotaryTable

    @classmethod
    def for_model(cls, model: QwenModel, packets: int, memory_bytes: int) -> FrameMemory:
        """Fresh memory."""
        device = model.talker.device
        return cls(
            exchange=torch.zeros(packets, dtype=torch.int64, device=device),
            memory=torch.zeros(memory_bytes, dtype=torch.uint8, device=device),
            control=torch.zeros(2 + PARTS, dtype=torch.int32, device=device),
            rotary=RotaryTable(model.predictor.config, POSITIONS, device),
        )


def frame_table(model: QwenModel, state: DecodingState, memory: FrameMemory) -> Tensor:
    """The table [n] int64 on the card. It holds addresses only: model, state and memory must outlive it."""
    words = [*_weights(model), *_state(model, state, memory)]
    return torch.tensor(words, dtype=torch.int64).to(model.talker.device)


def _weights(model: QwenModel) -> Iterator[int]:
    talker, predictor = model.talker, model.predictor
    for layer in (*talker.layers, *predictor.layers):
        yield from _layer(layer)


def _layer(layer: nn.Module) -> Iterator[int]:
    assert isinstance(layer, Layer)
    before, after = (layer.input_norm, layer.qkv, layer.q_norm, layer.k_norm), (layer.o, layer.post_norm)
    for part in (*before, *after, layer.gate_up, layer.down):
        yield from _part(part)


def _part(part: nn.Module) -> Iterator[int]:
    """Where its weights are; of int8 also their scales."""
    assert isinstance(part, Norm | Product | QuantisedProduct)
    yield _address(part.weight)
    if isinstance(part, QuantisedProduct):
        yield _address(part.scale)


def _state(model: QwenModel, state: DecodingState, memory: FrameMemory) -> Iterator[int]:
    talker, predictor, sampling = model.talker, model.predictor, state.sampling
    yield from (_address(layer) for layer in state.cache.layers)
    for part in (talker.norm, talker.head, predictor.norm, predictor.code_heads):
        yield from _part(part)
    yield from map(_address, (talker.code_embedding, predictor.code_embedding))
    projection = predictor.input_projection
    if projection is None:
        yield from [0] * (3 if model.is_int8 else 2)
    else:
        yield from (*_part(projection), _address(projection.bias))
    for rotary in (talker.rotary, memory.rotary):
        yield from map(_address, (rotary.cosines, rotary.signed_sines))
    yield from map(_address, (state.hidden, state.text, state.text_length))
    yield from map(_address, (state.position, state.frame, state.codes))
    yield from map(_address, (sampling.keys, sampling.last_seen, sampling.window, sampling.min_frames))
    yield from map(_address, (sampling.last_rank, sampling.inverse_temperature, sampling.top_p))
    yield from map(_address, (sampling.noise_scale, sampling.penalty, sampling.allowed))
    yield from map(_address, (memory.exchange, memory.memory, memory.control))
    yield from (state.cache.slots, state.text.shape[1], sampling.frames, sampling.eos)


def _address(tensor: Tensor) -> int:
    assert tensor.is_contiguous()
    return tensor.data_ptr()
