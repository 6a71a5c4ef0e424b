"""Composition root of the desktop application: builds every object and connects it. No logic of its own."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from qwentts_desktop import APP_ID, APP_NAME, APP_TITLE, factory
from qwentts_desktop.audio.devices import DeviceOutput
from qwentts_desktop.audio.input_devices import DeviceInput
from qwentts_desktop.audio.recorder import Recorder
from qwentts_desktop.checkpoints.store import ModelStore
from qwentts_desktop.errors import InstanceError, QwenTTSError
from qwentts_desktop.installed_speakers import installed_speakers
from qwentts_desktop.logs import log_uncaught_exceptions, set_up_logging
from qwentts_desktop.paths import AppPaths, user_paths
from qwentts_desktop.service.history import History
from qwentts_desktop.service.unfinished import leave_unfinished, take_unfinished
from qwentts_desktop.settings.schema import EngineSettings, Settings
from qwentts_desktop.settings.store import SettingsStore
from qwentts_desktop.speech.events import EngineChanged, Notice, Problem
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.system.autostart import open_autostart
from qwentts_desktop.system.hotkeys import HotkeyBackend, HotkeyListener, open_hotkeys
from qwentts_desktop.system.installed_voices import installed_voices
from qwentts_desktop.system.instance import Command, InstanceLock, InstanceServer, send_command
from qwentts_desktop.system.selection import open_readers
from qwentts_desktop.system.session import detect_session
from qwentts_desktop.system.sleep import SleepListener, watch_sleep
from qwentts_desktop.ui.actions import Actions
from qwentts_desktop.ui.appearance import Appearance
from qwentts_desktop.ui.bridge import HotkeyBridge, SpeechBridge
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.device_names import DeviceNames
from qwentts_desktop.ui.engine_restart import EngineRestart
from qwentts_desktop.ui.events import Source
from qwentts_desktop.ui.exit_guard import ExitGuard
from qwentts_desktop.ui.exit_signals import ExitSignals
from qwentts_desktop.ui.first_run.host import AssistantHost
from qwentts_desktop.ui.first_run.mark import FirstRunMark
from qwentts_desktop.ui.hotkey_board import HotkeyBoard
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.keeping.windows import KeepingWindows
from qwentts_desktop.ui.login_start import LoginStart
from qwentts_desktop.ui.models.model_work import ModelWork
from qwentts_desktop.ui.overlay import Overlay, OverlayHost
from qwentts_desktop.ui.ports import Facts
from qwentts_desktop.ui.remote import RemoteControl
from qwentts_desktop.ui.run_record import RunRecord
from qwentts_desktop.ui.settings_effects import Effect, SettingsEffects
from qwentts_desktop.ui.settings_model import SettingsModel
from qwentts_desktop.ui.speech_thread import SpeechThread
from qwentts_desktop.ui.status_model import StatusModel
from qwentts_desktop.ui.text_fetch import TextFetch
from qwentts_desktop.ui.texts.history_keeper import HistoryKeeper
from qwentts_desktop.ui.translation import Translation
from qwentts_desktop.ui.tray import TrayIcon, tray_menu
from qwentts_desktop.ui.tray_host import TrayHost
from qwentts_desktop.ui.voice_choices import VoiceChoices
from qwentts_desktop.ui.voice_menu import VoiceMenu
from qwentts_desktop.ui.voices.ports import VoiceParts
from qwentts_desktop.ui.voices.voice_desk import VoiceDesk, library_choices
from qwentts_desktop.ui.window_memory import WindowMemory
from qwentts_desktop.ui.windows import Windows
from qwentts_desktop.voices.defaults import LanguageDefaults
from qwentts_desktop.voices.library import VoiceLibrary

if TYPE_CHECKING:  # the windows are built, and imported, when they are first wanted
    from qwentts_desktop.ui.first_run.assistant import Assistant
    from qwentts_desktop.ui.main_window import MainWindow
    from qwentts_desktop.ui.settings.window import SettingsWindow

HIDDEN = "--hidden"
SHOW = "--show"
LOGIN_COMMAND = (sys.executable, "-m", "qwentts_desktop", HIDDEN)
NO_TRAY_GRACE_MS = 5_000
"""At login the tray may appear after us: a hidden start waits this long for it before it shows the window."""

_log = logging.getLogger(__name__)


def main(arguments: Sequence[str] = ()) -> int:
    """Run the application, or bring the running one up, and return the exit code."""
    began = time.perf_counter()
    paths = user_paths()
    set_up_logging(paths.log)
    log_uncaught_exceptions()
    lock = InstanceLock(paths.runtime)
    try:
        if not lock.acquire():
            send_command(paths.runtime, Command("raise"))
            return 0
    except InstanceError as error:
        print(error.message, file=sys.stderr)  # noqa: T201 - there is no window to say it in
        return 1
    sys.setswitchinterval(0.001)  # queued signals reach the screen in 2 ms instead of 10 beside a busy thread
    qt = make_qt_application()
    application = Application(qt, paths)
    guard = ExitGuard()
    qt.aboutToQuit.connect(application.fall_silent)
    try:
        application.start(arguments, began)
        code = qt.exec()
        if not application.restart.is_wanted:
            guard.arm(code)
        return code
    finally:
        application.close()
        lock.release()
        logging.shutdown()
        if application.restart.is_wanted:
            become_new_process(application.flag_for_restart)


def become_new_process(flag: str) -> None:
    """Start anew in this process's place; a dead card can only be had back like that."""
    command = [sys.executable, "-m", "qwentts_desktop", flag]
    if os.name == "posix":
        os.execv(sys.executable, command)
    subprocess.Popen(command)
    os._exit(0)  # taking a dead context down could hang


def make_qt_application() -> QApplication:
    """The QApplication, named so that desktops find icon and .desktop file."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(APP_ID)
    QApplication.setDesktopFileName(APP_ID)
    QApplication.setApplicationName(APP_NAME)
    QApplication.setApplicationDisplayName(APP_TITLE)
    QApplication.setQuitOnLastWindowClosed(False)
    return QApplication(sys.argv[:1])


class Application(QObject):
    """Everything that runs, built and connected. GUI thread."""

    def __init__(self, qt: QApplication, paths: AppPaths) -> None:
        super().__init__()
        self._qt = qt
        self._paths = paths
        self._window_memory = WindowMemory(paths.state / "window")
        self._store = SettingsStore(paths.settings_file)
        settings = self._store.load()
        self._translation = Translation(paths.resources / "translations")
        self._translation.install(qt, settings.general.interface_language)
        self.icons = IconFolder(paths.resources / "icons")
        self.appearance = Appearance(qt, paths.resources / "icons" / "sheet")
        self.appearance.choose(settings.general.appearance)
        qt.setWindowIcon(self.icons.application())
        self.model = SettingsModel(self._store, self)

        self.output = DeviceOutput()
        self.service = factory.build_service(
            settings, paths, self.output, reading=lambda: self.model.settings.reading
        )
        self.bridge = SpeechBridge(self)
        self._unlisten = self.service.add_listener(self.bridge.tell)
        self.speech_thread = SpeechThread(self.service.run, self)
        self.status = StatusModel(self.bridge, self)
        self.record = RunRecord(self.bridge, lambda: self.service.status().rtf, self)
        self.model_work = ModelWork(self._open_models, self)

        self._session = detect_session()
        self._readers = open_readers(self._session)
        self.hotkey_bridge = HotkeyBridge(self)
        self.hotkeys = HotkeyBoard(self._open_hotkeys, self.hotkey_bridge, self)
        self._library = VoiceLibrary(paths.voices)
        voices = VoiceChoices(lambda: self.model.settings, lambda: library_choices(self._library))
        self.facts = Facts(voices, self._request_of, self.hotkeys.results)
        self.fetch = TextFetch(
            {Source.SELECTION: self._readers.selection, Source.CLIPBOARD: self._readers.clipboard}, self
        )
        self.devices = DeviceNames(self._device_labels, self)
        self.controller = Controller(self.service, self.fetch, self.model, self.status, self.facts, self)
        self.actions = Actions(self.controller, self.status, self.icons, self)
        self.actions.paint(qt.palette())
        self._voice_menu = VoiceMenu(self.controller, self.model, self.facts)
        self._menu = tray_menu(self.actions, self._voice_menu)
        self.tray = TrayHost(self._make_icon, self)
        self.history = HistoryKeeper(History(paths.history_file), self.model, self)
        self.windows = Windows(
            self.controller, self.status, self.tray, self._make_main, self._make_settings, self
        )
        self.assistant = AssistantHost(
            self._make_assistant, FirstRunMark(paths.state / "assistant-seen"), self
        )
        self.keeping = KeepingWindows(
            *(self.controller, self.service, self.model, self.facts, self.icons),
            lambda: self.windows.main.text_to_keep(),
            lambda: self.windows.main,
            self,
        )
        self.voice_desk = VoiceDesk(
            self._voice_parts(), self.controller, self.model, self.status, self.bridge, self.icons, self
        )
        self.overlay = OverlayHost(lambda: Overlay(self.actions, self.status, self.icons), self)
        self.remote = RemoteControl(
            self.service,
            lambda: self.model.settings,
            self._readers.selection,
            self._readers.clipboard,
            self.facts,
            self,
        )
        self.login_start = LoginStart(open_autostart(), LOGIN_COMMAND, self)
        self.effects = SettingsEffects(self.model, self._settings_effects(), self)
        self.signals = ExitSignals(self)
        self.restart = EngineRestart(self.service, partial(leave_unfinished, paths.runtime), self)
        self._sleep_watch = watch_sleep(SleepListener(self.service.sleep, self.service.wake))
        self._server: InstanceServer | None = None
        self.flag_for_restart = HIDDEN
        self._connect()

    def start(self, arguments: Sequence[str], began: float) -> None:
        """Start threads, show icon or window, bind keys, open the door for other processes."""
        self.speech_thread.start()
        self.tray.start()
        _log.info("tray after %.0f ms", 1_000 * (time.perf_counter() - began))
        if SHOW in arguments or HIDDEN not in arguments:
            self.windows.show_main()
            self.assistant.show_if_due()
        else:
            QTimer.singleShot(NO_TRAY_GRACE_MS, self.windows.show_where_no_tray)
        self.overlay.apply(self.model.settings.general.overlay)
        self.hotkeys.bind(self.model.settings.hotkeys)
        self._open_door()
        self._foretell_engine(self.model.settings)
        self.restart.take_over(take_unfinished(self._paths.runtime))
        for sentence in self._store.notices:
            self.status.on_notice(Notice(sentence))

    def end(self) -> None:
        """Leave the event loop. Not `quit`, which asks the windows first: closing one means hiding it."""
        self._qt.exit(0)

    def fall_silent(self) -> None:
        """The first thing when quitting: no sound any more."""
        self.service.stop()

    def close(self) -> None:
        """Silence, then end every thread and take every window away."""
        self.flag_for_restart = SHOW if self.windows.is_main_shown else HIDDEN
        self._unlisten()
        self._sleep_watch.close()
        self.controller.flush()
        self.service.close()
        if self._server is not None:
            self._server.close()
        self.hotkeys.close()
        self.signals.close()
        self._window_memory.keep(self.windows.geometry)
        self.tray.close()
        self.assistant.close()
        self.voice_desk.close()
        self.windows.close()
        self.model_work.close()
        self.keeping.close()
        self.overlay.close()
        self.fetch.close()
        self.devices.close()
        self.speech_thread.wait(1_000)

    def _connect(self) -> None:
        self.hotkey_bridge.pressed.connect(self.controller.on_hotkey)
        self.login_start.failed.connect(self.windows.on_problem)
        self.model_work.installed.connect(self._on_model_installed)
        self.hotkeys.troubled.connect(self.status.on_notice)
        self.hotkey_bridge.lost.connect(self.windows.on_notice)
        self.bridge.notice.connect(self.windows.tell_notice)
        self.bridge.problem.connect(self.windows.tell_problem)
        self.bridge.problem.connect(self.remote.on_problem)
        self.controller.failed.connect(self.remote.on_problem)
        self.bridge.job_started.connect(self.controller.on_job_started)
        self.controller.text_submitted.connect(self.status.on_submitted)
        self.controller.text_submitted.connect(self.history.on_submitted)
        self.controller.quit_wanted.connect(self.end)
        self.signals.received.connect(self.end)
        self.bridge.engine_lost.connect(self.restart.on_engine_lost)
        self.restart.told.connect(self.windows.on_notice)
        self.restart.wanted.connect(self.end)
        self.remote.quit_wanted.connect(self.end)
        self.remote.window_wanted.connect(self.windows.show_main)
        self.remote.submitted.connect(self.controller.on_submitted)
        self.remote.asked.connect(self.windows.ask)
        self.remote.speed_wanted.connect(self.controller.set_speed)
        self.tray.availability_changed.connect(self.remote.set_tray)

    def _settings_effects(self) -> list[Effect[Any]]:
        service = self.service
        return [
            Effect(lambda now: now.audio.volume, service.set_volume),
            Effect(lambda now: now.audio.speed, service.set_speed),
            Effect(lambda now: now.audio.output_device, service.set_device),
            Effect(lambda now: now.audio.cushion_ms, service.set_cushion),
            Effect(lambda now: now.audio.wake_silence_ms, service.set_wake_silence),
            Effect(factory.service_options, service.set_options),
            Effect(factory.engine_settings, self._use_engine),
            Effect(
                lambda now: replace(Settings(), engine=now.engine, voice=now.voice), self._foretell_engine
            ),
            Effect(lambda now: now.hotkeys, self.hotkeys.bind),
            Effect(lambda now: now.general.appearance, self.appearance.choose),
            Effect(lambda now: now.general.overlay, self.overlay.apply),
            Effect(lambda now: now.general.start_at_login, self.login_start.apply),
        ]

    def _open_door(self) -> None:
        try:
            self._server = InstanceServer(self._paths.runtime, self.remote.handle)
        except InstanceError as error:  # the application works without a command line that reaches it
            self.status.on_problem(Problem(error))

    def _use_engine(self, engine: EngineSettings) -> None:
        self.service.set_engines(factory.build_engine_source(engine, self._paths))

    def _open_models(self) -> ModelStore:
        return factory.build_model_store(self.model.settings.engine, self._paths)

    def _on_model_installed(self, _model_id: str) -> None:
        self._use_engine(factory.engine_settings(self.model.settings))
        self._foretell_engine(self.model.settings)

    def _foretell_engine(self, settings: Settings) -> None:
        try:
            self.status.on_engine(EngineChanged(factory.expected_engine(settings, self._paths)))
        except QwenTTSError as error:
            self.status.on_problem(Problem(error))

    def _open_hotkeys(self, listener: HotkeyListener) -> HotkeyBackend:
        return open_hotkeys(self._session, listener)

    def _request_of(
        self, settings: Settings, text: str, voice: str | None, language: str | None
    ) -> SpeechRequest:
        return factory.build_request(settings, text, voice=voice, language=language, paths=self._paths)

    def _voice_parts(self) -> VoiceParts:
        paths = self._paths
        return VoiceParts(
            self._library,
            LanguageDefaults(paths.voices),
            self.service,
            self._request_of,
            Recorder(DeviceInput(self.output)),
            lambda: installed_speakers(factory.build_model_store(self.model.settings.engine, paths)),
            installed_voices,
        )

    def _device_labels(self) -> list[str]:
        return [device.label for device in self.output.list_devices()]

    def _make_icon(self) -> TrayIcon:
        return TrayIcon(self.controller, self.status, self.icons, self._menu, self)

    def _make_main(self) -> MainWindow:
        from qwentts_desktop.ui.main_window import MainWindow

        window = MainWindow(
            *(self.controller, self.status, self.model, self.actions, self.icons, self.facts),
            self.history,
        )
        window.restore(self._window_memory.recall())
        self.model.changed.connect(window.on_settings)
        self.hotkeys.changed.connect(window.on_hotkeys)
        self.voice_desk.changed.connect(window.on_voices)
        return window

    def _make_settings(self) -> SettingsWindow:
        from qwentts_desktop.diagnostics.doctor_process import run_doctor
        from qwentts_desktop.ui.settings.building import SettingsParts, build_settings_window

        window = build_settings_window(
            SettingsParts(
                self.model,
                self.facts,
                self.devices,
                self.icons,
                self.record,
                self.model_work,
                self._paths.pronunciation_file,
                run_doctor,
                open_assistant=self.assistant.show,
                clear_history=self.history.clear,
            )
        )
        self.hotkeys.changed.connect(window.show_hotkeys)
        return window

    def _make_assistant(self) -> Assistant:
        from qwentts_desktop.diagnostics.doctor_process import run_doctor
        from qwentts_desktop.diagnostics.nvidia_driver import ask_driver
        from qwentts_desktop.ui.first_run.building import build_assistant
        from qwentts_desktop.ui.first_run.card_look import look_at_card

        return build_assistant(
            self.controller,
            self.model,
            self.facts,
            self.model_work,
            lambda: look_at_card(ask_driver, run_doctor),
            self.hotkey_bridge,
            make_voice=self.voice_desk.show,
        )
