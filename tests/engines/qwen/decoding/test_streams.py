"""Graphs that may run side by side are never recorded on one stream."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import pytest

from qwentts_desktop.engines.qwen.decoding.streams import StreamPool
from qwentts_desktop.errors import EngineError

DEALT_IN_TURN = 32


@dataclass(frozen=True)
class Stream:
    """As torch's: a new object each time, but the same stream again after all others."""

    cuda_stream: int


@pytest.fixture
def pool() -> StreamPool:
    numbers = itertools.cycle(range(DEALT_IN_TURN))
    return StreamPool(lambda: Stream(next(numbers)))  # type: ignore[arg-type, return-value]


def test_no_stream_is_lent_twice_although_torch_deals_them_out_in_turn(pool: StreamPool) -> None:
    lent = {pool.lend().cuda_stream for _ in range(DEALT_IN_TURN)}
    assert len(lent) == DEALT_IN_TURN
    with pytest.raises(EngineError):
        pool.lend()


def test_what_is_given_back_is_lent_first_so_that_scratch_memory_does_not_grow(pool: StreamPool) -> None:
    kept = pool.lend()
    used = set()
    for _ in range(100):
        stream = pool.lend()
        used.add(stream.cuda_stream)
        pool.take_back(stream)
    assert len(used) == 1
    assert kept.cuda_stream not in used
