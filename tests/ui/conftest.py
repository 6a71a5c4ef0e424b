"""One offscreen QApplication for the tests of the screen, and a screen built on fakes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer, QEvent
from PySide6.QtWidgets import QApplication

from qwentts_desktop.paths import resources_folder
from qwentts_desktop.service.history import History
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.ui.actions import Actions
from qwentts_desktop.ui.appearance import Appearance
from qwentts_desktop.ui.bridge import SpeechBridge
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.events import Source
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.ports import Facts, VoiceChoice
from qwentts_desktop.ui.settings_model import SettingsModel
from qwentts_desktop.ui.status_model import StatusModel
from qwentts_desktop.ui.text_fetch import TextFetch
from qwentts_desktop.ui.texts.history_keeper import HistoryKeeper
from qwentts_desktop.ui.translation import Translation
from tests.ui.fakes import FakeReader, FakeService, FakeStore

LIMIT_MS = 5_000


@pytest.fixture(scope="session")
def qt() -> Iterator[QApplication]:
    """The one application that a process may have."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    application.setQuitOnLastWindowClosed(False)
    english = Translation(resources_folder() / "translations")
    english.install(application, "en")
    yield application
    english.remove(application)


@pytest.fixture(scope="session")
def appearance(qt: QApplication) -> Appearance:
    """The application's style, applied once."""
    return Appearance(qt, resources_folder() / "icons" / "sheet")


@pytest.fixture
def wait_until(qt: QApplication) -> Callable[[Callable[[], Any]], None]:
    """Run the event loop until a condition holds, with a limit."""

    def wait(condition: Callable[[], Any], limit_ms: int = LIMIT_MS) -> None:
        deadline = QDeadlineTimer(limit_ms)
        while not condition():
            if deadline.hasExpired():
                raise AssertionError("the condition did not come true in time")
            qt.processEvents()
            qt.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    return wait


@dataclass
class Screen:
    """The parts of the screen without its windows, on fakes."""

    service: FakeService
    store: FakeStore
    selection: FakeReader
    clipboard: FakeReader
    bridge: SpeechBridge
    status: StatusModel
    model: SettingsModel
    fetch: TextFetch
    facts: Facts
    controller: Controller
    icons: IconFolder
    actions: Actions
    hotkeys: dict[str, BindResult]
    noticed: list[str]
    failed: list[str]
    history: HistoryKeeper


@pytest.fixture
def screen(qt: QApplication, appearance: Appearance, tmp_path: Path) -> Iterator[Screen]:
    """A controller and all it needs."""
    service, store = FakeService(), FakeStore()
    selection, clipboard = FakeReader("selected words"), FakeReader("copied words")
    bridge = SpeechBridge()
    service.add_listener(bridge.tell)
    status = StatusModel(bridge)
    model = SettingsModel(store)
    fetch = TextFetch({Source.SELECTION: selection, Source.CLIPBOARD: clipboard})
    hotkeys = {"speak_selection": BindResult("Ctrl+Shift+F9", bound=True)}
    facts = Facts(
        voices=lambda: (VoiceChoice("", "System voice"), VoiceChoice("preset:vivian", "Vivian & co")),
        request_of=request_of,
        hotkeys=lambda: hotkeys,
    )
    controller = Controller(service, fetch, model, status, facts)
    icons = IconFolder(resources_folder() / "icons")
    noticed: list[str] = []
    failed: list[str] = []
    controller.noticed.connect(lambda notice: noticed.append(notice.message))
    controller.failed.connect(lambda problem: failed.append(problem.error.message))
    yield Screen(
        *(service, store, selection, clipboard, bridge, status, model, fetch, facts, controller, icons),
        *(Actions(controller, status, icons), hotkeys, noticed, failed),
        HistoryKeeper(History(tmp_path / "history.jsonl"), model),
    )
    selection.gate.set()
    clipboard.gate.set()
    fetch.close()


def request_of(
    settings: Settings, text: str, voice: str | None = None, language: str | None = None
) -> SpeechRequest:
    """A request in the system's voice."""
    return SpeechRequest(text, language=language or settings.voice.language)
