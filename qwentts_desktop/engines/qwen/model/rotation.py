"""Owns rotary positions, merged with the norms' weights. Knows no cache and no attention.

A head is normed, weighted and rotated: with n the normed head, w the weight and r() the swap of both halves,

    rotated = n * w * cos + r(n * w) * (-sin, sin) = n * C + r(n) * S

so C = w * cos and S = r(w) * (-sin, sin) hold weight and position together, and three operations do all of
it. The model's three M-RoPE positions are equal for speech, so its interleaved sections reduce to this plain
rotation.
"""

from __future__ import annotations

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.config import StackConfig

Rotation = tuple[Tensor, Tensor]
"""C and S of one layer, [n, H + Hkv, d] each, for n tokens."""


class RotaryTable:
    """Cosines and signed sines of all positions, [S, d] fp32 each."""

    def __init__(self, config: StackConfig, positions: int, device: torch.device) -> None:
        half = torch.arange(0, config.head_size, 2, dtype=torch.float32, device=device) / config.head_size
        frequencies = 1.0 / config.rope_theta**half  # [d / 2]
        angles = torch.arange(positions, dtype=torch.float32, device=device)[:, None] * frequencies
        self.cosines = torch.cat((angles.cos(), angles.cos()), dim=-1)
        self.signed_sines = torch.cat((-angles.sin(), angles.sin()), dim=-1)

    def rotations(self, positions: Tensor, weights: Tensor, swapped: Tensor, dtype: torch.dtype) -> Rotation:
        """C and S for positions [n], weights and their swapped halves [..., 1, H + Hkv, d] fp32.

        Returns [..., n, H + Hkv, d] each: for one layer, or for all at once.
        """
        cosines = self.cosines.index_select(0, positions).unsqueeze(1)  # [n, 1, d]
        sines = self.signed_sines.index_select(0, positions).unsqueeze(1)
        return (cosines * weights).to(dtype), (sines * swapped).to(dtype)


def swap_halves(x: Tensor) -> Tensor:
    """(a, b) -> (b, a) along the last dimension."""
    return x.roll(x.shape[-1] // 2, dims=-1)
