"""A ring between two threads."""

from __future__ import annotations

import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.audio.ring import RingBuffer


def test_what_does_not_fit_is_not_taken():
    ring = RingBuffer(4)
    assert ring.write(np.arange(6, dtype=np.float32)) == 4
    assert ring.free == 0
    assert ring.write(np.ones(1, np.float32)) == 0


def test_an_empty_ring_gives_nothing():
    assert RingBuffer(4).read_into(np.ones(3, np.float32)) == 0


def test_a_ring_without_room_is_refused():
    with pytest.raises(ValueError, match="room"):
        RingBuffer(0)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=60), st.integers(1, 8))
def test_samples_come_out_as_they_went_in(steps, capacity):
    ring = RingBuffer(capacity)
    put, got = 0, 0
    for write_count, read_count in steps:
        put += ring.write(np.arange(put, put + write_count, dtype=np.float32))
        out = np.full(read_count, -1, np.float32)
        taken = ring.read_into(out)
        assert np.array_equal(out[:taken], np.arange(got, got + taken))
        assert (out[taken:] == -1).all()
        got += taken
        assert (ring.written, ring.taken, ring.available) == (put, got, put - got)


@pytest.fixture
def threads_switch_often():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("threads_switch_often")
def test_two_threads_need_no_lock():
    ring = RingBuffer(97)
    total = 8_000
    source = np.arange(total, dtype=np.float32)

    def write():
        position = 0
        while position < total:
            position += ring.write(source[position : position + 61])

    writer = threading.Thread(target=write)
    writer.start()
    out = np.zeros(53, np.float32)
    position = 0
    while position < total:
        count = ring.read_into(out)
        assert np.array_equal(out[:count], source[position : position + count])
        position += count
    writer.join()
