"""Owns the codec's transformer over the last frames, with a ring of keys and values. Knows no audio."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn
from torch.nn import functional

from qwentts_desktop.engines.qwen.codec import operations
from qwentts_desktop.engines.qwen.codec.config import CodecConfig
from qwentts_desktop.engines.qwen.codec.places import Places, find_places, ring_length, rotation_frequencies
from qwentts_desktop.engines.qwen.codec.weights import CodecWeights, fixed


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
        """[B, F, D], overwritten -> [B, F, D]; ring [B, R, 2, H, hd] takes the new keys and values."""
        x = _add_product(x, self._attend(x, ring, places), self.o)
        normed = functional.rms_norm(x, self.post_norm.shape, self.post_norm, self.eps)
        inner = operations.gated(functional.linear(normed, self.gate_up))
        return _add_product(x, inner, self.down)

    def _attend(self, x: torch.Tensor, ring: torch.Tensor, places: Places) -> torch.Tensor:
        batch, frames, _ = x.shape
        normed = functional.rms_norm(x, self.input_norm.shape, self.input_norm, self.eps)
        qkv = functional.linear(normed, self.qkv).view(batch, frames, 3, self.heads, self.head_size)
        return operations.attend(qkv, ring, places)


class WindowedTransformer(nn.Module):
    """The layers and the norm after them, [B, F, D] -> [B, F, D]."""

    def __init__(self, weights: CodecWeights, config: CodecConfig) -> None:
        super().__init__()
        self.window = config.sliding_window
        self.eps = config.rms_norm_eps
        self.layers: Sequence[Layer] = nn.ModuleList(  # type: ignore[assignment]
            Layer(weights.under(f"layers.{i}"), config) for i in range(config.num_hidden_layers)
        )
        self.norm = fixed(weights["norm.weight"])
        self.ring_shape = (ring_length(self.window), 2, config.num_attention_heads, config.head_dim)
        self.frequencies: torch.Tensor  # [3, 1, hd / 2] radians a frame
        self.register_buffer(
            "frequencies", rotation_frequencies(config.rope_theta, config.head_dim, self.norm.device)
        )

    def forward(
        self, x: torch.Tensor, rings: tuple[torch.Tensor, ...], frames_before: torch.Tensor
    ) -> torch.Tensor:
        """Run F <= LONGEST_STEP_FRAMES frames that follow `frames_before` [B] int64 others."""
        places = find_places(frames_before, x.shape[1], self.frequencies, self.window)
        x = x.clone()
        for layer, ring in zip(self.layers, rings, strict=True):
            x = layer(x, ring, places)
        return functional.rms_norm(x, self.norm.shape, self.norm, self.eps)


def _joined_qkv(attention: CodecWeights, head_size: int) -> torch.Tensor:
    """Stack the three projections; the halves that a rotation mixes become neighbours in queries and keys."""
    queries, keys = (_with_halves_as_pairs(attention[f"{name}_proj.weight"], head_size) for name in "qk")
    return torch.cat((queries, keys, attention["v_proj.weight"]))


def _with_halves_as_pairs(weight: torch.Tensor, head_size: int) -> torch.Tensor:
    return weight.view(-1, 2, head_size // 2, weight.shape[1]).transpose(1, 2).reshape_as(weight)


def _add_product(x: torch.Tensor, inputs: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """x += inputs @ weight.T in one product."""
    x.flatten(0, 1).addmm_(inputs.flatten(0, 1), weight.t())
    return x
