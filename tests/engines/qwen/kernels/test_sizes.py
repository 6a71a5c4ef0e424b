"""Which frame kernel a model and a card get."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
import torch

from qwentts_desktop.engines.qwen.kernels.sizes import FrameSizes, sizes_for
from qwentts_desktop.errors import EngineUnavailableError
from tests.engines.qwen.kernels.models import SIZES

DEVICE = torch.device("cuda", 0)


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    properties = SimpleNamespace(
        name="A card", major=8, minor=9, multi_processor_count=128, shared_memory_per_block_optin=101_376
    )
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda device: properties)
    return properties


def sizes(batch: int = 1, name: str = "0.6b") -> FrameSizes:
    return sizes_for(*SIZES[name], batch, DEVICE)


@pytest.mark.parametrize(("processors", "blocks"), [(132, 128), (128, 128), (82, 82), (28, 28), (170, 170)])
def test_a_block_runs_on_each_processor_or_on_the_power_of_two_just_below(
    card: SimpleNamespace, processors: int, blocks: int
) -> None:
    card.multi_processor_count = processors
    assert sizes().blocks == blocks


def test_a_tiny_model_gets_no_more_blocks_than_it_has_rows_for(card: SimpleNamespace) -> None:
    assert sizes(name="tiny").blocks == 128 // 8


def test_a_card_with_little_shared_memory_fetches_smaller_chunks(card: SimpleNamespace) -> None:
    small = sizes().chunk_bytes
    card.shared_memory_per_block_optin = 232_448
    assert small < sizes().chunk_bytes


def test_products_meet_at_most_eight_columns(card: SimpleNamespace) -> None:
    assert [sizes(batch).columns for batch in (1, 2, 4, 8)] == [2, 4, 8, 8]


def test_an_old_card_is_refused_by_name(card: SimpleNamespace) -> None:
    card.major, card.minor, card.name = 7, 5, "GeForce RTX 2080"
    with pytest.raises(EngineUnavailableError, match="GeForce RTX 2080"):
        sizes()


@pytest.mark.parametrize("batch", [3, 16])
def test_other_batch_sizes_are_refused(card: SimpleNamespace, batch: int) -> None:
    with pytest.raises(EngineUnavailableError, match="plain engine"):
        sizes(batch)


@pytest.mark.parametrize(
    "change", [{"head_size": 96}, {"vocabulary": 3000}, {"norm_eps": 1e-5}, {"feed_forward": 1100}]
)
def test_other_models_are_refused(card: SimpleNamespace, change: dict[str, float]) -> None:
    talker, predictor = SIZES["0.6b"]
    with pytest.raises(EngineUnavailableError, match="plain engine"):
        sizes_for(replace(talker, **change), predictor, 1, DEVICE)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", ["0.6b", "1.7b"])
def test_rows_of_int8_divide_into_chunks(card: SimpleNamespace, size: str) -> None:
    card.shared_memory_per_block_optin = 232_448
    int8 = sizes_for(*SIZES[size], 1, DEVICE, int8=True)
    for stack in (int8.talker, int8.predictor):
        for row in (stack.width, stack.feed_forward, stack.heads * stack.head_size):
            assert row % int8.chunk_bytes == 0
    assert dict(int8.macros())["WEIGHTS_INT8"] == "1"
    assert "WEIGHTS_INT8" not in dict(sizes(name=size).macros())


def test_int8_rows_that_do_not_fill_a_unit_are_refused(card: SimpleNamespace) -> None:
    talker, predictor = SIZES["tiny"]
    narrow = replace(talker, feed_forward=96)
    sizes_for(narrow, predictor, 1, DEVICE)
    with pytest.raises(EngineUnavailableError, match="plain engine"):
        sizes_for(narrow, predictor, 1, DEVICE, int8=True)


def test_every_size_reaches_the_compiler_once(card: SimpleNamespace) -> None:
    names = [name for name, _ in sizes().macros()]
    assert len(names) == len(set(names))
    assert dict(sizes(name="1.7b").macros())["TALKER_WIDTH"] == "2048"
