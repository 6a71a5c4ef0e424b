"""Owns all that changes from frame to frame, as tensors written in place. Knows no loop and no graph."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.config import CODEBOOKS
from qwentts_desktop.engines.qwen.decoding.sampling import Choice, SamplingState
from qwentts_desktop.engines.qwen.model.predictor import PredictorMemory
from qwentts_desktop.engines.qwen.prompt import Prompt
from qwentts_desktop.speech.request import SamplingOptions


class DecodingState:
    """The state of B rows that speak side by side, each at its own position.

    A step reads it and leaves the next one in its place. A captured graph and a fused kernel know these
    tensors by
    address: they are made once and never replaced.

    Attributes:
        hidden: [B, D], the talker's last hidden state. position: [B] int64, the next free slot of the cache.
        frame: [B] int64, frames made so far. codes: [B, K] int64, the frame made last.
        text: [B, S, D]; row b holds text_length[b] embeddings to be fed, then tts_pad. text_length: [B]
            int64.
        cache, predictor: keys and values. sampling: parameters and history.
    """

    def __init__(self, model: QwenModel, batch: int, slots: int) -> None:
        talker = model.talker
        device, dtype, width = talker.device, talker.dtype, model.config.talker.width
        self.batch, self.slots = batch, slots
        self.hidden = torch.zeros((batch, width), device=device, dtype=dtype)
        self.position = torch.zeros(batch, device=device, dtype=torch.int64)
        self.frame = torch.zeros_like(self.position)
        self.text_length = torch.zeros_like(self.position)
        self.codes = torch.zeros((batch, CODEBOOKS), device=device, dtype=torch.int64)
        self.text = torch.zeros((batch, slots, width), device=device, dtype=dtype)
        self.first_rows = torch.arange(batch, device=device) * slots
        self.cache = talker.new_cache(batch, slots)
        self.predictor = PredictorMemory(model.predictor, batch)
        vocabulary, eos = model.config.talker.vocabulary, model.config.codec.eos
        self.sampling = SamplingState(batch, vocabulary, eos, slots, device)

    @torch.no_grad()
    def begin(
        self, prompts: Sequence[Prompt], options: Sequence[SamplingOptions], seeds: Sequence[int]
    ) -> Choice:
        """Set up B requests and forget all before them; says what drawing needs.

        The prompts' keys and values and the first hidden state come from the prefill. Prompts must fit into
        the cache, their text too.
        """
        self.position.copy_(torch.tensor([len(p.embedded) for p in prompts]))
        self.text_length.copy_(torch.tensor([len(p.text) for p in prompts]))
        for row, prompt in enumerate(prompts):
            self.text[row, : len(prompt.text)] = prompt.text
            self.text[row, len(prompt.text)] = prompt.pad
        self.frame.zero_()
        return self.sampling.begin(options, seeds)

    def rewind(self) -> None:
        """Back to the first slot and frame, so that a trial run stays inside the buffers."""
        self.position.zero_()
        self.frame.zero_()
