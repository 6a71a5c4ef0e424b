"""Owns the plain torch form of the operations between the codec's products, for any device. Knows no layer.

`snake` is [3, C]: a bias to add first, the frequency and the inverse magnitude of the activation, by channel.
"""

from __future__ import annotations

import torch
from torch.nn import functional

from qwentts_desktop.engines.qwen.codec.places import Places


def snake(product: torch.Tensor, constants: torch.Tensor) -> torch.Tensor:
    """x + sin(x * frequency)^2 * inverse_magnitude for x = product + bias; [B, T, C]."""
    bias, frequency, inverse_magnitude = constants
    x = product + bias
    return torch.addcmul(x, torch.sin(x * frequency).square_(), inverse_magnitude)


def windows(
    x: torch.Tensor, history: torch.Tensor, taps: int, dilation: int, constants: torch.Tensor | None = None
) -> torch.Tensor:
    """Windows that end at each sample of x, of the signal history + snake(x); history moves on in place.

    Args:
        x: [B, T, C], T >= dilation.
        history: [B, (taps - 1) * dilation, C], what came before, activated.
        constants: of the snake; None: x as it is.

    Returns:
        [B, T, taps * C], oldest tap first.
    """
    if constants is not None:
        x = snake(x, constants)
    if taps == 1:
        return x
    batch, length, channels = x.shape
    signal = torch.cat((history, x), dim=1)
    history.copy_(signal[:, length:])
    strides = (signal.stride(0), channels, dilation * channels, 1)
    return signal.as_strided((batch, length, taps, channels), strides).flatten(2)


def gated(gate_up: torch.Tensor) -> torch.Tensor:
    """silu(gate) * up; [B, T, 2 * C] -> [B, T, C]."""
    gate, up = gate_up.chunk(2, dim=-1)
    return functional.silu(gate) * up


def gelu(product: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """The exact GELU of product + bias; [B, T, C]."""
    return functional.gelu(product + bias)


def beside(x: torch.Tensor, product: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """x + product + bias: what a branch beside the signal adds to it; [B, T, C]."""
    return product + bias + x


def attend(qkv: torch.Tensor, ring: torch.Tensor, places: Places) -> torch.Tensor:
    """Rotate, remember keys and values, and attend to what the window holds.

    Args:
        qkv: [B, F, 3, H, hd], the two numbers that a rotation mixes side by side.
        ring: [B, R, 2, H, hd], takes the new keys and values in place.
        places: of the F frames.

    Returns:
        [B, F, H * hd].
    """
    turned = torch.view_as_real(
        torch.view_as_complex(qkv.view(*qkv.shape[:-1], -1, 2)) * places.rotation
    ).flatten(-2)
    ring[places.rows, places.slots] = turned[:, :, 1:]
    keys, values = ring.permute(2, 0, 3, 1, 4)  # each [B, H, R, hd]
    queries = turned[:, :, 0].transpose(1, 2)  # [B, H, F, hd]
    attended = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=places.mask)
    return attended.transpose(1, 2).flatten(2)
