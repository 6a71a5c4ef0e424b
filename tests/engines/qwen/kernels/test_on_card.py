"""The frame kernel on a real card: python -m pytest -m gpu."""

from __future__ import annotations

import pytest
import torch

from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.kernels.choice import checked_kernel_step
from qwentts_desktop.engines.qwen.kernels.step import KernelStep
from tests.engines.qwen.kernels.models import KINDS, random_model, started

pytestmark = pytest.mark.gpu
SLOTS = 512


def steps_side_by_side(
    size: str, kind: str, dtype: torch.dtype, batch: int, frames: int, *, int8: bool = False
) -> tuple[DecodingState, DecodingState]:
    options, choice = KINDS[kind]
    model = random_model(size, dtype, SLOTS, "cuda", int8=int8)
    plain, fast = (started(model, batch, SLOTS, 100, options, "cuda") for _ in range(2))
    step = KernelStep(model, fast)
    for _ in range(frames):
        make_frame(model, plain, FramePlan(SLOTS, choice))
        step.run_and_wait()
        assert fast.codes.tolist() == plain.codes.tolist()
    return plain, fast


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("batch", [1, 4])
def test_makes_the_plain_frames_in_fp32(kind: str, batch: int) -> None:
    plain, fast = steps_side_by_side("wide", kind, torch.float32, batch, frames=8)
    torch.testing.assert_close(fast.hidden, plain.hidden, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("batch", [1, 4])
def test_makes_the_plain_frames_from_int8_weights(kind: str, batch: int) -> None:
    plain, fast = steps_side_by_side("wide", kind, torch.float32, batch, frames=8, int8=True)
    torch.testing.assert_close(fast.hidden, plain.hidden, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("int8", [False, True])
@pytest.mark.parametrize("batch", [1, 2, 4, 8])
@pytest.mark.parametrize("size", ["0.6b", "1.7b"])
def test_passes_its_own_check_at_the_published_sizes(size: str, batch: int, int8: bool) -> None:
    model = random_model(size, torch.bfloat16, SLOTS, "cuda", int8=int8)
    step = checked_kernel_step(model, DecodingState(model, batch, SLOTS))
    assert step.name == "one kernel a frame"


def test_the_same_seed_gives_the_same_codes_a_hundred_frames_long() -> None:
    model = random_model("0.6b", torch.bfloat16, SLOTS, "cuda")
    runs = []
    for _ in range(2):
        state = started(model, 1, SLOTS, 100, KINDS["sampled"][0], "cuda")
        step = KernelStep(model, state)
        codes = []
        for _ in range(100):
            step.run_and_wait()
            codes.append(state.codes[0].tolist())
        runs.append(codes)
    assert runs[0] == runs[1]
