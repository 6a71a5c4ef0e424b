"""What the windows and the tray show, gathered in one frozen value. No widget, no service."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.errors import OutOfMemoryError
from qwentts_desktop.speech.engine import EngineInfo, LoadProgress
from qwentts_desktop.speech.events import (
    EngineChanged,
    EngineReady,
    FirstSound,
    JobFinished,
    JobStarted,
    Loading,
    Notice,
    Problem,
    SentenceStarted,
    State,
    StateChanged,
)
from qwentts_desktop.ui.bridge import SpeechBridge
from qwentts_desktop.ui.events import TextShown

MOST_NOTICES = 3


@dataclass(frozen=True)
class Shown:
    """Everything that is shown about speech at one moment.

    Attributes:
        state: of the service.
        engine: what speaks, or None while unknown.
        woke_in_s: how long the engine took to wake up for this text, None where it was awake.
        loading: how far loading has come, only while loading.
        job_id: the job that is read, or was read last.
        sentence: which sentence is heard, from 0, or None before the first.
        span: where that sentence stands in the text, (start, end) in characters.
        sentences: how many there are, as far as known.
        error: the last error's sentence, "" for none.
        is_out_of_memory: the error is a full card: a smaller model, or another try, may help.
        notice: the last notice, "" for none.
        waiting: jobs that wait for their turn.
        latency_ms: of the last job, from the key press to the first sound.
    """

    state: State = State.IDLE
    engine: EngineInfo | None = None
    woke_in_s: float | None = None
    loading: LoadProgress | None = None
    job_id: int | None = None
    sentence: int | None = None
    span: tuple[int, int] | None = None
    sentences: int = 0
    error: str = ""
    is_out_of_memory: bool = False
    notice: str = ""
    waiting: frozenset[int] = frozenset()
    latency_ms: float | None = None

    @property
    def is_busy(self) -> bool:
        """Something is read, held or about to be read."""
        return self.state in (State.LOADING, State.SPEAKING, State.PAUSED)


class StatusModel(QObject):
    """Folds events into `Shown` and tells of each change. GUI thread."""

    changed = Signal(object)

    def __init__(self, bridge: SpeechBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = Shown()
        bridge.state_changed.connect(self.on_state)
        bridge.engine_changed.connect(self.on_engine)
        bridge.engine_ready.connect(self.on_engine_ready)
        bridge.loading.connect(self.on_loading)
        bridge.job_started.connect(self.on_job_started)
        bridge.sentence_started.connect(self.on_sentence)
        bridge.first_sound.connect(self.on_first_sound)
        bridge.job_finished.connect(self.on_job_finished)
        bridge.problem.connect(self.on_problem)
        bridge.notice.connect(self.on_notice)

    @property
    def shown(self) -> Shown:
        """The present value."""
        return self._shown

    def on_state(self, event: StateChanged) -> None:
        """Another state; a new start leaves the old error behind."""
        loading = self._shown.loading if event.state is State.LOADING else None
        self._become(replace(self._shown, state=event.state, loading=loading))

    def on_engine(self, event: EngineChanged) -> None:
        """Another engine."""
        self._become(replace(self._shown, engine=event.engine))

    def on_engine_ready(self, event: EngineReady) -> None:
        """The engine is loaded; where it had rested, the user learns what the rest cost."""
        self._become(replace(self._shown, woke_in_s=event.seconds if event.is_waking else None))

    def on_loading(self, event: Loading) -> None:
        """Progress."""
        self._become(replace(self._shown, loading=event.progress))

    def on_submitted(self, text: TextShown) -> None:
        """A text was given to the service; it waits until it is begun or dropped.

        From the command line this may come after the events of the job itself, whose ids count up.
        """
        if text.job_id > (self._shown.job_id or 0):
            self._become(replace(self._shown, waiting=self._shown.waiting | {text.job_id}))

    def on_job_started(self, event: JobStarted) -> None:
        """A text is begun, or more of it is known."""
        self._no_longer_waiting(event.job_id)
        if event.job_id == self._shown.job_id:
            self._become(replace(self._shown, sentences=event.sentences))
            return
        begun = replace(self._shown, job_id=event.job_id, sentences=event.sentences)
        begun = replace(begun, sentence=None, span=None, woke_in_s=None)
        self._become(replace(begun, error="", notice="", is_out_of_memory=False))

    def on_sentence(self, event: SentenceStarted) -> None:
        """A sentence is heard."""
        sentences = max(self._shown.sentences, event.index + 1)
        heard = replace(self._shown, job_id=event.job_id, sentence=event.index, sentences=sentences)
        self._become(replace(heard, span=(event.start, event.end)))

    def on_first_sound(self, event: FirstSound) -> None:
        """Sound has begun."""
        self._become(replace(self._shown, latency_ms=event.latency_ms))

    def on_job_finished(self, event: JobFinished) -> None:
        """A text is over, or was dropped; where it was stays in view."""
        self._no_longer_waiting(event.job_id)

    def on_problem(self, event: Problem) -> None:
        """An error's sentence stays until it is dismissed or a new text starts."""
        error = event.error
        is_full = isinstance(error, OutOfMemoryError)
        self._become(replace(self._shown, error=error.message, is_out_of_memory=is_full))

    def on_notice(self, event: Notice) -> None:
        """A hint; earlier ones stay until they are dismissed or a new text starts."""
        earlier = self._shown.notice.splitlines()
        if event.message not in earlier:
            lines = [*earlier, event.message][-MOST_NOTICES:]
            self._become(replace(self._shown, notice="\n".join(lines)))

    def dismiss(self) -> None:
        """The user has read error and notice."""
        self._become(replace(self._shown, error="", notice="", is_out_of_memory=False))

    def _no_longer_waiting(self, job_id: int) -> None:
        self._become(replace(self._shown, waiting=self._shown.waiting - {job_id}))

    def _become(self, shown: Shown) -> None:
        if shown != self._shown:
            self._shown = shown
            self.changed.emit(shown)
