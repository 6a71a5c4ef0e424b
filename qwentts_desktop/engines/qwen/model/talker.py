"""Owns the talker: a prompt in, then frame by frame one embedding in and one hidden state out."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from qwentts_desktop.engines.qwen.config import CODEBOOKS, CODES_A_BOOK, ModelConfig
from qwentts_desktop.engines.qwen.model.attention import Attention, sdpa
from qwentts_desktop.engines.qwen.model.kv_cache import KVCache
from qwentts_desktop.engines.qwen.model.layers import Stack
from qwentts_desktop.engines.qwen.model.product import Product
from qwentts_desktop.engines.qwen.model.rotation import RotaryTable


def embedding_rows(vocabulary: int) -> tuple[int, ...]:
    """First row of each codebook in the stacked embedding: codebook 0 has V rows, the others 2,048 each."""
    return (0, *(vocabulary + book * CODES_A_BOOK for book in range(CODEBOOKS - 1)))


class Talker(Stack):
    """The large stack, with what stands before it (embeddings) and after it (the head of codebook 0).

    Weights besides the layers: head [V, D]; code_embedding [V + 15 * 2048, D], the sixteen tables in one;
    text_in [W, W] and text_out [D, W] with biases, which bring text embeddings to the talker's width.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config.talker)
        self.config = config.talker
        rows = embedding_rows(config.talker.vocabulary)[-1] + CODES_A_BOOK
        self.head = Product(config.talker.width, config.talker.vocabulary, bias=False)
        self.code_embedding = nn.Parameter(torch.empty(rows, config.talker.width))
        self.text_in = nn.Linear(config.text_width, config.text_width)
        self.text_out = nn.Linear(config.text_width, config.talker.width)

    def prepare(self, positions: int) -> None:
        """Make the tables that follow from loaded weights, for this many positions. Once, after loading."""
        device = self.code_embedding.device
        self.rotary = RotaryTable(self.config, positions, device)
        self.norm_weights, self.swapped_norm_weights = self.head_weights()
        first = embedding_rows(self.config.vocabulary)
        self.first_rows = torch.tensor(first, device=device)  # [K]
        self.slot_numbers = torch.arange(positions, device=device)
        self.visible = torch.zeros((), device=device, dtype=self.dtype)
        self.hidden_from = torch.full((), -torch.inf, device=device, dtype=self.dtype)

    @property
    def dtype(self) -> torch.dtype:
        """Number format of weights and hidden states."""
        return self.code_embedding.dtype

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.code_embedding.device

    def new_cache(self, batch: int, slots: int) -> KVCache:
        """Memory for `batch` rows of `slots` positions."""
        c = self.config
        return KVCache(c.layers, batch, slots, c.kv_heads, c.head_size, device=self.device, dtype=self.dtype)

    def project_text(self, embedded: Tensor) -> Tensor:
        """Rows of the text embedding [T, W] -> [T, D]."""
        projected: Tensor = self.text_out(functional.silu(self.text_in(embedded)))
        return projected

    def embed_frame(self, codes: Tensor) -> Tensor:
        """Codes of whole frames [n, K] -> the sums of their sixteen embeddings [n, D]."""
        return functional.embedding(codes + self.first_rows, self.code_embedding).sum(1)

    def embed_first(self, codes: Tensor) -> Tensor:
        """Ids of codebook 0, special ones included, [n] -> [n, D]."""
        return functional.embedding(codes, self.code_embedding)

    def prefill(
        self, embedded: Tensor, lengths: Tensor, cache: KVCache, attention: Attention = sdpa, start: int = 0
    ) -> Tensor:
        """Take in prompts.

        Args:
            embedded: [B, T, D]; row b holds lengths[b] tokens, then padding, whose keys are written over
                later.
            lengths: [B] int64, 1..T.
            cache: gets keys and values at slots start..start + T.
            attention: how.
            start: tokens that the cache already holds in every row, from an earlier prefill.

        Returns:
            The hidden state of each row's last token, [B, D].
        """
        batch, tokens, width = embedded.shape
        slots = self.slot_numbers[start : start + tokens]  # [T]
        first_slots = self.slot_numbers[:batch, None] * cache.slots
        rows = (first_slots + slots).flatten()  # [B * T]
        bias = self._bias(slots[None, :, None], start + tokens)  # [1, T, start + T]
        positions = slots.repeat(batch)
        rotations = (
            self.rotary.rotations(positions, weights, swapped, self.dtype)
            for weights, swapped in zip(self.norm_weights, self.swapped_norm_weights, strict=True)
        )
        x = embedded.reshape(batch * tokens, width).clone()
        hidden = self.run(x, rotations, cache, rows, bias, attention).view(batch, tokens, width)
        return hidden[self.slot_numbers[:batch], lengths - 1]

    def step(self, x: Tensor, positions: Tensor, rows: Tensor, cache: KVCache, slots: int) -> Tensor:
        """Take in one token a row.

        Args:
            x: [B, D], changed in place.
            positions: [B] int64, each below `slots`.
            rows: [B] int64, the same in the flat cache.
            cache: read and written.
            slots: how many slots are read; fewer cost less.

        Returns:
            The next hidden state [B, D].
        """
        bias = self._bias(positions[:, None, None], slots)  # [B, 1, slots]
        c, s = self.rotary.rotations(positions, self.norm_weights, self.swapped_norm_weights, self.dtype)
        return self.run(x, zip(c, s, strict=True), cache, rows, bias, sdpa)

    def _bias(self, positions: Tensor, slots: int) -> Tensor:
        """0 for slots up to the position, -inf beyond: [..., slots]."""
        return torch.where(self.slot_numbers[:slots] <= positions, self.visible, self.hidden_from)
