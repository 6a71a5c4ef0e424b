"""The noise is exactly what its description says, and looks like noise."""

from __future__ import annotations

import math

import torch

from qwentts_desktop.engines.qwen.decoding.noise import (
    code_offsets,
    frame_keys,
    log_exponential,
    seed_words,
)

CUT = 0xFFFFFFFF


def mix(x: int) -> int:
    x ^= x >> 16
    x = x * 0x7FEB352D & CUT
    x ^= x >> 15
    x = x * 0x846CA68B & CUT
    return x ^ x >> 16


def noise_of(seed: int, frame: int, book: int, code: int) -> float:
    key = mix(mix(mix(16 * frame + book) ^ (seed & CUT)) ^ (seed >> 32 & CUT))
    uniform = (mix(key + code * 0x9E3779B9 & CUT) >> 9) / 2**23 + 1 / 2**24
    return math.log(-math.log(uniform))


def noise(seeds: list[int], frames: int = 3, codes: int = 3072) -> torch.Tensor:
    """[B, frames, K, codes]"""
    keys = frame_keys(torch.tensor([seed_words(seed) for seed in seeds]), frames)
    offsets = code_offsets(codes, torch.device("cpu"))
    return torch.stack([log_exponential(keys[:, frame], offsets) for frame in range(frames)], dim=1)


def test_noise_is_what_the_description_says() -> None:
    seeds = [0, 7, 2**63 - 1, 2**40 + 5]
    made = noise(seeds)
    for row, seed in enumerate(seeds):
        for frame, book, code in ((0, 0, 0), (2, 15, 3071), (1, 7, 2150)):
            assert math.isclose(made[row, frame, book, code], noise_of(seed, frame, book, code), abs_tol=2e-5)


def test_noise_is_finite_and_spread_as_a_gumbel_variable() -> None:
    made = -noise([1, 2], frames=20)
    assert made.isfinite().all()
    assert abs(made.mean() - 0.5772) < 0.01
    assert abs(made.var() - math.pi**2 / 6) < 0.02


def test_neighbours_are_unrelated() -> None:
    made = noise([1, 2], frames=4)
    normal = (made - made.mean()) / made.std()
    for one, other in (
        (normal[0], normal[1]),
        (normal[:, :-1], normal[:, 1:]),
        (normal[:, :, :-1], normal[:, :, 1:]),
        (normal[..., :-1], normal[..., 1:]),
    ):
        assert abs((one * other).mean()) < 0.01


def test_negative_and_huge_seeds_serve() -> None:
    assert seed_words(-1) == (CUT, CUT)
    assert seed_words(2**64 + 3) == (3, 0)
