"""Owns the way from codes to latents: the codebooks of the split residual quantizer. Knows no time."""

from __future__ import annotations

import torch
from torch import nn

from qwentts_desktop.engines.qwen.codec.weights import CodecWeights, fixed

_SMALLEST_USAGE = 1e-5


class Codebooks(nn.Module):
    """All codebooks of a codec; the first stands alone, the others add up.

    The published quantizer multiplies each of the two with a matrix of its own and adds: `read_projection`.
    What follows is linear too, so the decoder multiplies that matrix into the next one.
    """

    def __init__(self, table: torch.Tensor) -> None:
        """Take table [K, entries, D]."""
        super().__init__()
        codebooks, entries, _ = table.shape
        self.table = fixed(table.flatten(0, 1))
        self.first_entry: torch.Tensor  # [K, 1] int64: where each codebook begins in the table
        self.register_buffer("first_entry", torch.arange(codebooks, device=table.device)[:, None] * entries)

    @classmethod
    def read(cls, weights: CodecWeights, codebooks: int) -> Codebooks:
        """Take the published sums and counts and divide them once."""
        vectors = [_codebook(weights.under("rvq_first.vq.layers.0._codebook"))]
        for index in range(codebooks - 1):
            vectors.append(_codebook(weights.under(f"rvq_rest.vq.layers.{index}._codebook")))
        return cls(torch.stack(vectors))

    def forward(self, codes: torch.Tensor) -> torch.Tensor:
        """[B, K, F] int64 -> latents [B, F, 2 * D]: the first codebook's vector, the sum of the others'."""
        vectors = self.table[codes + self.first_entry]  # [B, K, F, D]
        return torch.cat((vectors[:, 0], vectors[:, 1:].sum(1)), dim=-1)


def read_projection(weights: CodecWeights) -> torch.Tensor:
    """The published matrices of both halves side by side, [C, 2 * D]."""
    halves = [weights[f"{part}.output_proj.weight"].squeeze(2) for part in ("rvq_first", "rvq_rest")]
    return torch.cat(halves, dim=1)


def _codebook(weights: CodecWeights) -> torch.Tensor:
    usage = weights["cluster_usage"].clamp(min=_SMALLEST_USAGE)
    return weights["embedding_sum"] / usage[:, None]
