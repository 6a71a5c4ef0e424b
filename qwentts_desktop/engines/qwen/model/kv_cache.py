"""Owns the memory of keys and values: made once, written in place, never grown. Knows no arithmetic."""

from __future__ import annotations

import torch
from torch import Tensor


class KVCache:
    """Keys and values of every layer for B rows of S slots each.

    Rows are independent: each has its own positions. What lies beyond a row's position is stale and must be
    hidden by the attention's bias; writing starts over it.

    Attributes:
        layers: L tensors [B, S, 2 * Hkv, d], keys first, then values, side by side so that one write serves
            both.
    """

    def __init__(
        self,
        layers: int,
        batch: int,
        slots: int,
        kv_heads: int,
        head_size: int,
        *,
        device: torch.device,
        dtype: torch.dtype,
    ) -> None:
        self.batch = batch
        self.slots = slots
        self.kv_heads = kv_heads
        shape = (batch, slots, 2 * kv_heads, head_size)
        self.layers = [torch.zeros(shape, device=device, dtype=dtype) for _ in range(layers)]

    def write(self, layer: int, rows: Tensor, keys_and_values: Tensor) -> None:
        """Put [n, 2 * Hkv, d] into the rows [n] int64 of the flat cache; row = b * S + slot."""
        self.layers[layer].view(self.batch * self.slots, 2 * self.kv_heads, -1).index_copy_(
            0, rows, keys_and_values
        )

    def read(self, layer: int, batch: int, slots: int) -> tuple[Tensor, Tensor]:
        """Views of keys and values, [batch, slots, Hkv, d] each, of the first rows and slots."""
        filled = self.layers[layer][:batch, :slots]
        return filled[:, :, : self.kv_heads], filled[:, :, self.kv_heads :]

    @property
    def bytes(self) -> int:
        """Memory that the cache holds."""
        return sum(layer.nbytes for layer in self.layers)
