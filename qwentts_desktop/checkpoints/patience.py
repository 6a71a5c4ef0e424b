"""How long trouble is borne: waits between attempts, and gives up with a sentence. Knows no network."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.hub_failures import TemporaryError
from qwentts_desktop.checkpoints.progress import Phase, ProgressMeter
from qwentts_desktop.errors import DownloadError


@dataclass(frozen=True)
class TimeLimits:
    """Seconds.

    Attributes:
        connect_s: for a connection to come about.
        read_s: for the next bytes, or for an answer.
        patience_s: from the last byte that arrived until the user is told that it does not go on.
        first_wait_s: between the first two attempts; doubled each time.
    """

    connect_s: float = 5.0
    read_s: float = 8.0
    patience_s: float = 20.0
    first_wait_s: float = 0.5


class Patience:
    """The patience of one download; used by its thread."""

    def __init__(
        self,
        limits: TimeLimits,
        control: DownloadControl,
        meter: ProgressMeter,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = limits
        self._control = control
        self._meter = meter
        self._clock = clock
        self._good_at = clock()
        self._attempts = 0

    @property
    def read_s(self) -> float:
        """How long the next answer may take."""
        left = self._good_at + self._limits.patience_s - self._clock()
        return min(self._limits.read_s, max(left, 0.1))

    def restore(self) -> None:
        """Something arrived."""
        self._good_at = self._clock()
        self._attempts = 0

    def rest(self) -> None:
        """Wait out a pause, which costs no patience; raises DownloadCancelledError."""
        self._control.check()
        if self._control.is_paused:
            self._meter.enter(Phase.PAUSED)
            self._control.wait_while_paused()
            self.restore()

    def bear(self, error: TemporaryError) -> None:
        """Wait until the next attempt.

        Raises:
            DownloadError: it has been borne long enough.
            DownloadCancelledError: cancelled meanwhile.
        """
        self._control.check()
        if self._control.is_paused:
            return
        wait_s = error.retry_after_s or self._limits.first_wait_s * 2 ** min(self._attempts, 4)
        self._attempts += 1
        if self._clock() + wait_s > self._good_at + self._limits.patience_s:
            raise DownloadError(_given_up(error), detail=type(error.__cause__ or error).__name__)
        self._meter.enter(Phase.WAITING, note=f"{_capital(error.reason)}. Trying again.")
        self._control.wait(wait_s)


def _given_up(error: TemporaryError) -> str:
    if error.retry_after_s:
        minutes = max(round(error.retry_after_s / 60), 1)
        when = f"in about {minutes} minute{'s' if minutes > 1 else ''}"
        return f"{_capital(error.reason)}. Try again {when}: what has arrived is kept."
    return (
        f"The download does not go on: {error.reason}. Check the network and try again: "
        "what has arrived is kept."
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
