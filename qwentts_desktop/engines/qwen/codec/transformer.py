"""Owns the codec's transformer over the last frames, with a ring of keys and values. Knows no audio.

Positions are frames since the state was reset, each row of the batch its own. A frame's key and value lie in
the ring at its position modulo the ring's length, which exceeds the window by the longest step, so that no
step overwrites what it still reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from .config import CodecConfig
from .elementwise import gated
from .weights import CodecWeights, fixed

LONGEST_STEP_FRAMES = 16


@dataclass(frozen=True)
class Places:
    """Where the frames of one step stand; the same for all layers.

    rotation: [B, F, 3, 1, hd / 2] complex, for queries, keys and (no turn) values; mask: [B, 1, F, R] float,
    added to attention scores; rows [B, 1] and slots [B, F] int64: where keys and values go.
    """

    rotation: torch.Tensor
    mask: torch.Tensor
    rows: torch.Tensor
    slots: torch.Tensor


class Layer(nn.Module):
    """Attention and a gated feed-forward part; the published layer scales are part of their last matrices."""

    def __init__(self, weights: CodecWeights, config: CodecConfig) -> None:
        super().__init__()
        self.heads = config.num_attention_heads
        self.head_size = config.head_dim
        self.eps = config.rms_norm_eps
        attention, mlp = weights.under("self_attn"), weights.under("mlp")
        self.input_norm = fixed(weights["input_layernorm.weight"])
        self.qkv = fixed(_joined_qkv(attention, self.head_size))  # [3 * H * hd, D]
        self.o = fixed(attention["o_proj.weight"] * weights["self_attn_layer_scale.scale"][:, None])
        self.post_norm = fixed(weights["post_attention_layernorm.weight"])
        self.gate_up = fixed(torch.cat((mlp["gate_proj.weight"], mlp["up_proj.weight"])))  # [2 * I, D]
        self.down = fixed(mlp["down_proj.weight"] * weights["mlp_layer_scale.scale"][:, None])

    def forward(self, x: torch.Tensor, ring: torch.Tensor, places: Places) -> torch.Tensor:
        """[B, F, D] -> [B, F, D]; ring [B, R, 2, H, hd] takes the new keys and values in place."""
        x = _add_product(x, self._attend(x, ring, places), self.o)
        normed = functional.rms_norm(x, self.post_norm.shape, self.post_norm, self.eps)
        gate, up = functional.linear(normed, self.gate_up).chunk(2, dim=-1)
        return _add_product(x, gated(gate, up), self.down)

    def _attend(self, x: torch.Tensor, ring: torch.Tensor, places: Places) -> torch.Tensor:
        batch, frames, _ = x.shape
        normed = functional.rms_norm(x, self.input_norm.shape, self.input_norm, self.eps)
        qkv = functional.linear(normed, self.qkv).view(batch, frames, 3, self.heads, self.head_size // 2, 2)
        turned = torch.view_as_real(torch.view_as_complex(qkv) * places.rotation).flatten(-2)
        ring[places.rows, places.slots] = turned[:, :, 1:]
        keys, values = ring.permute(2, 0, 3, 1, 4)  # each [B, H, R, hd]
        queries = turned[:, :, 0].transpose(1, 2)  # [B, H, F, hd]
        attended = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=places.mask)
        return attended.transpose(1, 2).flatten(2)


class WindowedTransformer(nn.Module):
    """The layers and the norm after them, [B, F, D] -> [B, F, D]."""

    def __init__(self, weights: CodecWeights, config: CodecConfig) -> None:
        super().__init__()
        self.window = config.sliding_window
        self.ring_length = _rounded_up(config.sliding_window - 1 + LONGEST_STEP_FRAMES, 8)
        self.eps = config.rms_norm_eps
        self.layers: Sequence[Layer] = nn.ModuleList(  # type: ignore[assignment]
            Layer(weights.under(f"layers.{i}"), config) for i in range(config.num_hidden_layers)
        )
        self.norm = fixed(weights["norm.weight"])
        self._ring_shape = (self.ring_length, 2, config.num_attention_heads, config.head_dim)
        half = config.head_dim // 2
        frequencies = config.rope_theta ** (-torch.arange(half, device=self.norm.device).float() / half)
        turns = torch.tensor([1.0, 1.0, 0.0], device=self.norm.device)
        self.frequencies: torch.Tensor  # [3, 1, hd / 2] radians a frame
        self.register_buffer("frequencies", turns[:, None, None] * frequencies)

    @property
    def ring_shape(self) -> tuple[int, int, int, int]:
        """Shape of one layer's ring for one row: [R, 2, H, hd]."""
        return self._ring_shape

    def forward(
        self, x: torch.Tensor, rings: tuple[torch.Tensor, ...], frames_before: torch.Tensor
    ) -> torch.Tensor:
        """Run F <= LONGEST_STEP_FRAMES frames that follow `frames_before` [B] int64 others."""
        places = self.places(frames_before, x.shape[1])
        for layer, ring in zip(self.layers, rings, strict=True):
            x = layer(x, ring, places)
        return functional.rms_norm(x, self.norm.shape, self.norm, self.eps)

    def places(self, frames_before: torch.Tensor, frames: int) -> Places:
        """Work out once what all layers need to know about positions."""
        device = frames_before.device
        positions = frames_before[:, None] + torch.arange(frames, device=device)  # [B, F]
        angles = positions[:, :, None, None, None] * self.frequencies
        ages = (positions[:, :, None] - torch.arange(self.ring_length, device=device)) % self.ring_length
        # A slot whose frame is newer than the query seems older than the window: the ring is long enough.
        seen = ages < (positions[:, :, None] + 1).clamp(max=self.window)
        mask = seen.log()[:, None]  # 0 where seen, minus infinity elsewhere
        rows = torch.arange(len(frames_before), device=device)[:, None]
        return Places(torch.polar(torch.ones_like(angles), angles), mask, rows, positions % self.ring_length)


def _joined_qkv(attention: CodecWeights, head_size: int) -> torch.Tensor:
    """Stack the three projections; the halves that a rotation mixes become neighbours in queries and keys."""
    queries, keys = (_with_halves_as_pairs(attention[f"{name}_proj.weight"], head_size) for name in "qk")
    return torch.cat((queries, keys, attention["v_proj.weight"]))


def _with_halves_as_pairs(weight: torch.Tensor, head_size: int) -> torch.Tensor:
    return weight.view(-1, 2, head_size // 2, weight.shape[1]).transpose(1, 2).reshape_as(weight)


def _add_product(x: torch.Tensor, inputs: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """x + inputs @ weight.T in one product."""
    return torch.addmm(x.flatten(0, 1), inputs.flatten(0, 1), weight.t()).view_as(x)


def _rounded_up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple
