"""How far a download is, how fast and how long still. Told at most ten times a second."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

_WINDOW_S = 5.0
_INTERVAL_S = 0.1


class Phase(str, Enum):
    """What a download is doing."""

    ASKING = "asking"
    CHECKING = "checking"
    DOWNLOADING = "downloading"
    WAITING = "waiting"
    PAUSED = "paused"
    FINISHING = "finishing"


@dataclass(frozen=True)
class DownloadProgress:
    """One moment of a download, a check or a move.

    Attributes:
        model_id: whose.
        phase: what it is doing.
        file: the file at hand, relative to the model's folder; empty for none.
        done_bytes, total_bytes: of the whole model; the total is 0 until it is known.
        bytes_per_second: over the last seconds; 0 while nothing comes.
        seconds_left: None while it cannot be told.
        note: a sentence while it waits: what went wrong and what happens next; else empty.
    """

    model_id: str
    phase: Phase
    file: str = ""
    done_bytes: int = 0
    total_bytes: int = 0
    bytes_per_second: float = 0.0
    seconds_left: float | None = None
    note: str = ""

    @property
    def fraction(self) -> float:
        """0..1."""
        return min(self.done_bytes / self.total_bytes, 1.0) if self.total_bytes else 0.0


OnProgress = Callable[[DownloadProgress], None]
"""Told how far it is, on the thread that downloads."""


def ignore_progress(progress: DownloadProgress) -> None:
    """Who wants to know nothing."""


class ProgressMeter:
    """Counts bytes and tells the listener; used by one thread.

    Args:
        model_id: whose download it is.
        on_progress: the listener.
        clock: seconds, only ever rising.
    """

    def __init__(
        self, model_id: str, on_progress: OnProgress, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._model_id = model_id
        self._on_progress = on_progress
        self._clock = clock
        self._phase = Phase.ASKING
        self._file = ""
        self._note = ""
        self._done = 0
        self._total = 0
        self._arrived: deque[tuple[float, int]] = deque()
        self._told_at = float("-inf")

    @property
    def done_bytes(self) -> int:
        """Of the whole model."""
        return self._done

    def expect(self, total_bytes: int) -> None:
        """The total is known."""
        self._total = total_bytes

    def enter(self, phase: Phase, file: str = "", note: str = "") -> None:
        """Something else is being done; told at once."""
        if phase is not self._phase and phase is not Phase.WAITING:
            self._arrived.clear()
        self._phase, self._file, self._note = phase, file or self._file, note
        self._tell()

    def arrived(self, count: int) -> None:
        """So many bytes came over the line, or were checked or copied."""
        self._done += count
        self._arrived.append((self._clock(), count))
        self._tell_sometimes()

    def found(self, count: int) -> None:
        """So many bytes were there already; negative where some turned out to be useless."""
        self._done += count
        self._tell_sometimes()

    def _tell_sometimes(self) -> None:
        if self._clock() - self._told_at >= _INTERVAL_S:
            self._tell()

    def _tell(self) -> None:
        self._told_at = self._clock()
        rate = self._rate()
        left = (self._total - self._done) / rate if rate > 0 and self._total else None
        self._on_progress(
            DownloadProgress(
                self._model_id, self._phase, self._file, self._done, self._total, rate, left, self._note
            )
        )

    def _rate(self) -> float:
        now = self._clock()
        while self._arrived and now - self._arrived[0][0] > _WINDOW_S:
            self._arrived.popleft()
        if self._phase is Phase.WAITING or len(self._arrived) < 2:
            return 0.0
        span = max(now - self._arrived[0][0], 0.05)
        return sum(count for _, count in list(self._arrived)[1:]) / span
