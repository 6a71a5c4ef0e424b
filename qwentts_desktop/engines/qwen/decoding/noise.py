"""Owns the randomness: a pure function of seed, frame, codebook and code. Knows no model and keeps no state.

Whatever the batch, the chunk size or the machine, the same four numbers give the same noise. All arithmetic
is on unsigned 32-bit integers (held in int64 and cut to 32 bits):

    mix(x):   x ^= x >> 16;  x *= 0x7feb352d;  x ^= x >> 15;  x *= 0x846ca68b;  x ^= x >> 16
    key     = mix(mix(mix(16 * frame + codebook) ^ seed_low) ^ seed_high)
    bits    = mix(key + code * 0x9e3779b9)
    uniform = (bits >> 9) / 2**23 + 1 / 2**24           strictly between 0 and 1, exact in fp32
    gumbel  = -log(-log(uniform))

The code with the largest (logit / temperature + gumbel) is a draw from the softmax.
"""

from __future__ import annotations

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.config import CODEBOOKS

_CUT = 0xFFFFFFFF
_GOLDEN = 0x9E3779B9
_UNIFORM_STEP = 2.0**-23


def seed_words(seed: int) -> tuple[int, int]:
    """The low and the high 32 bits of a seed; any integer serves, taken modulo 2**64."""
    return seed & _CUT, (seed >> 32) & _CUT


def frame_keys(seeds: Tensor, frames: int) -> Tensor:
    """Keys of all frames of all rows: seeds [B, 2] int64 (low, high word) -> [B, frames, K] int64."""
    counters = torch.arange(frames * CODEBOOKS, device=seeds.device).view(1, frames, CODEBOOKS)
    low, high = seeds[:, 0].view(-1, 1, 1), seeds[:, 1].view(-1, 1, 1)
    return _mix(_mix(_mix(counters) ^ low) ^ high)


def code_offsets(vocabulary: int, device: torch.device) -> Tensor:
    """What each code adds to a key: [V] int64."""
    return torch.arange(vocabulary, device=device) * _GOLDEN & _CUT


def log_exponential(keys: Tensor, offsets: Tensor) -> Tensor:
    """-gumbel of every code, log(-log(uniform)): keys [B, K] and offsets [V] -> [B, K, V] fp32."""
    bits = _mix(keys.unsqueeze(-1) + offsets & _CUT)
    uniform = (bits >> 9).float().mul_(_UNIFORM_STEP).add_(_UNIFORM_STEP / 2)
    return uniform.log_().neg_().log_()


def _mix(x: Tensor) -> Tensor:
    """A bijection of 32-bit integers that leaves no trace of order."""
    x = x ^ x >> 16
    x = x * 0x7FEB352D & _CUT
    x = x ^ x >> 15
    x = x * 0x846CA68B & _CUT
    return x ^ x >> 16
