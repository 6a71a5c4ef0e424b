"""The settings window and the assistant with all their panels, built on fakes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer
from PySide6.QtWidgets import QApplication

from qwentts_desktop.paths import resources_folder
from qwentts_desktop.speech.events import FirstSound, JobFinished
from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.text.pronunciation.rule import PronunciationRule
from qwentts_desktop.ui.appearance import Appearance
from qwentts_desktop.ui.bridge import HotkeyBridge, SpeechBridge
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.device_names import DeviceNames
from qwentts_desktop.ui.events import Source
from qwentts_desktop.ui.first_run.assistant import Assistant
from qwentts_desktop.ui.first_run.building import build_assistant
from qwentts_desktop.ui.first_run.card_look import CardLook
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.models.model_work import ModelWork
from qwentts_desktop.ui.ports import Facts, VoiceChoice
from qwentts_desktop.ui.run_record import RunRecord
from qwentts_desktop.ui.settings.building import SettingsParts, build_settings_window
from qwentts_desktop.ui.settings.rule_shelf import RuleShelf
from qwentts_desktop.ui.settings.window import SettingsWindow
from qwentts_desktop.ui.settings_model import SettingsModel
from qwentts_desktop.ui.status_model import StatusModel
from qwentts_desktop.ui.text_fetch import TextFetch
from qwentts_desktop.ui.translation import Translation
from tests.ui.fakes import FakeReader, FakeService, FakeStore
from tests.ui.model_fakes import REPORT, FakeModelStore

SETTLE_MS = 80
LOOK = CardLook("NVIDIA GeForce RTX 4070", 12 * 2**30, None, is_sure=True)
LATENCIES = (180.0, 122.0, 96.0, 101.0, 93.0, 240.0, 95.0, 92.0)


@dataclass
class BuiltWindows:
    """What was built, and what must be closed."""

    settings: SettingsWindow
    assistant: Assistant
    models: FakeModelStore
    settle: Callable[[], None]
    close: Callable[[], None]


def build_windows(application: QApplication, folder: Path, language: str, appearance: str) -> BuiltWindows:
    """Both windows in this language and appearance, with something to see on every page."""
    translation = Translation(resources_folder() / "translations")
    translation.install(application, language)
    Appearance(application, resources_folder() / "icons" / "sheet").choose(appearance)
    service, bridge, models = FakeService(), SpeechBridge(), FakeModelStore()
    service.add_listener(bridge.tell)
    model = SettingsModel(FakeStore())
    record = RunRecord(bridge, lambda: 10.6)
    for job, latency in enumerate(LATENCIES, start=1):
        service.tell(FirstSound(job, latency))
        service.tell(JobFinished(job, None))
    devices = DeviceNames(lambda: ["Speaker (ALSA)", "HDMI (ALSA)"])
    hotkeys = {
        "speak_selection": BindResult("Ctrl+Shift+F9", bound=True),
        "stop": BindResult(
            "Ctrl+Shift+F11",
            bound=False,
            problem="Ctrl+Shift+F11 is taken by another program. Choose another.",
        ),
    }
    facts = Facts(voices=lambda: (VoiceChoice("", "System voice"),), hotkeys=lambda: hotkeys)
    icons = IconFolder(resources_folder() / "icons")
    models.install("1.7B-Base")
    work = ModelWork(lambda: models)
    rules = folder / "pronunciation.toml"
    RuleShelf(rules).save(
        [PronunciationRule("SQL", "sequel"), PronunciationRule("Qt", "cute", language="en")]
    )
    parts = SettingsParts(
        *(model, facts, devices, icons, record, work, rules, lambda: REPORT),
        open_assistant=lambda: None,
        clear_history=lambda: None,
    )
    window = build_settings_window(parts)
    status = StatusModel(bridge)
    fetch = TextFetch({Source.SELECTION: FakeReader(), Source.CLIPBOARD: FakeReader()})
    controller = Controller(service, fetch, model, status, facts)
    assistant = build_assistant(
        controller, model, facts, work, lambda: LOOK, HotkeyBridge(), make_voice=lambda: None
    )
    work.look()
    work.download("Qwen3-TTS-12Hz-0.6B-CustomVoice")

    def settle() -> None:
        deadline = QDeadlineTimer(SETTLE_MS)
        while not deadline.hasExpired():
            application.processEvents()

    def close() -> None:
        models.gate.set()
        settle()
        work.close()
        devices.close()
        fetch.close()
        assistant.close_down()
        window.hide()
        for part in (assistant, window, controller, status, work, devices):
            part.deleteLater()
        translation.remove(application)

    return BuiltWindows(window, assistant, models, settle, close)
