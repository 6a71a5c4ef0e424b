"""Owns the codec's CUDA graphs and its stream: codes in, sound in host memory a little later. Knows no loop.

A step of the decoder is hundreds of small kernels; launched one by one they cost the host more than the card.
Each number of frames in `sizes` has a graph, and other numbers are made of several. All graphs share one
memory pool and one state, run one after another on one stream, and so never meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from .decoder import StreamingDecoder
from .state import DecoderState, SavedState

DEFAULT_SIZES = (1, 2, 4, 8, 12)

Rows = int | list[int] | torch.Tensor | None


@dataclass(frozen=True)
class PendingSound:
    """Sound on its way to the host; any thread may wait for it.

    samples: [B, N] float32, pinned, not to be read before `wait` returned or `is_ready` said yes.
    """

    samples: torch.Tensor
    arrived: torch.cuda.Event

    def is_ready(self) -> bool:
        """Whether `wait` would return at once."""
        return bool(self.arrived.query())  # type: ignore[no-untyped-call]

    def wait(self) -> npt.NDArray[np.float32]:
        """Block until the sound is there; [B, N] float32 in -1..1, owned by the caller."""
        self.arrived.synchronize()
        sound: npt.NDArray[np.float32] = self.samples.numpy().copy()  # pinned memory is scarce: let it go
        return sound


@dataclass(frozen=True)
class _Captured:
    """A graph with its fixed places: codes [B, K, F] to be filled before a replay, sound [B, N] after it."""

    graph: torch.cuda.CUDAGraph
    codes: torch.Tensor
    sound: torch.Tensor


class GraphedDecoder:
    """The decoder for a fixed batch, on a stream of its own. One thread at a time may call it.

    Args:
        decoder: on a CUDA device.
        batch: rows of the state.
        sizes: numbers of frames that get a graph; 1 must be among them.
        tf32: let products round their inputs to 10 bits: faster, about 1e-3 off instead of 1e-6.
    """

    def __init__(
        self,
        decoder: StreamingDecoder,
        batch: int = 1,
        sizes: Sequence[int] = DEFAULT_SIZES,
        *,
        tf32: bool = False,
    ) -> None:
        if 1 not in sizes:
            raise ValueError("sizes must hold 1, or some numbers of frames could not be made")
        self._decoder = decoder
        self._sizes = sorted(sizes, reverse=True)
        self._tf32 = tf32
        self._state = decoder.new_state(batch)
        self._stream = torch.cuda.Stream(decoder.device)  # type: ignore[no-untyped-call]
        self._stream.wait_stream(torch.cuda.current_stream(decoder.device))
        self._pool = torch.cuda.graph_pool_handle()
        self._graphs: dict[int, _Captured] = {}

    @property
    def stream(self) -> torch.cuda.Stream:
        """Where everything here runs."""
        return self._stream

    def warm_up(self) -> None:
        """Capture every size now instead of at its first use; returns when the card is done."""
        for size in self._sizes:
            self._captured(size)
        self._stream.synchronize()

    def submit(self, codes: torch.Tensor, after: torch.cuda.Event | None = None) -> PendingSound:
        """Decode the next frames of all rows; returns at once, nothing is waited for on the host.

        Args:
            codes: [B, K, F] integers on the device, F >= 1; not to be overwritten before the sound arrived.
            after: recorded when the codes are complete; None: they are complete in the current stream's order.
        """
        if after is None:
            self._stream.wait_stream(torch.cuda.current_stream(codes.device))
        else:
            self._stream.wait_event(after)
        frames, samples = codes.shape[2], self._decoder.samples_per_frame
        host = torch.empty((codes.shape[0], frames * samples), pin_memory=True)
        arrived = torch.cuda.Event()  # type: ignore[no-untyped-call]
        codes.record_stream(self._stream)
        with torch.no_grad(), torch.cuda.stream(self._stream):
            for begin, end in self._pieces(frames):
                captured = self._captured(end - begin)
                captured.codes.copy_(codes[:, :, begin:end])
                captured.graph.replay()
                host[:, begin * samples : end * samples].copy_(captured.sound, non_blocking=True)
            arrived.record(self._stream)
        return PendingSound(host, arrived)

    def prime(self, codes: torch.Tensor) -> None:
        """Decode frames [B, K, F] whose sound nobody hears, such as a voice's reference."""
        self.submit(codes)

    def reset(self, rows: Rows = None) -> None:
        """Back to silence, all rows or some, after what was submitted and before what will be."""
        with self._ordered():
            self._state.reset(rows)

    def save(self, row: int = 0) -> SavedState:
        """Copy what one row remembers after what was submitted."""
        with self._ordered():
            return self._state.save(row)

    def restore(self, saved: SavedState, rows: Rows = None) -> None:
        """Let all rows or some go on from what was saved."""
        with self._ordered():
            self._state.restore(saved, rows)

    @contextmanager
    def _ordered(self) -> Iterator[None]:
        current = torch.cuda.current_stream(self._decoder.device)
        self._stream.wait_stream(current)
        with torch.cuda.stream(self._stream):
            yield
        current.wait_stream(self._stream)

    def _pieces(self, frames: int) -> Iterator[tuple[int, int]]:
        begin = 0
        while begin < frames:
            size = next(size for size in self._sizes if size <= frames - begin)
            yield begin, begin + size
            begin += size

    def _captured(self, size: int) -> _Captured:
        if size not in self._graphs:
            with torch.cuda.device(self._decoder.device), torch.no_grad(), _products_in(tf32=self._tf32):
                self._graphs[size] = self._capture(size)
        return self._graphs[size]

    def _capture(self, size: int) -> _Captured:
        state, decoder = self._state, self._decoder
        with torch.cuda.stream(self._stream):
            codes = torch.zeros(
                (state.batch, decoder.config.num_quantizers, size), dtype=torch.int64, device=decoder.device
            )
            remembered = state.storage.clone(), state.frames.clone()
            for _ in range(2):  # kernels are loaded and compiled here, which a capture does not allow
                decoder.step(codes, state)
            _put_back(state, *remembered)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self._pool, stream=self._stream, capture_error_mode="thread_local"):
            sound = decoder.step(codes, state)
        return _Captured(graph, codes, sound)


def _put_back(state: DecoderState, storage: torch.Tensor, frames: torch.Tensor) -> None:
    state.storage.copy_(storage)
    state.frames.copy_(frames)


@contextmanager
def _products_in(*, tf32: bool) -> Iterator[None]:
    """Captured products keep the precision that is set while they are captured."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("high" if tf32 else "highest")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)
