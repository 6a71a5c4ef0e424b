"""Owns the order in which ways to make frames are tried. Knows no model."""

from __future__ import annotations

import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.graph import GraphStep
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.decoding.step import EagerStep, FrameStep
from qwentts_desktop.engines.qwen.decoding.workspace import StepFactory


def steps_for(device: torch.device) -> tuple[StepFactory, ...]:
    """On a card one kernel a frame, else graphs, else plain steps; elsewhere plain steps."""
    if device.type != "cuda":
        return (EagerStep,)
    return _kernel_step, GraphStep, EagerStep


def _kernel_step(model: QwenModel, state: DecodingState) -> FrameStep:
    """Imported when a card is there: it needs the card's compiler."""
    from qwentts_desktop.engines.qwen.kernels.step import KernelStep

    return KernelStep(model, state)
