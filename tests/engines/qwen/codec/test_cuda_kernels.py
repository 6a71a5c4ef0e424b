from __future__ import annotations

import pytest
import torch

from qwentts_desktop.engines.qwen.codec import plain
from qwentts_desktop.engines.qwen.codec.cuda_kernels import CodecKernels
from qwentts_desktop.engines.qwen.codec.places import find_places, ring_length, rotation_frequencies

pytestmark = pytest.mark.gpu

DEVICE = torch.device("cuda")


@pytest.fixture(scope="module")
def kernels() -> CodecKernels:
    return CodecKernels(DEVICE)


def random(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, device=DEVICE)


@pytest.mark.parametrize("shape", [(1, 1, 8), (2, 37, 96), (1, 4000, 768)])
def test_elementwise_kernels_equal_plain_torch(kernels: CodecKernels, shape: tuple[int, int, int]) -> None:
    x, product = random(*shape), random(*shape)
    bias, constants = random(shape[-1]), random(3, shape[-1])
    pairs = [
        (kernels.snake(product.clone(), constants), plain.snake(product, constants)),
        (kernels.beside(x, product.clone(), bias), plain.beside(x, product, bias)),
        (kernels.gelu(product.clone(), bias), plain.gelu(product, bias)),
        (kernels.gated(product), plain.gated(product)),
    ]
    for ours, expected in pairs:
        torch.testing.assert_close(ours, expected, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize(("taps", "dilation"), [(2, 1), (3, 1), (7, 1), (7, 3), (7, 9)])
@pytest.mark.parametrize("activated", [True, False])
def test_windows_equal_plain_torch_over_many_steps(
    kernels: CodecKernels, taps: int, dilation: int, activated: bool
) -> None:
    constants = random(3, 24) if activated else None
    context = (taps - 1) * dilation
    storage = torch.zeros(2, context * 24 + 40, device=DEVICE)
    ours = storage[:, : context * 24].view(2, context, 24)
    theirs = torch.zeros(2, context, 24, device=DEVICE)
    for length in (dilation, dilation + 1, 100, dilation):
        x = random(2, length, 24)
        expected = plain.windows(x, theirs, taps, dilation, constants)
        torch.testing.assert_close(kernels.windows(x, ours, taps, dilation, constants), expected)
        torch.testing.assert_close(ours, theirs)
    assert storage[:, context * 24 :].abs().max() == 0


@pytest.mark.parametrize("frames", [1, 3, 8, 16])
@pytest.mark.parametrize(("heads", "head_size"), [(2, 16), (16, 64)])
def test_attention_equals_plain_torch_past_the_ring(
    kernels: CodecKernels, frames: int, heads: int, head_size: int
) -> None:
    window = 72
    frequencies = rotation_frequencies(10000.0, head_size, DEVICE)
    ours, theirs = (torch.zeros(2, ring_length(window), 2, heads, head_size, device=DEVICE) for _ in range(2))
    before = torch.tensor([0, 1000], device=DEVICE)
    for _ in range(200 // frames):
        places = find_places(before, frames, frequencies, window)
        qkv = random(2, frames, 3, heads, head_size)
        expected = plain.attend(qkv, theirs, places)
        torch.testing.assert_close(kernels.attend(qkv, ours, places), expected, atol=1e-4, rtol=1e-4)
        torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=1e-5)
        before += frames
