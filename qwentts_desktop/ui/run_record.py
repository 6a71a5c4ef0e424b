"""How long the last texts took to be heard and how fast their sound was made. Numbers only, no text."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.speech.events import FirstSound, JobFinished
from qwentts_desktop.ui.bridge import SpeechBridge

KEPT_RUNS = 24


@dataclass(frozen=True)
class Run:
    """One text that was read.

    Attributes:
        latency_ms: from the key press to the first sound; None where nothing was heard.
        rtf: seconds of sound made in a second; None where it is not known.
    """

    latency_ms: float | None
    rtf: float | None


class RunRecord(QObject):
    """Keeps the last runs, the newest last. GUI thread.

    Args:
        bridge: where events come from.
        last_rtf: the speed of the run that has just ended, None for none; returns at once.
    """

    changed = Signal(object)
    """tuple of `Run`"""

    def __init__(
        self, bridge: SpeechBridge, last_rtf: Callable[[], float | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._last_rtf = last_rtf
        self._latencies: dict[int, float] = {}
        self._runs: deque[Run] = deque(maxlen=KEPT_RUNS)
        bridge.first_sound.connect(self.on_first_sound)
        bridge.job_finished.connect(self.on_job_finished)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The last runs, the newest last."""
        return tuple(self._runs)

    def on_first_sound(self, event: FirstSound) -> None:
        """A text is heard; one that is read again from kept sound says nothing about the engine."""
        self._latencies.setdefault(event.job_id, event.latency_ms)

    def on_job_finished(self, event: JobFinished) -> None:
        """A text is over."""
        latency_ms = self._latencies.pop(event.job_id, None)
        if latency_ms is not None:
            self._runs.append(Run(latency_ms, self._last_rtf()))
            self.changed.emit(self.runs)
