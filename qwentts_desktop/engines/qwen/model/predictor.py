"""Owns the predictor: codes 1..15 of a frame, one after another, from a hidden state and code 0."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from qwentts_desktop.engines.qwen.config import CODEBOOKS, CODES_A_BOOK, ModelConfig
from qwentts_desktop.engines.qwen.model.attention import sdpa
from qwentts_desktop.engines.qwen.model.kv_cache import KVCache
from qwentts_desktop.engines.qwen.model.layers import Stack
from qwentts_desktop.engines.qwen.model.product import Product
from qwentts_desktop.engines.qwen.model.rotation import RotaryTable, Rotation
from qwentts_desktop.engines.qwen.model.talker import embedding_rows

POSITIONS = CODEBOOKS
"""The talker's hidden state, then codes 0..14."""


class PredictorMemory:
    """What the predictor keeps for B rows: a cache of sixteen slots a row, written anew in every frame."""

    def __init__(self, predictor: Predictor, batch: int) -> None:
        c = predictor.config
        device, dtype = predictor.norm.weight.device, predictor.norm.weight.dtype
        self.cache = KVCache(c.layers, batch, POSITIONS, c.kv_heads, c.head_size, device=device, dtype=dtype)
        first_rows = torch.arange(batch, device=device) * POSITIONS
        self.rows = [first_rows + position for position in range(POSITIONS)]  # [B] each
        self.opening_rows = torch.stack(self.rows[:2], dim=1).flatten()  # [B * 2]
        self.opening_rotations = [
            (c[:2].repeat(batch, 1, 1), s[:2].repeat(batch, 1, 1)) for c, s in predictor.rotations
        ]


class Predictor(Stack):
    """The small stack.

    Weights besides the layers: code_heads [15 * 2048, D], the fifteen heads in one; input_projection [D, Dt]
    with bias where the talker is wider. After `prepare`, `code_embedding` [V + 15 * 2048, D] holds the
    talker's tables, projected once instead of in every step; where the widths are equal it is the talker's
    own tensor.
    """

    code_embedding: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config.predictor)
        self.config = config.predictor
        self.code_heads = Product(config.predictor.width, (CODEBOOKS - 1) * CODES_A_BOOK, bias=False)
        self.first_rows = embedding_rows(config.talker.vocabulary)
        self.input_projection: Product | None = None
        if config.predictor.width != config.talker.width:
            self.input_projection = Product(config.talker.width, config.predictor.width)

    @property
    def heads(self) -> Tensor:
        """Weights of the fifteen heads, [15, 2048, D]."""
        return self.code_heads.weight.view(CODEBOOKS - 1, CODES_A_BOOK, -1)

    @torch.no_grad()
    def prepare(self, talker_embedding: Tensor) -> None:
        """Make the tables that follow from loaded weights. Once, after loading."""
        device, dtype = self.norm.weight.device, self.norm.weight.dtype
        self.code_embedding = talker_embedding.detach()
        if self.input_projection is not None:
            self.code_embedding = self.input_projection(self.code_embedding)
        positions = torch.arange(POSITIONS, device=device)
        weights, swapped = self.head_weights()
        cosines, sines = RotaryTable(self.config, POSITIONS, device).rotations(
            positions, weights, swapped, dtype
        )
        self.rotations: list[Rotation] = list(
            zip(cosines, sines, strict=True)
        )  # [16, H + Hkv, d] for each layer
        beyond = torch.full((POSITIONS, POSITIONS), -torch.inf, device=device, dtype=dtype)
        self.bias = beyond.triu_(1).unsqueeze(0)  # [1, 16, 16]

    def open(self, hidden: Tensor, code: Tensor, memory: PredictorMemory) -> Tensor:
        """The talker's hidden state [B, Dt] and code 0 [B] int64 -> logits of codebook 1 [B, 2048]."""
        if self.input_projection is not None:
            hidden = self.input_projection(hidden)
        embedded = functional.embedding(code, self.code_embedding)
        x = torch.stack((hidden, embedded), dim=1).flatten(0, 1)  # [B * 2, D]
        last = self.run(
            x, memory.opening_rotations, memory.cache, memory.opening_rows, self.bias[:, :2], sdpa
        )[1::2]
        return self._scores(0, last)

    def follow(self, book: int, code: Tensor, memory: PredictorMemory) -> Tensor:
        """The code [B] int64 chosen in codebook `book` (1..14) -> logits of the next one [B, 2048]."""
        position = book + 1
        x = functional.embedding(code + self.first_rows[book], self.code_embedding)
        rotations = ((c[position : position + 1], s[position : position + 1]) for c, s in self.rotations)
        bias = self.bias[:, position : position + 1]
        last = self.run(x, rotations, memory.cache, memory.rows[position], bias, sdpa)
        return self._scores(book, last)

    def _scores(self, book: int, last: Tensor) -> Tensor:
        """Normed hidden states [B, D] -> logits of the codebook after `book`, [B, 2048]."""
        return self.code_heads.part(last, book * CODES_A_BOOK, CODES_A_BOOK)
