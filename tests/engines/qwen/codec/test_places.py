from __future__ import annotations

import torch

from qwentts_desktop.engines.qwen.codec.places import (
    LONGEST_STEP_FRAMES,
    find_places,
    ring_length,
    rotation_frequencies,
)

CPU = torch.device("cpu")


def places_of(frames_before: list[int], frames: int):  # type: ignore[no-untyped-def]
    return find_places(torch.tensor(frames_before), frames, rotation_frequencies(10000.0, 16, CPU), window=72)


def test_each_row_stands_at_places_of_its_own() -> None:
    places = places_of([0, 100], 2)
    assert (places.mask[:, 0] == 0).sum(-1).tolist() == [[1, 2], [72, 72]]
    assert places.slots.tolist() == [[0, 1], [100 % 88, 101 % 88]]


def test_the_longest_step_overwrites_nothing_that_it_reads() -> None:
    places = places_of([500], LONGEST_STEP_FRAMES)
    seen = places.mask[0, 0] == 0
    oldest_query = set(seen[0].nonzero().flatten().tolist())
    later = set(places.slots[0, 1:].tolist())
    assert len(oldest_query) == 72
    assert not oldest_query & later
    assert ring_length(72) == 88


def test_values_do_not_turn() -> None:
    rotation = places_of([1000], 3).rotation
    torch.testing.assert_close(rotation[:, :, 2], torch.ones_like(rotation[:, :, 2]))
    torch.testing.assert_close(rotation[:, :, 0], rotation[:, :, 1])
