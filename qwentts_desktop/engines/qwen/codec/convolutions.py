"""Owns causal convolutions with explicit history, as matrix products. Knows no codec.

Signals are [B, T, C], channels last: then a window of a signal is a row of a matrix, a convolution is one
product with it, and a transposed convolution whose kernel spans n strides is a convolution with n taps that
yields `stride` outputs a step. The history of a layer is the end of what it has seen, [B, context, C]; zeros
are what the published model pads the start with.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from qwentts_desktop.engines.qwen.codec import operations
from qwentts_desktop.engines.qwen.codec.weights import CodecWeights, fixed


class Affine(nn.Module):
    """A matrix product and a bias at each step: a convolution with one tap."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor) -> None:
        """Take weight [C_out, C_in] and bias [C_out]."""
        super().__init__()
        self.weight = fixed(weight)
        self.bias = fixed(bias)

    def absorb(self, weight: torch.Tensor, bias: torch.Tensor) -> None:
        """Become this map after the one given: two neighbouring products turn into one."""
        self.bias = fixed(self.weight @ bias + self.bias)
        self.weight = fixed(self.weight @ weight)

    def product(self, x: torch.Tensor) -> torch.Tensor:
        """[B, T, C_in] -> [B, T, C_out], the bias not yet added: what follows can do that on the way."""
        return functional.linear(x, self.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """[B, T, C_in] -> [B, T, C_out]."""
        return self.product(x).add_(self.bias)


class CausalConv(nn.Module):
    """A dilated convolution that sees the present and the past only."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, taps: int, dilation: int = 1) -> None:
        """Take weight [C_out, taps * C_in], taps outermost and oldest first, and bias [C_out]."""
        super().__init__()
        self.matrix = Affine(weight, bias)
        self.taps = taps
        self.dilation = dilation

    @classmethod
    def read(cls, weights: CodecWeights, dilation: int = 1) -> CausalConv:
        """Take `conv.weight` [C_out, C_in, taps] and `conv.bias` as published."""
        weight = weights["conv.weight"]
        return cls(weight.transpose(1, 2).flatten(1), weights["conv.bias"], weight.shape[2], dilation)

    @property
    def history_shape(self) -> tuple[int, int]:
        """Context and channels of what `forward` remembers."""
        return (self.taps - 1) * self.dilation, self.matrix.weight.shape[1] // self.taps

    def forward(
        self, x: torch.Tensor, history: torch.Tensor, snake: torch.Tensor | None = None
    ) -> torch.Tensor:
        """[B, T, C_in] -> [B, T, C_out], of x or of snake(x); history moves on in place."""
        return self.product(x, history, snake).add_(self.matrix.bias)

    def product(
        self, x: torch.Tensor, history: torch.Tensor, snake: torch.Tensor | None = None
    ) -> torch.Tensor:
        """`forward` without the bias."""
        return self.matrix.product(operations.windows(x, history, self.taps, self.dilation, snake))


class Upsampling(nn.Module):
    """A transposed convolution: each step of the input becomes `stride` steps."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, taps: int, stride: int) -> None:
        """Take weight [stride * C_out, taps * C_in] and bias [stride * C_out]."""
        super().__init__()
        self.conv = CausalConv(weight, bias, taps)
        self.stride = stride

    @classmethod
    def read(cls, weights: CodecWeights, stride: int) -> Upsampling:
        """Take `conv.weight` [C_in, C_out, taps * stride] and `conv.bias` [C_out] as published."""
        weight = weights["conv.weight"]
        inputs, outputs, kernel = weight.shape
        taps = kernel // stride
        by_tap = weight.view(inputs, outputs, taps, stride).flip(
            2
        )  # the published kernel begins at the present
        matrix = by_tap.permute(3, 1, 2, 0).reshape(stride * outputs, taps * inputs)
        return cls(matrix, weights["conv.bias"].repeat(stride), taps, stride)

    @property
    def history_shape(self) -> tuple[int, int]:
        """Context and channels of what `forward` remembers."""
        return self.conv.history_shape

    def forward(
        self, x: torch.Tensor, history: torch.Tensor, snake: torch.Tensor | None = None
    ) -> torch.Tensor:
        """[B, T, C_in] -> [B, T * stride, C_out], of x or of snake(x); history moves on in place."""
        batch, length, _ = x.shape
        y: torch.Tensor = self.conv(x, history, snake)  # [B, T, stride * C_out]
        return y.view(batch, length * self.stride, -1)


class DepthwiseConv(nn.Module):
    """A causal convolution of each channel by itself."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor) -> None:
        """Take weight [taps, C], oldest tap first, and bias [C]."""
        super().__init__()
        self.weight = fixed(weight)
        self.bias = fixed(bias)

    @classmethod
    def read(cls, weights: CodecWeights) -> DepthwiseConv:
        """Take `conv.weight` [C, 1, taps] and `conv.bias` as published."""
        return cls(weights["conv.weight"].squeeze(1).t(), weights["conv.bias"])

    @property
    def history_shape(self) -> tuple[int, int]:
        """Context and channels of what `forward` remembers."""
        return self.weight.shape[0] - 1, self.weight.shape[1]

    def forward(self, x: torch.Tensor, history: torch.Tensor) -> torch.Tensor:
        """[B, T, C] -> [B, T, C]; history moves on in place."""
        windows = operations.windows(x, history, self.weight.shape[0], 1).view(
            *x.shape[:2], *self.weight.shape
        )
        y: torch.Tensor = (windows * self.weight).sum(2)
        return y + self.bias
