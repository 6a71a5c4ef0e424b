"""The body of the speech thread: takes jobs, splits them, makes their sentences ahead of what is heard."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from qwentts_desktop.audio.track import Track
from qwentts_desktop.errors import EngineError, QwenTTSError
from qwentts_desktop.service.board import Board
from qwentts_desktop.service.desk import Desk
from qwentts_desktop.service.engine_keeper import EngineKeeper
from qwentts_desktop.service.export import CUT_SHORT
from qwentts_desktop.service.player_port import SpeechPlayer
from qwentts_desktop.service.reading import Making, Reading
from qwentts_desktop.service.splitter import NOTHING_TO_SAY, Splitter
from qwentts_desktop.speech.chunk import AudioChunk, FinishReason
from qwentts_desktop.speech.engine import SpeechEngine
from qwentts_desktop.speech.events import FirstSound, JobStarted, Notice, Problem
from qwentts_desktop.speech.job import SpeechJob
from qwentts_desktop.speech.request import SpeechRequest

if TYPE_CHECKING:
    from qwentts_desktop.service.export_task import ExportTask

_log = logging.getLogger(__name__)
_SPLIT_FIRST_S = 0.003
_SPLIT_S = 0.010
_WARM_UP_AFTER_S = 1.0
_TELL_KNOWN_EVERY_S = 0.25

Work = Callable[[], None]


class SpeechLoop:
    """Does one piece of work after another, each chosen anew from the board: a jump counts at once."""

    def __init__(self, desk: Desk, keeper: EngineKeeper, player: SpeechPlayer, splitter: Splitter) -> None:
        self._desk = desk
        self._keeper = keeper
        self._player = player
        self._splitter = splitter
        self._told_known_at = 0.0

    def run(self) -> None:
        """Work until the board says that we are closing; then the engine's memory is given back."""
        try:
            if not self._desk.wait_until(lambda board: board.is_busy or board.is_closing, _WARM_UP_AFTER_S):
                self._splitter.warm_up()
            while (work := self._next_work()) is not None:
                work()
        finally:
            self._abandon_exports()
            self._keeper.unload()

    def _next_work(self) -> Work | None:
        found: list[Work | None] = []

        def look(board: Board) -> bool:
            work = self._work_on(board)
            if work is not None or board.is_closing:
                found.append(None if board.is_closing else work)
            return bool(found)

        with self._desk.look() as board:
            rest_s = board.options.idle_unload_seconds or None
        if not self._desk.wait_until(look, rest_s if self._keeper.is_loaded else None):
            return self._rest
        return found[0]

    def _work_on(self, board: Board) -> Work | None:
        """The most urgent piece of work. Called under the lock: only looks."""
        if board.is_asleep:
            return None if board.is_down else self._fall_asleep
        if board.next_export is not None:
            return partial(self._export_on, board.next_export)
        reading = board.reading
        if board.error is not None:
            return None
        if reading is None:
            return partial(self._begin, board.queue[0]) if board.queue else None
        if reading.is_split_due:
            return partial(self._split_on, reading, _SPLIT_S)
        index = reading.next_to_make(board.options.ahead_seconds)
        if index is not None:
            return partial(self._make, reading, index)
        return None if reading.is_split else partial(self._split_on, reading, _SPLIT_S)

    def _export_on(self, task: ExportTask) -> None:
        """A few sentences of a file; whatever is to be heard meanwhile interrupts them."""
        task.interruption.clear()
        with self._desk.look() as board:
            if board.is_closing or board.next_export is not task:
                return
            is_nothing_read = board.reading is None
        if is_nothing_read:
            self._keeper.take_new_source()
        task.step(self._keeper)
        if task.status.is_over:
            with self._desk.change() as board:
                board.exports.remove(task)

    def _abandon_exports(self) -> None:
        """Closing: unfinished files leave nothing behind."""
        with self._desk.change() as board:
            tasks = list(board.exports)
            board.exports.clear()
        for task in tasks:
            task.abandon()

    def _fall_asleep(self) -> None:
        """The card may lose its memory while the computer sleeps."""
        self._keeper.unload()
        with self._desk.change() as board:
            board.is_down = board.is_asleep

    def _rest(self) -> None:
        """Nothing was asked for in a long while. Paused text waits, and keeps its engine."""
        with self._desk.look() as board:
            is_busy = board.is_busy
            if not is_busy and board.left is not None:
                board.left.forget_sound()
        if not is_busy:
            _log.info("idle: the engine gives its memory back")
            self._keeper.unload()

    def _begin(self, job: SpeechJob) -> None:
        """Split the first sentence off and let the player wait for its sound."""
        reading = Reading(job, iter(()), Track())
        try:
            self._keeper.take_new_source()
            reading.source = self._splitter.sentences(job.request)
            self._draw(reading, _SPLIT_FIRST_S)
            hint = "" if reading.sentences else self._splitter.hint(job.request) or NOTHING_TO_SAY
            with self._desk.commands:
                if self._enter(reading, hint):
                    self._player.play(reading.track)
                    with self._desk.look() as board:
                        is_paused = board.is_paused
                    if is_paused:
                        self._player.pause()
        except Exception as error:  # an outer edge: the speech thread outlives every job
            self._fail(job, error)

    def _enter(self, reading: Reading, hint: str) -> bool:
        """Put the job on the board; False where it was cancelled meanwhile or, as hinted, is silent."""
        job = reading.job
        with self._desk.change() as board:
            if job.cancel.is_set():
                return False
            board.queue.remove(job)
            if not reading.sentences:
                board.is_paused = board.is_paused and bool(board.queue)
                self._desk.note(Notice(hint))
                self._desk.note_finished(job, None)
                return False
            board.reading = reading
            if job.first_sentence > 0:
                reading.wanted = job.first_sentence
                reading.is_split_due = True
            self._desk.note(JobStarted(job.id, len(reading.sentences)))
            return True

    def _draw(self, reading: Reading, budget_s: float) -> None:
        """Take sentences from the text: at least one, then until the time is up."""
        until = time.monotonic() + budget_s
        while not reading.is_split:
            sentence = next(reading.source, None)
            with self._desk.look():
                if sentence is None:
                    reading.end_of_text()
                else:
                    reading.add(sentence)
            if time.monotonic() >= until:
                return

    def _split_on(self, reading: Reading, budget_s: float) -> None:
        try:
            self._draw(reading, budget_s)
            reading.is_split_due = reading.wanted is not None and not reading.is_split
            hint = self._splitter.hint(reading.job.request) if reading.is_split else ""
        except Exception as error:  # an outer edge
            self._fail(reading.job, error)
            return
        if reading.is_split or time.monotonic() - self._told_known_at >= _TELL_KNOWN_EVERY_S:
            self._told_known_at = time.monotonic()
            self._desk.tell(JobStarted(reading.job.id, len(reading.sentences)))
        if hint:
            self._desk.tell(Notice(hint))
        self._reach_wanted(reading)

    def _reach_wanted(self, reading: Reading) -> None:
        """Go to a sentence that was asked for before it was known; past the end, the job is over."""
        with self._desk.commands:
            with self._desk.change() as board:
                if board.reading is not reading or reading.wanted is None:
                    return
                target = reading.wanted
                if target < len(reading.sentences):
                    reading.move_to(target)
                elif reading.is_split:
                    reading.wanted = None
                    target = len(reading.sentences) - 1
                    reading.move_to(target)
                else:
                    return
            self._player.seek(target)

    def _make(self, reading: Reading, index: int) -> None:
        """Make one sentence; leaves early on a jump, a stop or a newer job."""
        job = reading.job
        try:
            request = reading.request_of(index)
            engine = self._keeper.ready(request, job.cancel)
            if engine is None:
                self._drop_if_load_was_cancelled(reading, job)
                return
            making = Making(index, threading.Event())
            with self._desk.change() as board:
                is_wanted = board.reading is reading and index == reading.next_to_make(math.inf)
                if board.is_asleep or not is_wanted or request.voice != reading.request_of(index).voice:
                    return
                reading.making = making
            self._speak(engine, request, reading, making)
        except Exception as error:  # an outer edge
            reading.track.reset(index)
            self._fail(job, error)
        finally:
            with self._desk.look():
                reading.making = None

    def _speak(self, engine: SpeechEngine, request: SpeechRequest, reading: Reading, making: Making) -> None:
        began, sound_s, reason = time.monotonic(), 0.0, None
        for chunk in self._keeper.stream(engine, request, making.cancel):
            if making.cancel.is_set():
                break
            reading.track.append(making.index, chunk.samples, chunk.sample_rate_hz)
            sound_s += len(chunk.samples) / chunk.sample_rate_hz
            reason = chunk.finish_reason
            self._note_first_sound(reading, chunk)
        with self._desk.change() as board:
            if making.cancel.is_set():
                reading.track.reset(making.index)
                return
            reading.track.complete(making.index)
            reading.note_made(making.index, sound_s, time.monotonic() - began)
            if reason not in (None, FinishReason.END_OF_SPEECH, reading.worst):
                reading.worst = reason
                self._desk.note(Notice(CUT_SHORT))
            if reading.making_s > 0:
                board.rtf = reading.made_s / reading.making_s

    def _note_first_sound(self, reading: Reading, chunk: AudioChunk) -> None:
        if reading.has_sounded or not len(chunk.samples):
            return
        latency_ms = (time.perf_counter_ns() - reading.job.origin_ns) / 1e6
        with self._desk.change() as board:
            reading.has_sounded = True
            board.latency_ms = latency_ms
            self._desk.note(FirstSound(reading.job.id, latency_ms))

    def _drop_if_load_was_cancelled(self, reading: Reading, job: SpeechJob) -> None:
        with self._desk.change() as board:
            if board.reading is reading and not job.cancel.is_set() and not board.is_asleep:
                board.leave()
                self._desk.note_finished(job, FinishReason.CANCELLED)

    def _fail(self, job: SpeechJob, error: Exception) -> None:
        """Silence, error state, a sentence for the user; texts that wait stay for the next command."""
        shown = _shown(error)
        with self._desk.commands:
            if job.cancel.is_set():
                _log.info("a cancelled job failed on its way out: %s", type(error).__name__)
                return
            self._player.stop()
            with self._desk.change() as board:
                job.cancel.set()
                board.leave()
                if job in board.queue:
                    board.queue.remove(job)
                board.is_paused = False
                board.error, board.last_error = shown, shown.message
                self._desk.note(Problem(shown))
                self._desk.note_finished(job, None)


def _shown(error: Exception) -> QwenTTSError:
    """The error as the user meets it; the log has the cause."""
    if isinstance(error, QwenTTSError):
        _log.error("speech failed: %s (%s)", error.message, error.detail)
        return error
    _log.error("speech failed unexpectedly", exc_info=error)
    return EngineError("Speech failed unexpectedly. Try again; the log has the cause.", detail=repr(error))
