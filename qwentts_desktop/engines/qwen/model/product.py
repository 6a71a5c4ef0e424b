"""Owns a product with a matrix of weights that every frame reads, as talker and predictor need it."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional


class Product(nn.Linear):
    """Inputs [n, D] times `weight` [N, D], plus a bias where there is one."""

    def add_to(self, x: Tensor, inputs: Tensor) -> None:
        """Add the product [n, N] to x [n, N], in place and in one operation; there is no bias."""
        x.addmm_(inputs, self.weight.t())

    def part(self, inputs: Tensor, first: int, rows: int) -> Tensor:
        """The product with some rows of the weights only: [n, rows]; there is no bias."""
        return functional.linear(inputs, self.weight[first : first + rows])
