"""Owns CUDA graphs: work recorded once and replayed with one call. Knows nothing of what the work means.

Rules that a capture must keep, each learned from a failure: everything that the work reads or writes has a
fixed address; the work ran once before, so that libraries and kernels are loaded; the right device is
current; errors count for this thread only, since other threads may use the card meanwhile; graphs that are
replayed one after another share one pool of memory and one stream to be recorded on, and no others may have
that stream (see streams.py).
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.decoding.streams import StreamPool, streams_of
from qwentts_desktop.errors import EngineError

_LOG = logging.getLogger(__name__)


class GraphCaptureError(EngineError):
    """A graph could not be recorded; the plain step still works."""


class GraphBook:
    """Graphs of one device by key, replayed one after another, destroyed together. One thread at a time.

    Whoever lets a book go has waited until nothing of it runs any more.
    """

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._pool: Any = None
        self._stream: torch.cuda.Stream | None = None
        self._graphs: dict[Hashable, torch.cuda.CUDAGraph] = {}
        self._has_failed = False

    def __contains__(self, key: Hashable) -> bool:
        return key in self._graphs

    def capture(self, key: Hashable, work: Callable[[], None]) -> None:
        """Run `work` twice to warm up, then record it under `key`.

        Raises:
            GraphCaptureError: with the cause as detail.
            torch.OutOfMemoryError: the card is full, which no other way of working would change.
        """
        try:
            with torch.cuda.device(self._device):
                stream = self._recording_stream()
                self._warm_up(stream, work)
                self._pool = self._pool or torch.cuda.graph_pool_handle()
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph, self._pool, stream, capture_error_mode="thread_local"):
                    work()
        except torch.OutOfMemoryError:
            raise
        except RuntimeError as error:
            raise GraphCaptureError(
                "The card cannot record its work as a graph; it speaks step by step, which is slower.",
                detail=str(error),
            ) from error
        self._graphs[key] = graph

    def try_capture(self, key: Hashable, work: Callable[[], None]) -> bool:
        """Record unless that failed before; where it is False, the work has to be called instead."""
        if not self._has_failed:
            try:
                self.capture(key, work)
            except GraphCaptureError as error:
                _LOG.warning("work is not recorded: %s", error.detail)
                self._has_failed = True
        return not self._has_failed

    def replay(self, key: Hashable) -> None:
        """Queue the recorded work on the current stream."""
        self._graphs[key].replay()

    def _recording_stream(self) -> torch.cuda.Stream:
        if self._stream is None:
            streams = streams_of(self._device)
            self._stream = streams.lend()
            weakref.finalize(self, _end, self._graphs, streams, self._stream).atexit = False
        return self._stream

    def _warm_up(self, stream: torch.cuda.Stream, work: Callable[[], None]) -> None:
        """On the stream of the recording, so that its scratch memory is there before and no graph's own."""
        current = torch.cuda.current_stream(self._device)
        stream.wait_stream(current)
        with torch.cuda.stream(stream):
            work()
            work()
        current.wait_stream(stream)


def _end(
    graphs: dict[Hashable, torch.cuda.CUDAGraph], streams: StreamPool, stream: torch.cuda.Stream
) -> None:
    """Destroy a book's graphs, and only then let others record on its stream."""
    graphs.clear()
    streams.take_back(stream)


class GraphStep:
    """The whole frame in one graph a plan: codebook 0, the predictor, the embedding sums, the talker."""

    name = "CUDA graph"

    def __init__(self, model: QwenModel, state: DecodingState) -> None:
        self._model = model
        self._state = state
        self._graphs = GraphBook(model.talker.device)

    def prepare(self, plans: Iterable[FramePlan]) -> None:
        """Record the graphs that are not there yet."""
        for plan in plans:
            if plan not in self._graphs:
                self._state.rewind()
                self._graphs.capture(plan, lambda plan=plan: make_frame(self._model, self._state, plan))  # type: ignore[misc]

    def run(self, plan: FramePlan) -> None:
        """Replay one frame."""
        self._graphs.replay(plan)

    def check(self) -> None:
        """Nothing to check: an operation that fails raises, if later."""
