"""Owns the transformer layer that talker and predictor share, and a stack of them. Knows no codes.

Weights are fused: one product makes queries, keys and values, one makes gate and up. The stream of hidden
states is updated in place, so that each residual sum is part of a product. One token through one layer is 14
operations.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn
from torch.nn import functional

from qwentts_desktop.engines.qwen.config import StackConfig
from qwentts_desktop.engines.qwen.model.attention import Attention
from qwentts_desktop.engines.qwen.model.kv_cache import KVCache
from qwentts_desktop.engines.qwen.model.product import Product
from qwentts_desktop.engines.qwen.model.rotation import Rotation, swap_halves


class Norm(nn.Module):
    """Root-mean-square norm over the last dimension; `weight` [D]."""

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """[..., D] -> [..., D]."""
        return functional.rms_norm(x, (x.shape[-1],), self.weight, self.eps)


class Layer(nn.Module):
    """One layer: attention with grouped heads, normed queries and keys, and a gated feed-forward.

    Weights: input_norm [D], qkv [(H + 2 Hkv) d, D], q_norm and k_norm [d], o [D, H d], post_norm [D],
    gate_up [2 I, D] (gate first), down [D, I].
    """

    def __init__(self, config: StackConfig) -> None:
        super().__init__()
        self.heads, self.kv_heads, self.head_size = config.heads, config.kv_heads, config.head_size
        self.eps = config.norm_eps
        attended = config.heads * config.head_size
        projected = attended + 2 * config.kv_heads * config.head_size
        self.input_norm = Norm(config.width, config.norm_eps)
        self.qkv = Product(config.width, projected, bias=False)
        self.q_norm = Norm(config.head_size, config.norm_eps)
        self.k_norm = Norm(config.head_size, config.norm_eps)
        self.o = Product(attended, config.width, bias=False)
        self.post_norm = Norm(config.width, config.norm_eps)
        self.gate_up = Product(config.width, 2 * config.feed_forward, bias=False)
        self.down = Product(config.feed_forward, config.width, bias=False)

    def project(self, x: Tensor, rotation: Rotation) -> tuple[Tensor, Tensor]:
        """[n, D] -> rotated queries [n, H, d], and rotated keys with values [n, 2 Hkv, d]."""
        qkv = self.qkv(self.input_norm(x)).view(x.shape[0], -1, self.head_size)  # [n, H + 2 Hkv, d]
        turned = self.heads + self.kv_heads
        normed = functional.rms_norm(qkv[:, :turned], (self.head_size,), eps=self.eps)
        c, s = rotation
        torch.addcmul(normed * c, swap_halves(normed), s, out=qkv[:, :turned])
        return qkv[:, : self.heads], qkv[:, self.heads :]

    def finish(self, x: Tensor, mixed: Tensor) -> None:
        """Add attention's result [n, H * d] and the feed-forward to the stream x [n, D], in place."""
        self.o.add_to(x, mixed)
        gate, up = self.gate_up(self.post_norm(x)).chunk(2, dim=-1)  # [n, I] each
        self.down.add_to(x, functional.silu(gate).mul_(up))


class Stack(nn.Module):
    """Layers and the norm after them."""

    def __init__(self, config: StackConfig) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.layers))
        self.norm = Norm(config.width, config.norm_eps)

    def run(
        self,
        x: Tensor,
        rotations: Iterable[Rotation],
        cache: KVCache,
        rows: Tensor,
        bias: Tensor,
        attention: Attention,
    ) -> Tensor:
        """Push tokens through all layers.

        Args:
            x: [B * T, D], changed in place.
            rotations: C and S of each layer for these tokens.
            cache: gets their keys and values, and gives those before them.
            rows: [B * T] int64, where in the flat cache.
            bias: [1 or B, T, S]; S slots of the cache are read.
            attention: how.

        Returns:
            [B * T, D], normed.
        """
        _, tokens, slots = bias.shape
        batch = x.shape[0] // tokens
        for index, (layer, rotation) in enumerate(zip(self.layers, rotations, strict=True)):
            assert isinstance(layer, Layer)
            queries, keys_and_values = layer.project(x, rotation)
            cache.write(index, rows, keys_and_values)
            k, v = cache.read(index, batch, slots)
            mixed = attention(queries.reshape(batch, tokens, layer.heads, -1), k, v, bias)  # [B, T, H, d]
            layer.finish(x, mixed.reshape(batch * tokens, -1))
        normed: Tensor = self.norm(x)
        return normed

    def head_weights(self) -> tuple[Tensor, Tensor]:
        """Norm weights of all heads, and the same with swapped halves: [L, 1, H + Hkv, d] fp32 each."""
        weights = torch.stack([_head_weights(layer) for layer in self.layers]).unsqueeze(1)
        return weights, swap_halves(weights)


def _head_weights(layer: nn.Module) -> Tensor:
    """q_norm for each query head, then k_norm for each key head: [H + Hkv, d] fp32."""
    assert isinstance(layer, Layer)
    q = layer.q_norm.weight.detach().float().expand(layer.heads, -1)
    k = layer.k_norm.weight.detach().float().expand(layer.kv_heads, -1)
    return torch.cat((q, k))
