"""Owns where the frames of a step stand, for rotation, mask and ring; the same for all layers of attention.

Positions are frames since the state was reset, each row of the batch its own. A frame's key and value lie in
the ring at its position modulo the ring's length, which exceeds the window by the longest step, so that no
step overwrites what it still reads.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

LONGEST_STEP_FRAMES = 16


@dataclass(frozen=True)
class Places:
    """Where F frames of each row stand.

    rotation: [B, F, 3, 1, hd / 2] complex, for queries, keys and (no turn) values; mask: [B, 1, F, R] float,
    added to attention scores; rows [B, 1] and slots [B, F] int64: where keys and values go.
    """

    rotation: torch.Tensor
    mask: torch.Tensor
    rows: torch.Tensor
    slots: torch.Tensor


def ring_length(window: int) -> int:
    """Slots of a ring for this window: a multiple of 8, which attention kernels like."""
    return -(-(window - 1 + LONGEST_STEP_FRAMES) // 8) * 8


def rotation_frequencies(theta: float, head_size: int, device: torch.device) -> torch.Tensor:
    """Radians a frame for queries, keys and values, [3, 1, hd / 2]; values do not turn."""
    half = head_size // 2
    frequencies = theta ** (-torch.arange(half, device=device).float() / half)
    return torch.stack((frequencies, frequencies, torch.zeros_like(frequencies)))[:, None]


def find_places(frames_before: torch.Tensor, frames: int, frequencies: torch.Tensor, window: int) -> Places:
    """Places of `frames` frames that follow `frames_before` [B] int64 others."""
    device, length = frames_before.device, ring_length(window)
    positions = frames_before[:, None] + torch.arange(frames, device=device)  # [B, F]
    angles = positions[:, :, None, None, None] * frequencies
    ages = (positions[:, :, None] - torch.arange(length, device=device)) % length
    # A slot whose frame is newer than the query seems older than the window: the ring is long enough.
    seen = ages < (positions[:, :, None] + 1).clamp(max=window)
    mask = seen.log()[:, None]  # 0 where seen, minus infinity elsewhere
    rows = torch.arange(len(frames_before), device=device)[:, None]
    return Places(torch.polar(torch.ones_like(angles), angles), mask, rows, positions % length)
