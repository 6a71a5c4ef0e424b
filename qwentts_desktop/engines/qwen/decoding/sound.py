"""Owns the codec while decoding: codes become sound beside the next frames, on a stream of its own.

Chunks of usual sizes are replayed as graphs, one a size; any other size, and what is too long for one step of
the codec, is put together from those. Knows no text and no talker.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.codec.decoder import StreamingDecoder
from qwentts_desktop.engines.qwen.codec.places import LONGEST_STEP_FRAMES
from qwentts_desktop.engines.qwen.codec.state import SavedState
from qwentts_desktop.engines.qwen.config import CODEBOOKS, FRAME_SAMPLES
from qwentts_desktop.engines.qwen.decoding.graph import GraphBook
from qwentts_desktop.engines.qwen.decoding.streams import streams_of
from qwentts_desktop.speech.chunk import Samples


@dataclass(frozen=True, eq=False)
class PendingSound:
    """Sound on its way to the host."""

    host: Tensor
    done: torch.cuda.Event | None

    @property
    def is_there(self) -> bool:
        """Whether `wait` would return at once."""
        return self.done is None or bool(self.done.query())  # type: ignore[no-untyped-call]

    def wait(self) -> Samples:
        """Block until it is there: [B, F * 1920] float32, owned by the caller."""
        if self.done is not None:
            self.done.synchronize()
        samples: Samples = self.host.numpy()
        return samples


class SoundMaker:
    """Decodes B rows side by side, with state, for one speaker of each row after another."""

    def __init__(self, decoder: StreamingDecoder, batch: int) -> None:
        self._decoder = decoder
        self._batch = batch
        self._state = decoder.new_state(batch)
        self._stream = self._lent_stream() if decoder.device.type == "cuda" else None
        self._graphs = GraphBook(decoder.device)
        self._codes: dict[int, Tensor] = {}  # frames -> [B, K, F], read by that size's graph
        self._sound: dict[int, Tensor] = {}  # frames -> [B, F * 1920], written by it

    def prime(self, codes: Tensor) -> SavedState:
        """What the codec remembers after hearing a reference [F, K]; computed once a voice."""
        state = self._decoder.new_state(1)
        self._decoder.decode(codes.t().unsqueeze(0).to(self._decoder.device), state)
        return state.save()

    @torch.no_grad()
    def prepare(self, sizes: Iterable[int]) -> None:
        """Record graphs for chunks of these sizes in frames; between requests only."""
        if self._stream is None:
            return
        for frames in step_sizes(sizes):
            if frames not in self._graphs:
                self._codes[frames] = torch.zeros(
                    (self._batch, CODEBOOKS, frames), dtype=torch.int64, device=self._decoder.device
                )
                self._state.reset()
                self._graphs.try_capture(frames, lambda frames=frames: self._record(frames))  # type: ignore[misc]

    def begin(self, heard: Sequence[SavedState | None]) -> None:
        """Forget all sound before; row b goes on from what it heard, or from silence."""
        if self._stream is not None:
            torch.cuda.current_stream(self._decoder.device).wait_stream(self._stream)
        self._state.reset()
        for row, saved in enumerate(heard):
            if saved is not None:
                self._state.restore(saved, row)

    @torch.no_grad()
    def start(self, codes: Tensor, *, at_once: bool = False) -> PendingSound:
        """Begin to decode codes [B, K, F] that the current stream makes; returns at once on a card.

        Call it before anything else is queued on the current stream: the codec waits for all that is there.

        Args:
            codes: of the next frames.
            at_once: what is queued on the current stream afterwards waits for the sound. Else it is made
                beside that, on what that leaves free of the card: frames take nearly all.
        """
        if self._stream is None:
            return PendingSound(self._decoder.decode(codes, self._state), None)
        current = torch.cuda.current_stream(self._decoder.device)
        self._stream.wait_stream(current)
        with torch.cuda.stream(self._stream):
            host = torch.empty((self._batch, codes.shape[2] * FRAME_SAMPLES), pin_memory=True)
            host.copy_(self._decode(codes), non_blocking=True)
            done = torch.cuda.Event()  # type: ignore[no-untyped-call]
            done.record(self._stream)
        if at_once:
            current.wait_event(done)
        return PendingSound(host, done)

    def _record(self, frames: int) -> None:
        self._sound[frames] = self._decoder.step(self._codes[frames], self._state)

    def _decode(self, codes: Tensor) -> Tensor:
        """[B, K, F] -> [B, F * 1920], good until the next call."""
        frames = codes.shape[2]
        if self._largest_size(frames) == frames:
            return self._step(codes)
        sound = torch.empty((self._batch, frames * FRAME_SAMPLES), device=codes.device)
        for first, last in self._steps(frames):
            sound[:, first * FRAME_SAMPLES : last * FRAME_SAMPLES] = self._step(codes[:, :, first:last])
        return sound

    def _step(self, codes: Tensor) -> Tensor:
        """Decode by the graph of this size, or without one."""
        frames = codes.shape[2]
        if frames not in self._graphs:
            return self._decoder.decode(codes, self._state)
        self._codes[frames].copy_(codes)
        self._graphs.replay(frames)
        return self._sound[frames]

    def _steps(self, frames: int) -> Iterator[tuple[int, int]]:
        """First frame and the one after the last of each step."""
        at = 0
        while at < frames:
            size = self._largest_size(frames - at)
            yield at, at + size
            at += size

    def _largest_size(self, frames: int) -> int:
        """The largest recorded size within `frames`; all of them where none is recorded."""
        return max((size for size in self._codes if size <= frames and size in self._graphs), default=frames)

    def _lent_stream(self) -> torch.cuda.Stream:
        streams = streams_of(self._decoder.device)
        stream = streams.lend()
        weakref.finalize(self, streams.take_back, stream).atexit = False
        return stream


def step_sizes(chunk_sizes: Iterable[int]) -> list[int]:
    """The sizes of the codec's steps, in frames, that chunks of these sizes are made of."""
    sizes = set()
    for chunk in chunk_sizes:
        whole, rest = divmod(chunk, LONGEST_STEP_FRAMES)
        sizes |= {LONGEST_STEP_FRAMES} if whole else set()
        sizes |= {rest} if rest else set()
    return sorted(sizes)
