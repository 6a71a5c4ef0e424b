from __future__ import annotations

import pytest
import torch
from torch import nn

from qwentts_desktop.engines.qwen.codec.convolutions import Affine, CausalConv, DepthwiseConv, Upsampling


class Published(dict):  # type: ignore[type-arg]
    """Tensors by name, read as a file's are."""

    def __init__(self, layer: nn.Module) -> None:
        super().__init__({f"conv.{name}": tensor.detach() for name, tensor in layer.named_parameters()})


def signal(length: int, channels: int) -> torch.Tensor:
    return torch.randn(2, length, channels, generator=torch.Generator().manual_seed(length))


def in_chunks(layer: nn.Module, x: torch.Tensor, size: int) -> torch.Tensor:
    context, channels = layer.history_shape  # type: ignore[misc]
    history = torch.zeros(x.shape[0], context, channels)
    return torch.cat([layer(chunk, history) for chunk in x.split(size, dim=1)], dim=1)


@pytest.mark.parametrize("dilation", [1, 3, 9])
@pytest.mark.parametrize("chunk", [1, 2, 5, 40])
def test_causal_convolution_in_chunks_equals_a_padded_one_at_once(dilation: int, chunk: int) -> None:
    published = nn.Conv1d(6, 4, 7, dilation=dilation)
    x = signal(40, 6)
    padded = nn.functional.pad(x.transpose(1, 2), (6 * dilation, 0))
    with torch.no_grad():
        expected = published(padded).transpose(1, 2)
    torch.testing.assert_close(in_chunks(CausalConv.read(Published(published), dilation), x, chunk), expected)


@pytest.mark.parametrize("taps", [1, 2])
@pytest.mark.parametrize("chunk", [1, 3, 12])
def test_upsampling_in_chunks_equals_a_transposed_convolution_cut_at_the_end(taps: int, chunk: int) -> None:
    stride = 5
    published = nn.ConvTranspose1d(6, 4, taps * stride, stride=stride)
    x = signal(12, 6)
    with torch.no_grad():
        expected = published(x.transpose(1, 2))[..., : 12 * stride].transpose(1, 2)
    torch.testing.assert_close(in_chunks(Upsampling.read(Published(published), stride), x, chunk), expected)


@pytest.mark.parametrize("chunk", [1, 4, 20])
def test_depthwise_convolution_in_chunks_equals_a_padded_one_at_once(chunk: int) -> None:
    published = nn.Conv1d(6, 6, 7, groups=6)
    x = signal(20, 6)
    with torch.no_grad():
        expected = published(nn.functional.pad(x.transpose(1, 2), (6, 0))).transpose(1, 2)
    torch.testing.assert_close(in_chunks(DepthwiseConv.read(Published(published)), x, chunk), expected)


def test_two_affine_maps_become_one() -> None:
    first, second = nn.Linear(6, 5), nn.Linear(5, 4)
    joined = Affine(second.weight.detach(), second.bias.detach())
    joined.absorb(first.weight.detach(), first.bias.detach())
    x = signal(3, 6)
    torch.testing.assert_close(joined(x), second(first(x)).detach())
