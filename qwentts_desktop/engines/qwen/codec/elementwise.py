"""Owns elementwise formulas that plain torch would spread over several kernels. Knows no layer.

On CUDA each is one kernel, which torch compiles at run time with the compiler that it brings along; elsewhere
the same formula in plain torch. Both are fp32 and agree within rounding. `bias` is always that of the product
whose result comes in: on CUDA a product with its bias inside took up to three times as long as one without.
"""

from __future__ import annotations

import torch
from torch.cuda import jiterator
from torch.nn import functional

_snake_kernel = jiterator._create_jit_fn(
    """template <typename T> T snake(T product, T bias, T frequency, T inverse_magnitude) {
           T x = product + bias;
           T wave = sin(x * frequency);
           return x + wave * wave * inverse_magnitude;
       }"""
)
_gate_kernel = jiterator._create_jit_fn(
    """template <typename T> T gated(T gate, T up) {
           return gate / (T(1) + exp(-gate)) * up;
       }"""
)
_gelu_kernel = jiterator._create_jit_fn(
    """template <typename T> T biased_gelu(T product, T bias) {
           T x = product + bias;
           return x * T(0.5) * (T(1) + erf(x * T(0.70710678118654752440)));
       }"""
)
_sum_kernel = jiterator._create_jit_fn(
    "template <typename T> T sum_of_three(T x, T product, T bias) { return x + (product + bias); }"
)


def snake(
    product: torch.Tensor, bias: torch.Tensor, frequency: torch.Tensor, inverse_magnitude: torch.Tensor
) -> torch.Tensor:
    """x + sin(x * frequency)^2 * inverse_magnitude for x = product + bias, [B, T, C] with three of [C]."""
    if product.is_cuda:
        return _tensor(_snake_kernel(product, bias, frequency, inverse_magnitude))
    x = product + bias
    return torch.addcmul(x, torch.sin(x * frequency).square_(), inverse_magnitude)


def gated(gate: torch.Tensor, up: torch.Tensor) -> torch.Tensor:
    """silu(gate) * up, of equal shapes."""
    return _tensor(_gate_kernel(gate, up)) if gate.is_cuda else functional.silu(gate) * up


def gelu(product: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """The exact GELU of product + bias, [B, T, C] with [C]."""
    return _tensor(_gelu_kernel(product, bias)) if product.is_cuda else functional.gelu(product + bias)


def beside(x: torch.Tensor, product: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """x + product + bias: what a branch beside the signal adds to it."""
    return _tensor(_sum_kernel(x, product, bias)) if x.is_cuda else product.add_(bias).add_(x)


def _tensor(result: torch.Tensor) -> torch.Tensor:
    return result
