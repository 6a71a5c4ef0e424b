"""Owns the streams of a card beside the default one, each lent to one holder at a time. Knows no work.

cuBLAS keeps scratch memory for each stream, and a graph recorded on a stream holds the address of that memory
for good. So graphs that may run side by side must not be recorded on the same stream, or their products
overwrite each other's sums; and since torch lets a stream's scratch memory go when any graph recorded there
is destroyed, all graphs of a stream must end together. torch deals its streams out in turn and says nothing
of who has them, and it records all graphs on one of them unless told otherwise.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache

import torch

from qwentts_desktop.errors import EngineError

_STREAMS_OF_TORCH = 32


class StreamPool:
    """Streams of one device; any thread.

    Args:
        deal: gives torch's next stream of that device, which may be one that was dealt before.
    """

    def __init__(self, deal: Callable[[], torch.cuda.Stream]) -> None:
        self._deal = deal
        self._lock = threading.Lock()
        self._free: list[torch.cuda.Stream] = []
        self._known: set[int] = set()

    def lend(self) -> torch.cuda.Stream:
        """A stream that nobody else has, until it is given back.

        Raises:
            EngineError: all are lent.
        """
        with self._lock:
            return self._free.pop() if self._free else self._new()

    def take_back(self, stream: torch.cuda.Stream) -> None:
        """Take a stream whose graphs are gone and whose work is done."""
        with self._lock:
            self._free.append(stream)

    def _new(self) -> torch.cuda.Stream:
        for _ in range(_STREAMS_OF_TORCH):
            stream = self._deal()
            if stream.cuda_stream not in self._known:
                self._known.add(stream.cuda_stream)
                return stream
        raise EngineError("Too many models are loaded on one card. Unload one of them.")


@cache
def streams_of(device: torch.device) -> StreamPool:
    """The pool of a device, one for the whole process since torch's streams are."""
    return StreamPool(lambda: torch.cuda.Stream(device))  # type: ignore[no-untyped-call]
