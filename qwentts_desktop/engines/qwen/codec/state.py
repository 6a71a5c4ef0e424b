"""Owns what the decoder remembers between steps: one block of memory a row, seen as the layers' states.

All of it is written in place and never rebound, so that captured graphs can read it. Because a row is one
block, resetting, saving and restoring it is one copy: a voice's reference is decoded once and then copied.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch

_ALIGNMENT_FLOATS = 8  # attention kernels want each ring to begin at a multiple of 32 bytes

Allocate = Callable[..., torch.Tensor]
"""Gives the state of a layer, [B, *shape] float32, for the shape of one row."""


@dataclass(frozen=True)
class SavedState:
    """What one row remembered: storage [S] float32 and frames [] int64, owned by the holder."""

    storage: torch.Tensor
    frames: torch.Tensor


@dataclass(frozen=True)
class StageState:
    """Histories of an upsampling and what follows it, [B, context, C] each."""

    upsampling: torch.Tensor
    after: tuple[torch.Tensor, ...]


@dataclass(frozen=True)
class LayerStates:
    """Views of the storage, one a layer; [B, context, C] where nothing else is said.

    rings: [B, R, 2, H, hd], keys and values of the transformer's layers.
    """

    entrance: torch.Tensor
    rings: tuple[torch.Tensor, ...]
    stages: tuple[StageState, ...]
    head: torch.Tensor
    blocks: tuple[StageState, ...]
    tail: torch.Tensor


@dataclass(frozen=True)
class DecoderState:
    """State of a batch of independent rows.

    storage: [B, S] float32; frames: [B] int64, decoded since the reset; layers: the storage, layer by layer.
    """

    storage: torch.Tensor
    frames: torch.Tensor
    layers: LayerStates

    @classmethod
    def allocate(
        cls, batch: int, device: torch.device, lay_out: Callable[[Allocate], LayerStates]
    ) -> DecoderState:
        """Make silent rows; `lay_out` is called twice, first to learn how much memory a row needs."""
        measure = _Shelf(torch.empty((batch, 0), device="meta"))
        lay_out(measure.reserve)
        storage = torch.zeros((batch, measure.used), device=device)
        frames = torch.zeros(batch, dtype=torch.int64, device=device)
        return cls(storage, frames, lay_out(_Shelf(storage).take))

    @property
    def batch(self) -> int:
        """Number of rows."""
        return self.storage.shape[0]

    def reset(self, rows: int | list[int] | torch.Tensor | None = None) -> None:
        """Back to silence before the first frame, all rows or some (an index, indices or a mask)."""
        chosen = slice(None) if rows is None else rows
        self.storage[chosen] = 0.0
        self.frames[chosen] = 0

    def save(self, row: int = 0) -> SavedState:
        """Copy what one row remembers."""
        return SavedState(self.storage[row].clone(), self.frames[row].clone())

    def restore(self, saved: SavedState, rows: int | list[int] | torch.Tensor | None = None) -> None:
        """Let all rows or some go on from what was saved, in place."""
        chosen = slice(None) if rows is None else rows
        self.storage[chosen] = saved.storage.to(self.storage.device)
        self.frames[chosen] = saved.frames.to(self.frames.device)


class _Shelf:
    """Hands out pieces of each row, one behind the other."""

    def __init__(self, storage: torch.Tensor) -> None:
        self._storage = storage
        self.used = 0

    def reserve(self, *shape: int) -> torch.Tensor:
        """Count a piece without having the memory for it."""
        self._advance(shape)
        return torch.empty((self._storage.shape[0], *shape), device="meta")

    def take(self, *shape: int) -> torch.Tensor:
        """Give the next piece as a view [B, *shape]."""
        begin = self._advance(shape)
        piece = self._storage[:, begin : begin + math.prod(shape)]
        return piece.view(piece.shape[0], *shape)

    def _advance(self, shape: tuple[int, ...]) -> int:
        begin = self.used
        self.used += -(-math.prod(shape) // _ALIGNMENT_FLOATS) * _ALIGNMENT_FLOATS
        return begin
