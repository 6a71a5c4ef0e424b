"""Owns the taking in of prompts: on a card as graphs, one a length bucket, elsewhere step by step."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.decoding.graph import GraphBook
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.model.attention import Attention
from qwentts_desktop.engines.qwen.model.talker import Talker
from qwentts_desktop.engines.qwen.prompt import Prompt

_BUCKETS = (16, 32, 64, 128, 256)
"""Tokens; above them a prompt keeps the card busy for longer than the host needs to call it."""


class Prefill:
    """Reads B prompts into one state: keys, values, and the hidden state that the first frame begins with."""

    def __init__(self, talker: Talker, state: DecodingState, attention: Attention) -> None:
        self._talker = talker
        self._state = state
        self._attention = attention
        self._graphs = GraphBook(talker.device)
        self._inputs: dict[int, Tensor] = {}  # bucket -> [B, bucket, D], read by its graph
        self._lengths = torch.ones_like(state.position)

    @torch.no_grad()
    def prepare(self, longest: int) -> None:
        """Record graphs for prompts up to about this many tokens; between requests only."""
        if self._talker.device.type != "cuda":
            return
        for bucket in _BUCKETS:
            if bucket in self._graphs or bucket > self._state.slots:
                continue
            shape = (self._state.batch, bucket, self._state.hidden.shape[1])
            self._lengths.fill_(1)
            embedded = self._state.hidden.new_zeros(shape)
            if self._graphs.try_capture(bucket, lambda embedded=embedded: self._read(embedded)):  # type: ignore[misc]
                self._inputs[bucket] = embedded
            if bucket >= longest:
                return

    @torch.no_grad()
    def run(self, prompts: Sequence[Prompt]) -> None:
        """Read prompts, all of them at once; shorter ones are padded, and their padding is written over."""
        self._lengths.copy_(torch.tensor([len(p.embedded) for p in prompts]))
        longest = max(len(p.embedded) for p in prompts)
        bucket = next((b for b in sorted(self._inputs) if b >= longest), 0)
        if not bucket:
            embedded = [p.embedded for p in prompts]
            self._read(torch.nn.utils.rnn.pad_sequence(embedded, batch_first=True))
            return
        for row, prompt in enumerate(prompts):
            self._inputs[bucket][row, : len(prompt.embedded)] = prompt.embedded
        self._graphs.replay(bucket)

    def _read(self, embedded: Tensor) -> None:
        hidden = self._talker.prefill(embedded, self._lengths, self._state.cache, self._attention)
        self._state.hidden.copy_(hidden)
