"""Owns the codec's blocks of causal convolutions and their activation. Knows no attention."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from qwentts_desktop.engines.qwen.codec import operations
from qwentts_desktop.engines.qwen.codec.convolutions import Affine, CausalConv, DepthwiseConv, Upsampling
from qwentts_desktop.engines.qwen.codec.state import Allocate, StageState
from qwentts_desktop.engines.qwen.codec.weights import CodecWeights, fixed

_NEVER_ZERO = 1e-9  # the published constant


def read_snake(weights: CodecWeights, bias: torch.Tensor | None = None) -> nn.Parameter:
    """Constants [3, C] of the activation x + sin(x * frequency)^2 / magnitude, always computed in fp32.

    Args:
        weights: the published logarithms `alpha` and `beta`.
        bias: of the product whose result is activated, where that did not add it.
    """
    frequency = weights["alpha"].exp()
    inverse_magnitude = 1.0 / (weights["beta"].exp() + _NEVER_ZERO)
    bias = torch.zeros_like(frequency) if bias is None else bias
    return fixed(torch.stack((bias, frequency, inverse_magnitude)))


class ConvNeXt(nn.Module):
    """Depthwise convolution, norm and a feed-forward part beside the signal; published gamma folded in."""

    def __init__(self, weights: CodecWeights) -> None:
        super().__init__()
        gamma = weights["gamma"]
        self.depthwise = DepthwiseConv.read(weights.under("dwconv"))
        self.norm = nn.LayerNorm(len(gamma), eps=1e-6, device=gamma.device)
        self.norm.weight = fixed(weights["norm.weight"])
        self.norm.bias = fixed(weights["norm.bias"])
        self.widen = Affine(weights["pwconv1.weight"], weights["pwconv1.bias"])
        self.narrow = Affine(weights["pwconv2.weight"] * gamma[:, None], weights["pwconv2.bias"] * gamma)

    def forward(self, x: torch.Tensor, history: torch.Tensor) -> torch.Tensor:
        """[B, T, C] -> [B, T, C]; history is the depthwise convolution's."""
        inner = self.norm(self.depthwise(x, history))
        wide = operations.gelu(self.widen.product(inner), self.widen.bias)
        return operations.beside(x, self.narrow.product(wide), self.narrow.bias)


class LatentStage(nn.Module):
    """Twice the frames: an upsampling and a ConvNeXt block."""

    def __init__(self, weights: CodecWeights, stride: int) -> None:
        super().__init__()
        self.upsampling = Upsampling.read(weights.under("0"), stride)
        self.convnext = ConvNeXt(weights.under("1"))

    def new_state(self, allocate: Allocate) -> StageState:
        """Histories of its layers."""
        inside = allocate(*self.convnext.depthwise.history_shape)
        return StageState(allocate(*self.upsampling.history_shape), (inside,))

    def forward(self, x: torch.Tensor, state: StageState) -> torch.Tensor:
        """[B, T, C] -> [B, T * stride, C]."""
        (inside,) = state.after
        y: torch.Tensor = self.convnext(self.upsampling(x, state.upsampling), inside)
        return y


class ResidualUnit(nn.Module):
    """A dilated convolution and a pointwise one beside the signal."""

    def __init__(self, weights: CodecWeights, dilation: int) -> None:
        super().__init__()
        self.before = read_snake(weights.under("act1"))
        self.dilated = CausalConv.read(weights.under("conv1"), dilation)
        self.between = read_snake(weights.under("act2"), self.dilated.matrix.bias)
        pointwise = weights.under("conv2.conv")
        self.pointwise = Affine(pointwise["weight"].squeeze(2), pointwise["bias"])

    def forward(self, x: torch.Tensor, history: torch.Tensor) -> torch.Tensor:
        """[B, T, C] -> [B, T, C]; history is the dilated convolution's."""
        inner = operations.snake(self.dilated.product(x, history, self.before), self.between)
        return operations.beside(x, self.pointwise.product(inner), self.pointwise.bias)


class SynthesisBlock(nn.Module):
    """Fewer channels, more samples: an upsampling and three residual units of growing reach."""

    def __init__(self, weights: CodecWeights, stride: int) -> None:
        super().__init__()
        parts = weights.under("block")
        self.snake = read_snake(parts.under("0"))
        self.upsampling = Upsampling.read(parts.under("1"), stride)
        self.units: Sequence[ResidualUnit] = nn.ModuleList(  # type: ignore[assignment]
            ResidualUnit(parts.under(str(2 + i)), dilation) for i, dilation in enumerate((1, 3, 9))
        )

    def new_state(self, allocate: Allocate) -> StageState:
        """Histories of its layers."""
        units = tuple(allocate(*unit.dilated.history_shape) for unit in self.units)
        return StageState(allocate(*self.upsampling.history_shape), units)

    def forward(self, x: torch.Tensor, state: StageState) -> torch.Tensor:
        """[B, T, C] -> [B, T * stride, C / 2]."""
        x = self.upsampling(x, state.upsampling, self.snake)
        for unit, history in zip(self.units, state.after, strict=True):
            x = unit(x, history)
        return x
