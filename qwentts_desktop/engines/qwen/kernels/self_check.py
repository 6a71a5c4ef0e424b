"""Owns the trial of a fast step before it may speak: its frames against the plain step's from the same state.

bf16 sums in another order round differently, so single codes may differ; a wrong kernel agrees on next to
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.decoding.sampling import Choice
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.errors import EngineUnavailableError
from qwentts_desktop.speech.request import SamplingOptions

_TOKENS = 8
_TRIALS = 2
_LEAST_AGREEMENT = 0.5
_GREEDY = SamplingOptions(temperature=0.0, residual_temperature=0.0)
TOLERANCE = {torch.float32: 1e-3, torch.bfloat16: 5e-2}
"""Of the hidden state after equal codes, relative to its length."""


@dataclass(frozen=True)
class Agreement:
    """How far two steps agree.

    Attributes:
        codes: share of codes that are equal up to each frame's first difference.
        error: relative difference of hidden states after equal codes, the largest; 0 if none were equal.
    """

    codes: float
    error: float


def check_step(model: QwenModel, state: DecodingState, run: Callable[[], None]) -> Agreement:
    """Try a step on its own state, whose contents are lost.

    Args:
        model, state: what the step works on.
        run: makes one frame and returns when it is made.

    Raises:
        EngineUnavailableError: it makes other frames than the plain step.
    """
    trials = [_trial(model, state, run, seed) for seed in range(_TRIALS)]
    agreement = Agreement(sum(t.codes for t in trials) / len(trials), max(t.error for t in trials))
    state.rewind()
    if agreement.codes < _LEAST_AGREEMENT or not agreement.error <= TOLERANCE[model.talker.dtype]:
        raise EngineUnavailableError(
            "The fast kernel computes something else than the plain engine here; the plain one is used.",
            detail=f"codes {agreement.codes:.3f}, error {agreement.error:.2e}",
        )
    return agreement


@torch.no_grad()
def _trial(model: QwenModel, state: DecodingState, run: Callable[[], None], seed: int) -> Agreement:
    plan = FramePlan(slots=min(256, state.slots), choice=Choice())
    _fill(state, seed)
    make_frame(model, state, plan)
    expected_codes, expected_hidden = state.codes.clone(), state.hidden.clone()
    _fill(state, seed)
    run()
    equal = (state.codes == expected_codes).cumprod(1)  # [B, K]
    whole = equal[:, -1].bool()
    error = _relative(state.hidden[whole], expected_hidden[whole]) if bool(whole.any()) else 0.0
    return Agreement(float(equal.float().mean()), error)


def _fill(state: DecodingState, seed: int) -> None:
    """As if some tokens had been taken in: random keys, values and hidden state, set by the seed."""
    device = state.hidden.device
    generator = torch.Generator(device=device).manual_seed(seed)
    state.rewind()
    state.position.fill_(_TOKENS)
    state.text_length.zero_()
    state.text[:, 0].normal_(0.0, 0.02, generator=generator)
    state.sampling.begin([_GREEDY] * state.batch, [seed] * state.batch)
    state.hidden.normal_(generator=generator)
    for layer in state.cache.layers:
        layer[:, :_TOKENS].normal_(generator=generator)


def _relative(a: Tensor, b: Tensor) -> float:
    return float((a.double() - b.double()).norm() / b.double().norm())
