"""The choice of a torch build, as a table."""

from __future__ import annotations

import pytest

from qwentts_desktop.diagnostics.torch_build import FALLBACK_REQUIREMENT, Card, Machine, choose_torch_build

RTX_2080 = Card("NVIDIA GeForce RTX 2080", (7, 5))
RTX_3060 = Card("NVIDIA GeForce RTX 3060", (8, 6))
RTX_4090 = Card("NVIDIA GeForce RTX 4090", (8, 9))
RTX_5090 = Card("NVIDIA GeForce RTX 5090", (12, 0))
GTX_1080 = Card("NVIDIA GeForce GTX 1080", (6, 1))
TITAN_V = Card("NVIDIA TITAN V", (7, 0))
H200 = Card("NVIDIA H200", (9, 0))
UNKNOWN = Card("NVIDIA GeForce RTX 3060", None)
FUTURE = Card("NVIDIA GeForce RTX 9090", (15, 0))


@pytest.mark.parametrize(
    ("driver_cuda", "cards", "tag"),
    [
        (None, (), "cpu"),
        ((13, 0), (H200,), "cu130"),
        ((13, 2), (RTX_5090,), "cu130"),
        ((13, 0), (RTX_2080,), "cu130"),
        ((12, 9), (RTX_5090,), "cu128"),
        ((12, 8), (RTX_4090,), "cu128"),
        ((12, 7), (RTX_4090,), "cu126"),
        ((12, 6), (RTX_3060,), "cu126"),
        ((12, 5), (RTX_3060,), "cu124"),
        ((12, 4), (RTX_2080,), "cu124"),
        ((13, 0), (TITAN_V,), "cu126"),
        ((13, 0), (GTX_1080, RTX_3060), "cu130"),
        ((12, 8), (RTX_3060, RTX_5090), "cu128"),
    ],
)
def test_the_newest_build_that_driver_and_card_can_run(driver_cuda, cards, tag) -> None:
    build = choose_torch_build(Machine(driver_cuda, cards))
    assert build.tag == tag
    assert build.advice == ""
    assert build.index_url.endswith("/" + tag)


@pytest.mark.parametrize(
    ("driver_cuda", "cards", "words"),
    [
        ((12, 2), (RTX_4090,), ["driver is too old", "12.2", "550"]),
        ((11, 4), (UNKNOWN,), ["driver is too old", "11.4"]),
        ((12, 6), (RTX_5090,), ["RTX 5090", "12.8", "570"]),
        ((13, 0), (GTX_1080,), ["GTX 1080", "too old", "6.1"]),
        ((13, 0), (FUTURE,), ["RTX 9090", "newer than every torch build", "Update"]),
    ],
)
def test_what_cannot_run_gets_the_cpu_build_and_a_remedy(driver_cuda, cards, words) -> None:
    build = choose_torch_build(Machine(driver_cuda, cards))
    assert (build.tag, build.requirement) == ("cpu", FALLBACK_REQUIREMENT)
    assert all(word in build.advice for word in words), build.advice
    assert "system's own voice" in build.advice


def test_a_driver_without_cards_is_no_reason_to_complain() -> None:
    assert choose_torch_build(Machine((12, 8), ())).advice == ""
