"""The speech service as everybody else sees it: commands from any thread, a body for the speech thread.

No Qt, no torch, no device. Commands return at once; what they set off is told to listeners.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from qwentts_desktop.audio.events import PlayerEvent
from qwentts_desktop.errors import AudioError, CardLostError
from qwentts_desktop.service.board import Board
from qwentts_desktop.service.desk import Desk
from qwentts_desktop.service.engine_keeper import EngineKeeper
from qwentts_desktop.service.engine_source import EngineSource
from qwentts_desktop.service.options import ServiceOptions
from qwentts_desktop.service.player_listener import PlayerListener
from qwentts_desktop.service.player_port import SpeechPlayer
from qwentts_desktop.service.reading import Reading
from qwentts_desktop.service.sound_playback import MadeSound, SoundPlayback, whole_sound
from qwentts_desktop.service.speech_loop import SpeechLoop
from qwentts_desktop.service.splitter import Splitter, TextSplitter
from qwentts_desktop.service.status import SentenceSpan, ServiceStatus, words_of
from qwentts_desktop.service.unfinished import Unfinished, UnfinishedText
from qwentts_desktop.speech.chunk import FinishReason, Samples
from qwentts_desktop.speech.events import JobStarted, Listener, Notice, Problem
from qwentts_desktop.speech.job import SpeechJob
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import Voice

if TYPE_CHECKING:
    from qwentts_desktop.service.export_order import ExportOrder
    from qwentts_desktop.service.export_task import ExportTask, OnStatus

Action = Callable[[], None]


class SpeechService:
    """Reads texts aloud. Any command may be given in any state from any thread.

    Args:
        engines: decides which engine speaks.
        player: plays; owned from now on, closed by `close`. Its events go to `on_player_event`.
        options: see `ServiceOptions`.
        splitter: how a text becomes sentences; text/'s way by default.
        volume, speed: what the player was made with.
    """

    def __init__(
        self,
        engines: EngineSource,
        player: SpeechPlayer,
        options: ServiceOptions | None = None,
        *,
        splitter: Splitter | None = None,
        volume: float = 1.0,
        speed: float = 1.0,
    ) -> None:
        self._player = player
        self._desk = Desk(Board(options=options or ServiceOptions(), volume=volume, speed=speed))
        self._keeper = EngineKeeper(engines, self._desk.tell, self._set_engine_ready)
        self._splitter = splitter or TextSplitter()
        self._loop = SpeechLoop(self._desk, self._keeper, player, self._splitter)
        self._listen_to_player = PlayerListener(self._desk)
        self._sound: SoundPlayback | None = None
        self._is_running = False
        self._ended = threading.Event()

    # The speech thread

    def run(self) -> None:
        """The body of the speech thread; returns after `close`. Call it once."""
        self._is_running = True
        try:
            self._loop.run()
        finally:
            self._ended.set()

    def close(self, timeout_s: float = 2.0) -> bool:
        """Silence at once, then wait for the speech thread; True where it ended in time."""
        began = time.monotonic()
        with self._desk.commands:
            with self._desk.look() as board:
                board.is_closing = True
            self._drop_all()
            self._keeper.cancel_load()
        self._player.close()
        return not self._is_running or self._ended.wait(max(0.0, timeout_s - (time.monotonic() - began)))

    # Texts

    def submit(
        self,
        request: SpeechRequest,
        *,
        origin_ns: int | None = None,
        is_interrupting: bool | None = None,
        first_sentence: int = 0,
    ) -> int:
        """Read a text; returns its job's id.

        Args:
            request: the text and how to speak it.
            origin_ns: `time.perf_counter_ns()` of the key press that latency counts from; now by default.
            is_interrupting: end what is being read, or wait; by the options where None.
            first_sentence: where to begin, counted from 0.
        """
        origin_ns = time.perf_counter_ns() if origin_ns is None else origin_ns
        job = SpeechJob(request, first_sentence=first_sentence, origin_ns=origin_ns)
        with self._desk.commands:
            with self._desk.look() as board:
                interrupts = board.options.is_interrupting if is_interrupting is None else is_interrupting
            if interrupts:
                self._drop_all()
            with self._desk.change() as board:
                board.error = None
                board.wake_up()
                board.last_request = request
                board.left = None
                if board.is_closing:
                    self._desk.note_finished(job, FinishReason.CANCELLED)
                else:
                    board.queue.append(job)
        return job.id

    def repeat_last(self) -> int | None:
        """Read the last text again from its start; None where there is none."""
        with self._desk.look() as board:
            request = board.last_request
        return None if request is None else self.submit(request, is_interrupting=True)

    def stop(self) -> None:
        """Silence within 100 ms; what waits is dropped as well."""
        with self._desk.commands:
            self._drop_all()
            self._keeper.cancel_load()

    def play_sound(self, samples: Samples, sample_rate_hz: int) -> SoundPlayback:
        """Play [N] float32 mono samples as they are, in place of what is being read; `stop` ends it.

        The service stays idle meanwhile, and the next text replaces the sound.
        """
        with self._desk.commands:
            self._drop_all()
            sound = SoundPlayback(samples, sample_rate_hz, self._player.position)
            self._sound = sound
            self._ask_player(lambda: self._player.play(sound.track))
        return sound

    def made_sound(self, job_id: int) -> MadeSound | None:
        """The whole sound of the text being read, or read last; None while some of it is not made."""
        with self._desk.look() as board:
            reading = next((one for one in (board.reading, board.left) if one and one.job.id == job_id), None)
            return None if reading is None or not reading.is_split else whole_sound(reading.track)

    # Pause

    def pause(self) -> None:
        """Fall silent and stay at the sample; nothing where nothing is read."""
        with self._desk.commands:
            if self._is_busy():
                self._ask_player(self._player.pause)
            with self._desk.change() as board:
                board.error = None
                board.is_paused = board.is_busy

    def resume(self) -> None:
        """Go on with the next sample."""
        with self._desk.commands:
            with self._desk.change() as board:
                board.error = None
                board.is_paused = False
                board.wake_up()
            self._ask_player(self._player.resume)

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        with self._desk.commands:
            with self._desk.look() as board:
                is_paused = board.is_paused
            (self.resume if is_paused else self.pause)()

    # Life with the computer and its card

    def sleep(self, timeout_s: float = 3.0) -> bool:
        """The computer goes to sleep: pause, and give the card's memory back; True where that was in time.

        Blocks. Any command that asks for speech ends it, as `wake` does.
        """
        with self._desk.commands:
            if self._is_busy():
                self._ask_player(self._player.pause)
            with self._desk.change() as board:
                board.is_asleep = True
                board.is_paused = board.is_busy
                if board.reading is not None:
                    board.reading.cancel_making()
                for task in board.exports:
                    task.interruption.set()
            self._keeper.cancel_load()
        return self._desk.wait_until(lambda board: board.is_down or not board.is_asleep, timeout_s)

    def wake(self) -> None:
        """The computer is awake again. What was read stays paused: who knows where the user is now."""
        with self._desk.change() as board:
            board.wake_up()
            if board.is_paused and board.is_busy:
                self._desk.note(Notice("The computer slept, so reading is paused. Resume to go on."))

    def unfinished(self) -> Unfinished:
        """What is read and what waits, for a process that takes over."""
        with self._desk.look() as board:
            is_lost = isinstance(board.error, CardLostError)
            reading = board.left if board.reading is None and is_lost else board.reading
            read = [UnfinishedText(reading.job.request, reading.cursor)] if reading is not None else []
            waiting = [UnfinishedText(job.request, job.first_sentence) for job in board.queue]
            return Unfinished((*read, *waiting), board.is_paused)

    def take_over(self, unfinished: Unfinished) -> None:
        """Go on with what another process left."""
        with self._desk.commands:
            for text in unfinished.texts:
                self.submit(text.request, is_interrupting=False, first_sentence=text.sentence)
            if unfinished.is_paused:
                self.pause()

    # Moving about

    def next_sentence(self) -> None:
        """Skip to the next sentence; behind the last one the text is over."""
        self._go(lambda reading: reading.cursor + 1)

    def previous_sentence(self) -> None:
        """Back to the sentence before; in the first one to its start."""
        self._go(lambda reading: reading.cursor - 1)

    def restart_sentence(self) -> None:
        """Start this sentence again."""
        self._go(lambda reading: reading.cursor)

    def jump(self, sentence: int) -> None:
        """Go to a sentence of the text, counted from 0; one behind the end goes to the last."""
        self._go(lambda reading: min(sentence, len(reading.sentences) - 1) if reading.is_split else sentence)

    def jump_to_character(self, character: int) -> None:
        """Go to the sentence that holds this character of the text being read."""
        self._go(lambda reading: reading.index_at(character))

    # Keeping

    def export(self, order: ExportOrder, on_status: OnStatus) -> ExportTask:
        """Keep texts as a sound file, while nothing that is read needs the engine; returns at once.

        Args:
            order: what to make.
            on_status: told each change, on the speech thread.

        Returns:
            the task; its `cancel` and `status` may be used on any thread.
        """
        from qwentts_desktop.service.export_task import ExportTask  # brings libraries for sound files along

        task = ExportTask(order, self._splitter, on_status)
        with self._desk.change() as board:
            if not board.is_closing:
                board.exports.append(task)
                return task
        task.abandon()
        return task

    def drop(self, job_id: int) -> None:
        """Take a text that waits out of the queue; nothing where it waits no more."""
        with self._desk.change() as board:
            for job in [job for job in board.queue if job.id == job_id]:
                job.cancel.set()
                board.queue.remove(job)
                self._desk.note_finished(job, FinishReason.CANCELLED)

    # How it sounds

    def set_voice(self, voice: Voice) -> None:
        """Another voice from the next sentence on; only for the text being read."""
        with self._desk.change() as board:
            if board.reading is not None:
                board.reading.choose_voice(voice)

    def set_volume(self, volume: float) -> None:
        """0..1; values outside are clipped."""
        volume = min(max(volume, 0.0), 1.0)
        with self._desk.look() as board:
            board.volume = volume
        self._ask_player(lambda: self._player.set_volume(volume))

    def set_speed(self, speed: float) -> None:
        """0.5..2.5 with the pitch kept; values outside are clipped."""
        speed = min(max(speed, 0.5), 2.5)
        with self._desk.look() as board:
            board.speed = speed
        self._ask_player(lambda: self._player.set_speed(speed))

    def set_device(self, name: str) -> None:
        """Play on this device; empty follows the system's default."""
        self._ask_player(lambda: self._player.set_device(name))

    def set_cushion(self, cushion_ms: int) -> None:
        """Gather this much sound before playing starts."""
        self._ask_player(lambda: self._player.set_cushion(cushion_ms))

    def set_wake_silence(self, wake_silence_ms: int) -> None:
        """Play this much silence first on a device that was not in use."""
        self._ask_player(lambda: self._player.set_wake_silence(wake_silence_ms))

    def set_engines(self, engines: EngineSource) -> None:
        """Let these engines speak, from the next text on; the old ones give their memory back then."""
        self._keeper.use(engines)

    def set_options(self, options: ServiceOptions) -> None:
        """Behave like this from now on."""
        with self._desk.change() as board:
            board.options = options

    # Looking

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` all events, on the thread where they happen; the returned function ends that."""
        return self._desk.add_listener(listener)

    def status(self) -> ServiceStatus:
        """A snapshot; any thread, at once."""
        with self._desk.look() as board:
            reading, request = board.reading, board.last_request
            voice = reading.voice if reading is not None else request.voice if request is not None else None
            return ServiceStatus(
                state=board.state,
                engine=self._keeper.info,
                job_id=reading.job.id if reading is not None else None,
                sentence=reading.cursor if reading is not None else None,
                sentences=len(reading.sentences) if reading is not None else 0,
                queue_length=len(board.queue),
                last_error=board.last_error,
                voice=words_of(voice) if voice is not None else "",
                volume=board.volume,
                speed=board.speed,
                latency_ms=board.latency_ms,
                rtf=board.rtf,
            )

    def sentence_spans(self) -> tuple[SentenceSpan, ...]:
        """Where the sentences of the text being read, or read last, stand, as far as known."""
        with self._desk.look() as board:
            reading = board.reading or board.left
            return tuple(SentenceSpan(one.start, one.end) for one in reading.sentences) if reading else ()

    def on_player_event(self, event: PlayerEvent) -> None:
        """To be called by the player, on its thread and holding no lock of its own."""
        self._listen_to_player(event)

    # Inside

    def _drop_all(self) -> None:
        """Silence first, then an empty board."""
        if self._is_busy() or self._sound is not None:
            self._sound = None
            self._ask_player(self._player.stop)
        with self._desk.change() as board:
            board.error = None
            for job in board.take_all():
                self._desk.note_finished(job, FinishReason.CANCELLED)

    def _go(self, choose: Callable[[Reading], int]) -> None:
        """Move to the sentence that `choose` names; one that is not known yet is reached later."""
        with self._desk.commands:
            with self._desk.change() as board:
                board.error = None
                board.wake_up()
                reading = board.reading
                move = self._take_up(board, choose) if reading is None else self._move(board, reading, choose)
            if move is not None:
                self._ask_player(move)

    def _move(self, board: Board, reading: Reading, choose: Callable[[Reading], int]) -> Action | None:
        """Within the job being read; returns what the player has to do."""
        target = max(0, choose(reading))
        if target < len(reading.sentences):
            reading.move_to(target)
            return partial(self._player.seek, target)
        if reading.is_split:
            reading.cursor = len(reading.sentences)
            board.leave()
            self._desk.note_finished(reading.job, reading.worst)
            return self._player.stop
        reading.wanted = target
        reading.is_split_due = True
        reading.cancel_making()
        return None

    def _take_up(self, board: Board, choose: Callable[[Reading], int]) -> Action | None:
        """Back into the job that was read last, whose sound is still there."""
        if board.left is None or not board.left.sentences or choose(board.left) > len(board.left.sentences):
            return None
        reading = board.take_up()
        if reading is None:
            return None
        target = min(max(0, choose(reading)), len(reading.sentences) - 1)
        reading.move_to(target)
        self._desk.note(JobStarted(reading.job.id, len(reading.sentences)))
        return partial(self._player.play, reading.track, target)

    def _is_busy(self) -> bool:
        with self._desk.look() as board:
            return board.is_busy

    def _ask_player(self, action: Action) -> None:
        """A player that cannot is a problem to tell, not an exception for whoever pressed a key."""
        try:
            action()
        except AudioError as error:
            with self._desk.change() as board:
                board.last_error = error.message
                self._desk.note(Problem(error))

    def _set_engine_ready(self, is_ready: bool) -> None:
        with self._desk.change() as board:
            board.is_engine_ready = is_ready
