"""Weights of eight bits: how close they are, how much they take, and what they change."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional

from qwentts_desktop.engines.qwen.checkpoint import QwenModel, load_model
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.frame_bytes import frame_bytes
from qwentts_desktop.engines.qwen.model.product import Product
from qwentts_desktop.engines.qwen.model.quantised import (
    QuantisedProduct,
    quantise,
    quantise_products,
)
from tests.engines.qwen.conftest import CheckpointMaker
from tests.engines.qwen.kernels.models import KINDS, config_of, random_model, started

CPU = torch.device("cpu")
SLOTS = 64


def random_weight(rows: int, width: int, dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    return torch.randn(rows, width, generator=torch.Generator().manual_seed(seed)).to(dtype)


def product(rows: int, width: int, dtype: torch.dtype, *, bias: bool = False) -> Product:
    made = Product(width, rows, bias=bias, dtype=dtype)
    made.weight.data.copy_(random_weight(rows, width, dtype))
    if bias:
        made.bias.data.copy_(random_weight(1, rows, dtype, 1)[0])
    return made.requires_grad_(False)


def relative(a: torch.Tensor, b: torch.Tensor) -> float:
    return float((a.double() - b.double()).norm() / b.double().norm())


@settings(deadline=None, max_examples=30)
@given(
    rows=st.sampled_from((1, 5, 1024, 1100)), width=st.integers(1, 40), seed=st.integers(0, 99),
    exponent=st.integers(-12, 12), dtype=st.sampled_from((torch.float32, torch.bfloat16)),
)  # fmt: skip
def test_no_weight_is_off_by_more_than_half_a_step_of_its_row(
    rows: int, width: int, seed: int, exponent: int, dtype: torch.dtype
) -> None:
    weight = random_weight(rows, width, dtype, seed) * 2.0**exponent
    integers, scale = quantise(weight)
    assert (integers.dtype, scale.dtype, scale.shape) == (torch.int8, torch.float32, (rows,))
    assert int(integers.abs().amax()) == 127, "the largest of a row uses the whole range"
    error = (integers.float() * scale[:, None] - weight.float()).abs().amax(1)
    assert bool((error <= scale * 0.5001).all())


def test_a_row_of_zeros_stays_zero() -> None:
    integers, scale = quantise(torch.zeros(2, 8))
    assert not integers.any()
    assert bool(scale.isfinite().all())


@pytest.mark.parametrize("bias", [False, True])
def test_the_product_is_that_of_the_integers_scaled(bias: bool) -> None:
    plain = product(48, 64, torch.float32, bias=bias)
    quantised = QuantisedProduct.of(plain)
    inputs = random_weight(3, 64, torch.float32, 2)
    weight = quantised.weight.float() * quantised.scale[:, None]
    torch.testing.assert_close(quantised(inputs), functional.linear(inputs, weight, plain.bias))
    assert 1e-4 < relative(quantised(inputs), plain(inputs)) < 1e-2


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_adding_and_taking_a_part_agree_with_the_product(dtype: torch.dtype) -> None:
    tolerance = {"rtol": 2e-2, "atol": 2e-2} if dtype is torch.bfloat16 else {"rtol": 1e-5, "atol": 1e-5}
    inputs = random_weight(3, 64, dtype, 2) / 8
    for made in (product(48, 64, dtype), QuantisedProduct.of(product(48, 64, dtype))):
        x = random_weight(3, 48, dtype, 4)
        expected = x.float() + made(inputs).float()
        made.add_to(x, inputs)
        torch.testing.assert_close(x.float(), expected, **tolerance)
        torch.testing.assert_close(made.part(inputs, 16, 8), made(inputs)[:, 16:24], **tolerance)
        assert x.dtype is dtype


def test_products_as_published_are_what_plain_linear_layers_compute_bit_for_bit() -> None:
    plain = product(48, 64, torch.float32)
    inputs, x = random_weight(3, 64, torch.float32, 2), random_weight(3, 48, torch.float32, 4)
    assert torch.equal(plain(inputs), functional.linear(inputs, plain.weight))
    assert torch.equal(plain.part(inputs, 8, 16), functional.linear(inputs, plain.weight[8:24]))
    expected = x.clone().addmm_(inputs, plain.weight.t())
    plain.add_to(x, inputs)
    assert torch.equal(x, expected)


@pytest.fixture(scope="module")
def folder(checkpoint: CheckpointMaker) -> Path:
    return checkpoint("base", "wide")


@pytest.fixture(scope="module")
def model(folder: Path) -> QwenModel:
    return load_model(folder, CPU, torch.float32, SLOTS, int8=True)


def test_loading_makes_the_integers_from_the_published_values(folder: Path, model: QwenModel) -> None:
    published = load_model(folder, CPU, torch.float32, SLOTS)
    quantise_products(published.talker)
    quantise_products(published.predictor)
    for ours, theirs in ((model.talker, published.talker), (model.predictor, published.predictor)):
        expected = dict(theirs.named_parameters())
        for name, parameter in ours.named_parameters():
            assert torch.equal(parameter, expected[name]), name
            assert not parameter.requires_grad


def test_only_what_every_frame_reads_becomes_integers(model: QwenModel) -> None:
    names = {
        n
        for part in (model.talker, model.predictor)
        for n, p in part.named_parameters()
        if p.dtype is torch.int8
    }
    kinds = {name.split(".", 2)[-1] if name.startswith("layers") else name for name in names}
    products = ("qkv", "o", "gate_up", "down", "head", "code_heads", "input_projection")
    assert kinds == {f"{product}.weight" for product in products}
    assert model.is_int8
    assert model.talker.dtype is torch.float32


def test_nothing_is_held_twice(folder: Path, model: QwenModel) -> None:
    published = load_model(folder, CPU, torch.float32, SLOTS)
    assert not published.is_int8
    parts = (published.talker, published.predictor)
    products = [m for part in parts for m in part.modules() if isinstance(m, Product)]
    saved = sum(4 * p.weight.numel() - p.weight.numel() - 4 * len(p.weight) for p in products)
    assert model.weight_bytes == published.weight_bytes - saved


@pytest.mark.parametrize("size", ["tiny", "wide"])
def test_a_frame_reads_the_matrices_as_often_as_it_multiplies_by_them(size: str) -> None:
    for int8 in (False, True):
        model = random_model(size, torch.float32, SLOTS, "cpu", int8=int8)
        read = 0

        def count(module: torch.nn.Module, *_: object) -> None:
            nonlocal read
            read += sum(p.nbytes for n, p in module.named_parameters(recurse=False) if n != "bias")

        heads, projection = model.predictor.code_heads, model.predictor.input_projection
        once = [model.talker.head, *([projection] if projection else [])]
        for module in once:
            count(module)
        count(heads)  # a fifteenth of them in each of fifteen steps
        for stack, passes in ((model.talker, 1), (model.predictor, 15)):
            for _ in range(passes):
                for layer in stack.layers:
                    for name in ("qkv", "o", "gate_up", "down"):
                        count(layer.get_submodule(name))
        assert frame_bytes(model.config, int8=int8, value_bytes=4) == read


def test_int8_halves_what_a_frame_of_the_published_sizes_reads() -> None:
    for size, gigabytes in (("0.6b", 3.31), ("1.7b", 5.26)):
        config = config_of(size)
        full = frame_bytes(config, int8=False)
        assert full / 1e9 == pytest.approx(gigabytes, abs=0.01)
        assert frame_bytes(config, int8=True) / full == pytest.approx(0.5, abs=0.005)


def test_frames_hardly_change(model: QwenModel, folder: Path) -> None:
    """Greedy frames from equal states: most codes are the same, and hidden states are near."""
    published = load_model(folder, CPU, torch.float32, SLOTS)
    options, choice = KINDS["greedy"]
    exact, near = (started(m, 1, SLOTS, 20, options, "cpu") for m in (published, model))
    near.hidden.copy_(exact.hidden)
    for ours, theirs in zip(near.cache.layers, exact.cache.layers, strict=True):
        assert relative(ours, theirs) < 0.05
        ours.copy_(theirs)
    logits = published.talker.head(exact.hidden)
    assert relative(model.talker.head(exact.hidden), logits) < 0.02
    for m, state in ((published, exact), (model, near)):
        make_frame(m, state, FramePlan(SLOTS, choice))
    assert int(near.codes[0, 0]) == int(exact.codes[0, 0])


def test_bf16_frames_of_integers_are_those_of_fp32_but_for_rounding() -> None:
    states = []
    for dtype in (torch.float32, torch.bfloat16):
        model = random_model("wide", torch.bfloat16, SLOTS, "cpu", int8=True)
        if dtype is torch.float32:
            model.talker.float().prepare(SLOTS)
            model.predictor.float().prepare(model.talker.code_embedding)
        state = started(model, 1, SLOTS, 20, KINDS["greedy"][0], "cpu")
        make_frame(model, state, FramePlan(SLOTS, KINDS["greedy"][1]))
        states.append(state)
    exact, rounded = states
    assert int(exact.codes[0, 0]) == int(rounded.codes[0, 0])
    for ours, theirs in zip(rounded.cache.layers, exact.cache.layers, strict=True):
        assert relative(ours[:, :20], theirs[:, :20]) < 0.05
