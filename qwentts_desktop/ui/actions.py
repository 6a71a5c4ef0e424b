"""What can be done, as QActions that tray and windows share: words, icon, shortcut, enabled. No widget."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence, QPalette

from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.status_model import Shown, StatusModel


class Actions(QObject):
    """The actions, kept in step with the state."""

    def __init__(
        self, controller: Controller, status: StatusModel, icons: IconFolder, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._icons = icons
        self._pictures: list[tuple[QAction, str]] = []
        self.speak_selection = self._action("speak_selection", self.tr("Speak &selection"), "selection")
        self.speak_clipboard = self._action("speak_clipboard", self.tr("Speak &clipboard"), "clipboard")
        self.pause = self._action("pause", self.tr("&Pause"), "pause")
        self.stop = self._action("stop", self.tr("S&top"), "stop")
        self.next = self._action("next", self.tr("&Next sentence"), "next")
        self.previous = self._action("previous", self.tr("P&revious sentence"), "previous")
        self.restart = self._action("restart", self.tr("Read this sentence &again"), "restart")
        self.window = self._action("open_window", self.tr("&Open window"), "window")
        self.document = self._action("open_document", self.tr("Open a &document…"), "document")
        self.export = self._action("export", self.tr("&Keep as a sound file…"), "save")
        self.voices = self._action("voices", self.tr("V&oices…"), "voice")
        self.settings = self._action("settings", self.tr("S&ettings…"), "settings")
        self.quit = self._action("quit", self.tr("&Quit"), "quit")
        self._set_shortcuts()
        # triggered(bool) must not reach a parameter that means a time
        self.speak_selection.triggered.connect(self._on_speak_selection)
        self.speak_clipboard.triggered.connect(self._on_speak_clipboard)
        self._controller = controller
        self.pause.triggered.connect(controller.toggle_pause)
        self.stop.triggered.connect(controller.stop)
        self.next.triggered.connect(controller.next_sentence)
        self.previous.triggered.connect(controller.previous_sentence)
        self.restart.triggered.connect(controller.restart_sentence)
        self.window.triggered.connect(controller.show_window)
        self.document.triggered.connect(controller.choose_document)
        self.export.triggered.connect(controller.show_export)
        self.voices.triggered.connect(controller.show_voices)
        self.settings.triggered.connect(controller.show_settings)
        self.quit.triggered.connect(controller.quit)
        status.changed.connect(self.show)
        self.show(status.shown)

    def show(self, shown: Shown) -> None:
        """Enable what makes sense now."""
        is_paused = shown.state is State.PAUSED
        self.pause.setText(self.tr("&Resume") if is_paused else self.tr("&Pause"))
        self.pause.setEnabled(shown.state in (State.SPEAKING, State.PAUSED, State.LOADING))
        for action in (self.stop, self.next, self.previous, self.restart):
            action.setEnabled(shown.is_busy)

    def paint(self, palette: QPalette) -> None:
        """Draw the pictures in the palette's colour."""
        for action, picture in self._pictures:
            action.setIcon(self._icons.symbolic(picture, palette, QPalette.ColorRole.WindowText))

    def _action(self, name: str, text: str, picture: str) -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        self._pictures.append((action, picture))
        return action

    def _set_shortcuts(self) -> None:
        for action, keys in (
            (self.pause, "Ctrl+Space"),
            (self.next, "Ctrl+Right"),
            (self.previous, "Ctrl+Left"),
            (self.restart, "Ctrl+R"),
            (self.document, "Ctrl+O"),
            (self.export, "Ctrl+S"),
            (self.voices, "Ctrl+L"),
            (self.settings, "Ctrl+,"),
            (self.quit, "Ctrl+Q"),
        ):
            action.setShortcut(QKeySequence(keys))
            action.setToolTip(f"{action.text().replace('&', '')} ({keys})")

    def _on_speak_selection(self) -> None:
        self._controller.speak_selection()

    def _on_speak_clipboard(self) -> None:
        self._controller.speak_clipboard()
