"""Owns the choice of form for the operations between the codec's products. Knows no formula.

On a CUDA device each is one kernel (`cuda_kernels`); elsewhere, for shapes that the kernels do not serve, and
where they cannot be had, plain torch (`plain`, which says what each does). Both are fp32 and agree within
rounding. A product never adds its bias itself: on CUDA that took up to three times as long, and what follows
adds it on its way.
"""

from __future__ import annotations

import logging
from functools import cache

import torch

from qwentts_desktop.engines.qwen.codec import plain
from qwentts_desktop.engines.qwen.codec.cuda_kernels import HEAD_SIZES, CodecKernels
from qwentts_desktop.engines.qwen.codec.places import Places
from qwentts_desktop.errors import EngineUnavailableError

_logger = logging.getLogger(__name__)


def snake(product: torch.Tensor, constants: torch.Tensor) -> torch.Tensor:
    """See `plain.snake`; the product may be overwritten."""
    kernels = _kernels_for(product)
    return kernels.snake(product, constants) if kernels else plain.snake(product, constants)


def windows(
    x: torch.Tensor, history: torch.Tensor, taps: int, dilation: int, constants: torch.Tensor | None = None
) -> torch.Tensor:
    """See `plain.windows`."""
    kernels = _kernels_for(x) if taps > 1 and x.shape[1] >= dilation else None
    chosen = kernels.windows if kernels else plain.windows
    return chosen(x, history, taps, dilation, constants)


def gated(gate_up: torch.Tensor) -> torch.Tensor:
    """See `plain.gated`."""
    kernels = _kernels_for(gate_up)
    return kernels.gated(gate_up) if kernels else plain.gated(gate_up)


def gelu(product: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """See `plain.gelu`; the product may be overwritten."""
    kernels = _kernels_for(product)
    return kernels.gelu(product, bias) if kernels else plain.gelu(product, bias)


def beside(x: torch.Tensor, product: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """See `plain.beside`; the product may be overwritten."""
    kernels = _kernels_for(x)
    return kernels.beside(x, product, bias) if kernels else plain.beside(x, product, bias)


def attend(qkv: torch.Tensor, ring: torch.Tensor, places: Places) -> torch.Tensor:
    """See `plain.attend`."""
    kernels = _kernels_for(qkv) if qkv.shape[-1] in HEAD_SIZES else None
    return kernels.attend(qkv, ring, places) if kernels else plain.attend(qkv, ring, places)


def _kernels_for(tensor: torch.Tensor) -> CodecKernels | None:
    if not tensor.is_cuda or tensor.shape[-1] % 8 or not tensor.is_contiguous():
        return None
    return _loaded(tensor.device)


@cache
def _loaded(device: torch.device) -> CodecKernels | None:
    try:
        return CodecKernels(device)
    except (EngineUnavailableError, OSError) as error:
        detail = error.detail if isinstance(error, EngineUnavailableError) else repr(error)
        _logger.warning("The codec runs in plain torch, which is slower: %s", detail)
        return None
