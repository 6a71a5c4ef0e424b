"""Owns the decision whether the fast step may be used: only once it has computed right on this card."""

from __future__ import annotations

from pathlib import Path

import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.decoding.step import FrameStep
from qwentts_desktop.engines.qwen.kernels.self_check import check_step
from qwentts_desktop.engines.qwen.kernels.step import KernelStep
from qwentts_desktop.engines.qwen.kernels.trial import on_trial, trial_name


def checked_kernel_step(model: QwenModel, state: DecodingState, cache: Path | None = None) -> FrameStep:
    """The step that makes a frame in one launch.

    Args:
        model, state: what it works on; the state's contents are lost.
        cache: folder for compiled kernels; None compiles anew.

    Raises:
        EngineUnavailableError: it does not run here, or computes something else than the plain step.
    """
    step = KernelStep(model, state, cache)
    card = torch.cuda.get_device_name(model.talker.device)
    with on_trial(cache, trial_name(f"{card}, int8" if model.is_int8 else card)):
        check_step(model, state, step.run_and_wait)
    return step
