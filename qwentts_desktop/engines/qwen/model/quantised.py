"""Owns weights of eight bits: how a matrix becomes integers with a scale a row, and the product with it.

A row w becomes q = round(w / s) with s = max|w| / 127, so no weight is off by more than s / 2. Integers of
-127..127 are exact in bf16 and fp32, so a product is made of them as they are and each row's sum is scaled:
nothing is rounded twice, and nothing but the integers is kept.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from qwentts_desktop.engines.qwen.model.product import Product

LARGEST = 127
_ROWS_AT_ONCE = 1024
"""So that beside a matrix its fp32 form never lies in memory as a whole."""


@torch.no_grad()
def quantise(weight: Tensor) -> tuple[Tensor, Tensor]:
    """Weights [N, D] of any number format -> int8 [N, D] and their scales [N] fp32, on the same device."""
    rows, width = weight.shape
    quantised = torch.empty((rows, width), dtype=torch.int8, device=weight.device)
    scale = torch.empty(rows, dtype=torch.float32, device=weight.device)
    for first in range(0, rows, _ROWS_AT_ONCE):
        tile = weight[first : first + _ROWS_AT_ONCE].float()
        step = (tile.abs().amax(dim=1) / LARGEST).clamp_min_(torch.finfo(torch.float32).tiny)
        scale[first : first + _ROWS_AT_ONCE] = step
        quantised[first : first + _ROWS_AT_ONCE] = (tile / step[:, None]).round_().clamp_(-LARGEST, LARGEST)
    return quantised, scale


class QuantisedProduct(nn.Module):
    """A Product whose weights are int8: `weight` [N, D], `scale` [N] fp32.

    The integers are turned into the inputs' number format anew in each product, so it needs N * D values of
    that format for the time of the product. It saves memory everywhere; time only where a kernel reads the
    integers themselves.
    """

    bias: Tensor | None

    def __init__(self, weight: Tensor, scale: Tensor, bias: Tensor | None = None) -> None:
        super().__init__()
        self.weight = nn.Parameter(weight, requires_grad=False)
        self.scale = nn.Parameter(scale, requires_grad=False)
        self.register_parameter("bias", None if bias is None else nn.Parameter(bias, requires_grad=False))

    @classmethod
    def of(cls, product: Product) -> QuantisedProduct:
        """The same product in int8; of one on the meta device, one without values as well."""
        weight, bias = product.weight.detach(), product.bias
        if weight.is_meta:
            quantised = torch.empty_like(weight, dtype=torch.int8)
            scale = torch.empty(len(weight), dtype=torch.float32, device=weight.device)
        else:
            quantised, scale = quantise(weight)
        return cls(quantised, scale, None if bias is None else bias.detach())

    def forward(self, inputs: Tensor) -> Tensor:
        """[n, D] -> [n, N]."""
        product = self._scaled(inputs, self.weight, self.scale)
        return product if self.bias is None else product.add_(self.bias)

    def add_to(self, x: Tensor, inputs: Tensor) -> None:
        """Add the product [n, N] to x [n, N], in place; there is no bias."""
        sums = functional.linear(inputs, self.weight.to(inputs.dtype))
        torch.addcmul(x, sums, self.scale, out=x)  # in fp32, rounded once

    def part(self, inputs: Tensor, first: int, rows: int) -> Tensor:
        """The product with some rows of the weights only: [n, rows]; there is no bias."""
        chosen = slice(first, first + rows)
        return self._scaled(inputs, self.weight[chosen], self.scale[chosen])

    @staticmethod
    def _scaled(inputs: Tensor, weight: Tensor, scale: Tensor) -> Tensor:
        sums = functional.linear(inputs, weight.to(inputs.dtype))
        return torch.mul(sums, scale, out=sums)


def quantise_products(module: nn.Module) -> None:
    """Put a QuantisedProduct in the place of each Product within."""
    for parent in list(module.modules()):
        for name, child in list(parent.named_children()):
            if isinstance(child, Product):
                setattr(parent, name, QuantisedProduct.of(child))
