"""A ring of samples between one writing and one reading thread. No lock: each moves only its own counter."""

from __future__ import annotations

import numpy as np

from qwentts_desktop.speech.chunk import Samples


class RingBuffer:
    """Single producer, single consumer.

    Both counters only grow, so that a reader's counter is also the number of samples that it ever took. An
    attribute is replaced in one step under the interpreter's lock, and each is written by one side only.

    Args:
        capacity: samples that fit.
    """

    def __init__(self, capacity: int) -> None:
        if capacity <= 0:
            raise ValueError("a ring needs room for at least one sample")
        self._samples: Samples = np.zeros(capacity, np.float32)
        self._capacity = capacity
        self._written = 0
        self._taken = 0

    @property
    def capacity(self) -> int:
        """Samples that fit."""
        return self._capacity

    @property
    def written(self) -> int:
        """Samples ever written."""
        return self._written

    @property
    def taken(self) -> int:
        """Samples ever read."""
        return self._taken

    @property
    def available(self) -> int:
        """Samples waiting to be read."""
        return self._written - self._taken

    @property
    def free(self) -> int:
        """Samples that can be written now."""
        return self._capacity - self.available

    def write(self, samples: Samples) -> int:
        """Copy in what fits of [N] samples and return how many; the writing thread only."""
        count = min(len(samples), self.free)
        start = self._written % self._capacity
        first = min(count, self._capacity - start)
        self._samples[start : start + first] = samples[:first]
        self._samples[: count - first] = samples[first:count]
        self._written += count
        return count

    def read_into(self, out: Samples) -> int:
        """Copy out up to N samples into `out` [N] and return how many; the reading thread only."""
        count = min(len(out), self.available)
        start = self._taken % self._capacity
        first = min(count, self._capacity - start)
        out[:first] = self._samples[start : start + first]
        out[first:count] = self._samples[: count - first]
        self._taken += count
        return count
