"""Owns the arithmetic of one frame: sixteen codes, then the talker's next hidden state. Knows no loop.

This plain form is the definition. A graph replays exactly these operations; a fused kernel repeats them.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.config import CODEBOOKS
from qwentts_desktop.engines.qwen.decoding.sampling import Choice
from qwentts_desktop.engines.qwen.decoding.state import DecodingState


@dataclass(frozen=True)
class FramePlan:
    """What a step needs to know beside tensors: it decides which operations run, not what they compute.

    Attributes:
        slots: how many slots of the cache are read; above every row's position.
        choice: what drawing needs.
    """

    slots: int
    choice: Choice


@torch.no_grad()
def make_frame(model: QwenModel, state: DecodingState, plan: FramePlan) -> None:
    """Turn the state into that after the next frame, in place; `state.codes` holds the frame's codes.

    Where codebook 0 drew eos, the row's speech ended before this frame and its other codes mean nothing.
    """
    talker, predictor, sampling = model.talker, model.predictor, state.sampling
    noise = sampling.noise(state.frame)  # [B, K, V]

    code = sampling.first_code(talker.head(state.hidden), noise[:, 0], state.frame, plan.choice)
    codes = [code]
    logits = predictor.open(state.hidden, code, state.predictor)
    for book in range(1, CODEBOOKS):
        code = sampling.residual_code(logits, noise[:, book], plan.choice)
        codes.append(code)
        if book < CODEBOOKS - 1:
            logits = predictor.follow(book, code, state.predictor)
    torch.stack(codes, dim=1, out=state.codes)

    x = talker.embed_frame(state.codes) + _next_text(state)
    rows = state.first_rows + state.position
    state.hidden.copy_(talker.step(x, state.position, rows, state.cache, plan.slots))
    state.position += 1
    state.frame += 1


def _next_text(state: DecodingState) -> Tensor:
    """The text embedding that goes with the frame just drawn, or tts_pad once all is used: [B, D]."""
    index = torch.minimum(state.frame, state.text_length).add_(state.first_rows)
    return state.text.flatten(0, 1).index_select(0, index)
