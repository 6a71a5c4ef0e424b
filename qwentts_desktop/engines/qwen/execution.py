"""Owns the order in which ways to make frames are tried. Knows no model."""

from __future__ import annotations

from pathlib import Path

import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.graph import GraphStep
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.decoding.step import EagerStep, FrameStep
from qwentts_desktop.engines.qwen.decoding.workspace import StepFactory


def steps_for(device: torch.device, kernel_cache: Path | None = None) -> tuple[StepFactory, ...]:
    """On a card one kernel a frame, else graphs, else plain steps; elsewhere plain steps.

    Args:
        device: where the model is.
        kernel_cache: folder that keeps compiled kernels for the next start; None compiles them anew.
    """
    if device.type != "cuda":
        return (EagerStep,)

    def kernel_step(model: QwenModel, state: DecodingState) -> FrameStep:
        from qwentts_desktop.engines.qwen.kernels.choice import checked_kernel_step

        return checked_kernel_step(model, state, kernel_cache)

    return kernel_step, GraphStep, EagerStep
