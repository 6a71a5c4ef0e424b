"""A fast step speaks only after it has made the plain step's frames."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.decoding.sampling import Choice
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.kernels.self_check import check_step
from qwentts_desktop.errors import EngineUnavailableError
from tests.engines.qwen.kernels.models import random_model


@pytest.fixture(scope="module")
def model() -> QwenModel:
    return random_model("tiny", torch.float32, 64, "cpu")


@pytest.fixture
def state(model: QwenModel) -> DecodingState:
    return DecodingState(model, 2, 64)


def frame(model: QwenModel, state: DecodingState, spoil: Callable[[], object]) -> Callable[[], None]:
    def run() -> None:
        make_frame(model, state, FramePlan(64, Choice()))
        spoil()

    return run


def test_a_right_step_passes_and_leaves_a_rewound_state(model: QwenModel, state: DecodingState) -> None:
    agreement = check_step(model, state, frame(model, state, lambda: None))
    assert agreement.codes == 1.0
    assert agreement.error == 0.0
    assert state.position.tolist() == state.frame.tolist() == [0, 0]


def test_one_code_that_differs_late_in_a_frame_is_rounding(model: QwenModel, state: DecodingState) -> None:
    check_step(model, state, frame(model, state, lambda: state.codes[0, 15].add_(1)))


def test_other_codes_are_refused(model: QwenModel, state: DecodingState) -> None:
    with pytest.raises(EngineUnavailableError, match="something else"):
        check_step(model, state, frame(model, state, lambda: state.codes.add_(1)))


def test_another_hidden_state_after_the_same_codes_is_refused(model: QwenModel, state: DecodingState) -> None:
    with pytest.raises(EngineUnavailableError, match="something else"):
        check_step(model, state, frame(model, state, lambda: state.hidden.mul_(1.01)))


def test_a_hidden_state_that_is_no_number_is_refused(model: QwenModel, state: DecodingState) -> None:
    with pytest.raises(EngineUnavailableError, match="something else"):
        check_step(model, state, frame(model, state, lambda: state.hidden.fill_(torch.nan)))
