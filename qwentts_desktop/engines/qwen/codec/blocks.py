"""Owns the codec's activation and its composite blocks, built of causal convolutions. Knows no attention."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from .convolutions import Affine, CausalConv, DepthwiseConv, Upsampling
from .elementwise import beside, gelu, snake
from .state import Allocate, StageState
from .weights import CodecWeights, fixed

_NEVER_ZERO = 1e-9  # the published constant


class SnakeBeta(nn.Module):
    """x + sin(x * frequency)^2 / magnitude, channel by channel, in fp32: bf16 overflows to silence."""

    def __init__(self, frequency: torch.Tensor, inverse_magnitude: torch.Tensor, bias: torch.Tensor) -> None:
        """Take each as [C]; bias is added to the input first."""
        super().__init__()
        self.bias = fixed(bias)
        self.frequency = fixed(frequency)
        self.inverse_magnitude = fixed(inverse_magnitude)

    @classmethod
    def read(cls, weights: CodecWeights, bias: torch.Tensor | None = None) -> SnakeBeta:
        """Take the published logarithms `alpha` and `beta`, and the bias of the product before, if it has one."""
        frequency = weights["alpha"].exp()
        bias = torch.zeros_like(frequency) if bias is None else bias
        return cls(frequency, 1.0 / (weights["beta"].exp() + _NEVER_ZERO), bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """[B, T, C] -> [B, T, C]."""
        return snake(x, self.bias, self.frequency, self.inverse_magnitude)


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
        wide = gelu(self.widen.product(inner), self.widen.bias)
        return beside(x, self.narrow.product(wide), self.narrow.bias)


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
        self.before = SnakeBeta.read(weights.under("act1"))
        self.dilated = CausalConv.read(weights.under("conv1"), dilation)
        self.between = SnakeBeta.read(weights.under("act2"), self.dilated.matrix.bias)
        pointwise = weights.under("conv2.conv")
        self.pointwise = Affine(pointwise["weight"].squeeze(2), pointwise["bias"])

    def forward(self, x: torch.Tensor, history: torch.Tensor) -> torch.Tensor:
        """[B, T, C] -> [B, T, C]; history is the dilated convolution's."""
        inner = self.between(self.dilated.product(self.before(x), history))
        return beside(x, self.pointwise.product(inner), self.pointwise.bias)


class SynthesisBlock(nn.Module):
    """Fewer channels, more samples: an upsampling and three residual units of growing reach."""

    def __init__(self, weights: CodecWeights, stride: int) -> None:
        super().__init__()
        parts = weights.under("block")
        self.snake = SnakeBeta.read(parts.under("0"))
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
        x = self.upsampling(self.snake(x), state.upsampling)
        for unit, history in zip(self.units, state.after, strict=True):
            x = unit(x, history)
        return x
