"""What is under way, as plain data: queue, job being read, pause, error; the state follows from it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.service.options import ServiceOptions
from qwentts_desktop.service.reading import Reading
from qwentts_desktop.speech.events import State
from qwentts_desktop.speech.job import SpeechJob
from qwentts_desktop.speech.request import SpeechRequest

if TYPE_CHECKING:  # brings libraries for sound files along that only exports need
    from qwentts_desktop.service.export_task import ExportTask


@dataclass
class Board:
    """What is under way. Mutable; guarded by the service's lock.

    Attributes:
        queue: jobs that wait, the next one first; a job stays here until its first sentence is known.
        reading: the job being read.
        exports: texts being kept as files, the one under way first; made while nothing that is read needs the
            engine.
        left: the job read before, from which a jump goes on while nothing newer was asked for.
        is_paused: the user paused.
        is_device_lost: the output device is gone; speech waits.
        is_engine_ready: an engine is loaded; without one what is busy is loading.
        error: the last failure, until the next command.
        last_error: its sentence, kept for the status.
        last_request: for repeating.
        is_closing: quitting; nothing new begins.
        is_asleep: the computer sleeps, or is about to: nothing is made or loaded.
        is_down: the speech thread has seen that, and the engine has given its memory back.
        options, volume, speed: as set.
        latency_ms, rtf: of the last run.
    """

    queue: deque[SpeechJob] = field(default_factory=deque)
    reading: Reading | None = None
    exports: deque[ExportTask] = field(default_factory=deque)
    left: Reading | None = None
    is_paused: bool = False
    is_device_lost: bool = False
    is_engine_ready: bool = False
    error: QwenTTSError | None = None
    last_error: str = ""
    last_request: SpeechRequest | None = None
    is_closing: bool = False
    is_asleep: bool = False
    is_down: bool = False
    options: ServiceOptions = field(default_factory=ServiceOptions)
    volume: float = 1.0
    speed: float = 1.0
    latency_ms: float | None = None
    rtf: float | None = None

    def wake_up(self) -> None:
        """The computer is awake, or somebody asks for speech, which means the same."""
        self.is_asleep = self.is_down = False

    @property
    def is_busy(self) -> bool:
        """Something is being read or waits to be."""
        return self.reading is not None or bool(self.queue)

    @property
    def state(self) -> State:
        """The one state that all this amounts to."""
        if self.error is not None:
            return State.ERROR
        if not self.is_busy:
            return State.IDLE
        if self.is_paused or (self.is_device_lost and self.reading is not None):
            return State.PAUSED
        return State.SPEAKING if self.is_engine_ready else State.LOADING

    @property
    def is_speech_due(self) -> bool:
        """The speech thread has something to do for what is read: to begin it, to split it, to make it."""
        if self.error is not None:
            return False
        reading = self.reading
        if reading is None:
            return bool(self.queue)
        is_split = reading.is_split and not reading.is_split_due
        return not is_split or reading.next_to_make(self.options.ahead_seconds) is not None

    @property
    def next_export(self) -> ExportTask | None:
        """What to do for exports now: clear a cancelled one away, or go on with the first."""
        cancelled = next((task for task in self.exports if task.is_cancelled), None)
        if cancelled is not None or self.is_speech_due:
            return cancelled
        return self.exports[0] if self.exports else None

    def give_way(self) -> None:
        """An export under way lets go of the engine where something that is read needs it."""
        if self.exports and (self.is_closing or self.is_speech_due):
            self.exports[0].interrupt()

    def take_all(self) -> list[SpeechJob]:
        """Empty the board of jobs and cancel them; returns them, the one being read first."""
        jobs = [self.reading.job] if self.reading is not None else []
        jobs += self.queue
        for job in jobs:
            job.cancel.set()
        self.queue.clear()
        self.leave()
        return jobs

    def leave(self) -> None:
        """The job being read is over, however it ended; a jump can take it up again."""
        if self.reading is not None:
            self.reading.cancel_making()
            self.left, self.reading = self.reading, None
        self.is_paused = self.is_paused and bool(self.queue)

    def take_up(self) -> Reading | None:
        """Read the job that was left again; None where none was, or something newer is under way."""
        if self.left is None or self.is_busy or self.is_closing:
            return None
        self.reading, self.left = self.left, None
        self.reading.begin_again()
        return self.reading
