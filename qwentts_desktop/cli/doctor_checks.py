"""Puts the doctor's checks together, side by side where they can be. It judges nothing."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from typing import Any

from qwentts_desktop import engine_facts, factory
from qwentts_desktop.checkpoints.catalogue import PublishedModel, published
from qwentts_desktop.cli.app_findings import (
    hotkeys_finding,
    model_finding,
    selection_finding,
    sound_finding,
)
from qwentts_desktop.cli.context import Context
from qwentts_desktop.diagnostics.check import Check
from qwentts_desktop.diagnostics.child import run_child
from qwentts_desktop.diagnostics.computer_findings import (
    disk_finding,
    os_release,
    sleep_finding,
    system_finding,
)
from qwentts_desktop.diagnostics.desktop_findings import desktop_findings
from qwentts_desktop.diagnostics.driver_findings import Needs, distribution_of, driver_findings
from qwentts_desktop.diagnostics.finding import Finding, not_checked
from qwentts_desktop.diagnostics.nvidia_driver import DriverAnswer, ask_driver
from qwentts_desktop.diagnostics.torch_findings import read_probe, torch_findings
from qwentts_desktop.errors import VoiceError
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.voice import SystemVoice, Voice
from qwentts_desktop.system.hotkeys import open_hotkeys
from qwentts_desktop.system.instance import Command, send_command
from qwentts_desktop.system.selection import open_readers
from qwentts_desktop.system.session import Session, SessionKind, detect_session

CARD_PROBE = (sys.executable, "-m", "qwentts_desktop.cli.card_probe")
SOUND_PROBE = (sys.executable, "-m", "qwentts_desktop.cli.sound_probe")
_CARD_LIMIT_S = 8.5
_SOUND_LIMIT_S = 6.0
_MARGIN_S = 1.2
_ANSWER_LIMIT_S = 1.0


def doctor_checks(context: Context) -> list[Check]:
    """All of them, in the order of the report; together they take under ten seconds."""
    settings, session = context.settings(), detect_session()
    model = published(f"{settings.engine.model_size}-Base")
    card = _CardChecks(model)
    store = factory.build_model_store(settings.engine, context.paths)
    facts = engine_facts.neural_facts(settings.engine, _voice(settings), store)
    to_download = 0 if facts.model is not None else model.download_bytes
    return [
        Check("system", "Operating system", lambda: (system_finding(_words_of(session)),)),
        Check("driver", "NVIDIA driver", card.driver, _CARD_LIMIT_S),
        Check("torch", "torch", card.torch, _CARD_LIMIT_S + _MARGIN_S),
        Check("sleep", "Card memory over suspend", lambda: (sleep_finding(),)),
        Check(
            "model",
            "Model files",
            lambda: (model_finding(facts, model.short_name),),
        ),
        Check("disk", "Disk space", lambda: (disk_finding(store.folder, to_download),)),
        Check(
            "sound",
            "Sound output",
            lambda: (sound_finding(run_child(SOUND_PROBE, _SOUND_LIMIT_S)),),
            _SOUND_LIMIT_S + _MARGIN_S,
        ),
        Check("hotkeys", "Hotkeys", lambda: (_hotkeys(settings, context, session),)),
        Check(
            "selection",
            "Selection and clipboard",
            lambda: (selection_finding(session.kind, open_readers(session)),),
        ),
        Check("tray", "Tray and portal", desktop_findings),
    ]


class _CardChecks:
    """Driver and torch, tried at the same time; what torch found is judged by what the driver said."""

    def __init__(self, model: PublishedModel) -> None:
        self._needs = Needs(f"Qwen3-TTS {model.size}", model.memory_bytes >> 20)
        self._answer: Future[DriverAnswer] = Future()

    def driver(self) -> Sequence[Finding]:
        """Ask the driver and judge its answer."""
        answer = DriverAnswer()
        try:
            answer = ask_driver()
        finally:
            self._answer.set_result(answer)
        return driver_findings(answer, self._needs, distribution_of(os_release()))

    def torch(self) -> Sequence[Finding]:
        """Try torch in a process of its own and judge what it told."""
        outcome = run_child(CARD_PROBE, _CARD_LIMIT_S)
        try:
            machine = self._answer.result(_ANSWER_LIMIT_S).machine
        except NotInTime:
            machine = DriverAnswer().machine
        return torch_findings(read_probe(outcome), machine, sys.executable)


def _voice(settings: Settings) -> Voice:
    """The voice that the model must be able to speak; one that is gone is no matter of the doctor's."""
    try:
        return factory.voice_of(settings)
    except VoiceError:
        return SystemVoice()


def _hotkeys(settings: Settings, context: Context, session: Session) -> Finding:
    if session.kind is SessionKind.HEADLESS:
        return not_checked("hotkeys", "Hotkeys", "There is no desktop here.")

    def ask_application() -> Mapping[str, Any]:
        return send_command(context.paths.runtime, Command("status"), timeout_s=2.0).data

    return hotkeys_finding(
        settings.hotkeys, ask_application, lambda listener: open_hotkeys(session, listener)
    )


def _words_of(session: Session) -> str:
    words = session.kind.value if session.kind.value != "headless" else "no desktop"
    return f"{words} session ({session.desktop})" if session.desktop else f"{words} session"
