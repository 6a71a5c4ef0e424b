"""From any thread to the GUI thread: events of the service and key presses become queued Qt signals.

It knows no window. Connect its signals only to methods of QObjects that live in the GUI thread: a lambda or a
plain function would run in the thread that emits.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.speech.events import (
    EngineChanged,
    EngineLost,
    EngineReady,
    FirstSound,
    JobFinished,
    JobStarted,
    Loading,
    Notice,
    Problem,
    SentenceStarted,
    SpeechEvent,
    StateChanged,
)
from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.ui.events import HotkeyPressed


class SpeechBridge(QObject):
    """Turns `SpeechEvent`s into signals, one for each kind, each carrying the frozen event itself."""

    state_changed = Signal(object)
    engine_changed = Signal(object)
    engine_ready = Signal(object)
    engine_lost = Signal(object)
    loading = Signal(object)
    job_started = Signal(object)
    sentence_started = Signal(object)
    first_sound = Signal(object)
    job_finished = Signal(object)
    problem = Signal(object)
    notice = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._signals = {
            StateChanged: self.state_changed,
            EngineChanged: self.engine_changed,
            EngineReady: self.engine_ready,
            EngineLost: self.engine_lost,
            Loading: self.loading,
            JobStarted: self.job_started,
            SentenceStarted: self.sentence_started,
            FirstSound: self.first_sound,
            JobFinished: self.job_finished,
            Problem: self.problem,
            Notice: self.notice,
        }

    def tell(self, event: SpeechEvent) -> None:
        """The service's listener: any thread, returns at once."""
        signal = self._signals.get(type(event))
        if signal is not None:
            signal.emit(event)


class HotkeyBridge(QObject):
    """Turns key presses, seen on the hook's thread, into a signal with `HotkeyPressed`."""

    pressed = Signal(object)
    rebound = Signal(object)
    lost = Signal(object)

    def on_pressed(self, action: str, at_ns: int) -> None:
        """The backend's listener: any thread."""
        self.pressed.emit(HotkeyPressed(action, at_ns))

    def on_rebound(self, results: Mapping[str, BindResult]) -> None:
        """The bindings were made again and may differ: any thread."""
        self.rebound.emit(results)

    def on_lost(self, sentence: str) -> None:
        """No key will come any more, with a sentence for the user: any thread."""
        self.lost.emit(Notice(sentence))
