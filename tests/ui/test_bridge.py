from __future__ import annotations

import threading
from typing import Any

from PySide6.QtCore import QObject, QThread

from qwentts_desktop.errors import CardLostError, EngineError
from qwentts_desktop.speech.engine import EngineInfo, EngineKind, LoadProgress
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
    State,
    StateChanged,
)
from qwentts_desktop.ui.bridge import HotkeyBridge, SpeechBridge
from qwentts_desktop.ui.events import HotkeyPressed

EVENTS = {
    "state_changed": StateChanged(State.SPEAKING),
    "engine_changed": EngineChanged(EngineInfo(EngineKind.FAKE, "fake")),
    "engine_ready": EngineReady(3.25, is_waking=True),
    "engine_lost": EngineLost(CardLostError("Gone.")),
    "loading": Loading(LoadProgress(0.5, "weights")),
    "job_started": JobStarted(1, 3),
    "sentence_started": SentenceStarted(1, 0, 0, 5),
    "first_sound": FirstSound(1, 80.0),
    "job_finished": JobFinished(1, None),
    "problem": Problem(EngineError("No.")),
    "notice": Notice("Look."),
}


class Listener(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[Any, bool]] = []

    def hear(self, event: Any) -> None:
        self.heard.append((event, QThread.currentThread() is self.thread()))


def test_every_event_arrives_unchanged_in_the_receivers_thread_and_in_order(qt, wait_until):
    bridge, listener = SpeechBridge(), Listener()
    for name in EVENTS:
        getattr(bridge, name).connect(listener.hear)
    teller = threading.Thread(target=lambda: [bridge.tell(event) for event in EVENTS.values()])
    teller.start()
    teller.join()
    wait_until(lambda: len(listener.heard) == len(EVENTS))
    assert listener.heard == [(event, True) for event in EVENTS.values()]


def test_telling_returns_without_waiting_for_the_screen(qt, wait_until):
    bridge, listener = SpeechBridge(), Listener()
    bridge.state_changed.connect(listener.hear)
    teller = threading.Thread(target=bridge.tell, args=(StateChanged(State.IDLE),))
    teller.start()
    teller.join(5)
    assert not teller.is_alive()
    assert listener.heard == []
    wait_until(lambda: listener.heard)


def test_a_key_press_keeps_its_nanoseconds(qt, wait_until):
    bridge, listener = HotkeyBridge(), Listener()
    bridge.pressed.connect(listener.hear)
    long_uptime_ns = 2**40 + 7
    presser = threading.Thread(target=bridge.on_pressed, args=("stop", long_uptime_ns))
    presser.start()
    presser.join()
    wait_until(lambda: listener.heard)
    assert listener.heard == [(HotkeyPressed("stop", long_uptime_ns), True)]


def test_the_end_of_the_keys_arrives_as_a_notice(qt):
    bridge, listener = HotkeyBridge(), Listener()
    bridge.lost.connect(listener.hear)
    bridge.on_lost("No more keys.")
    assert listener.heard == [(Notice("No more keys."), True)]
