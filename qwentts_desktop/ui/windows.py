"""The windows, built when they are first wanted, and what comes up when: messages, questions, no tray."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject
from PySide6.QtWidgets import QMessageBox

from qwentts_desktop import APP_TITLE
from qwentts_desktop.speech.events import Notice, Problem
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.events import PendingText
from qwentts_desktop.ui.status_model import StatusModel
from qwentts_desktop.ui.tray_host import TrayHost

if TYPE_CHECKING:  # imported when they are built
    from qwentts_desktop.ui.main_window import MainWindow
    from qwentts_desktop.ui.settings.window import SettingsWindow


class Windows(QObject):
    """Owns the windows. GUI thread."""

    def __init__(
        self,
        controller: Controller,
        status: StatusModel,
        tray: TrayHost,
        make_main: Callable[[], MainWindow],
        make_settings: Callable[[], SettingsWindow],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._status = status
        self._tray = tray
        self._make_main = make_main
        self._make_settings = make_settings
        self._main: MainWindow | None = None
        self._settings: SettingsWindow | None = None
        self._question: QMessageBox | None = None
        self._asked_about: PendingText | None = None
        controller.window_wanted.connect(self.show_main)
        controller.settings_wanted.connect(self.show_settings)
        controller.asked.connect(self.ask)
        controller.noticed.connect(self.on_notice)
        controller.failed.connect(self.on_problem)
        tray.availability_changed.connect(self.on_tray)

    @property
    def main(self) -> MainWindow:
        """The main window, built now if need be."""
        if self._main is None:
            self._main = self._make_main()
            self._main.set_tray(self._tray.is_available)
            self._main.closed_without_tray.connect(self._on_closed_without_tray)
        return self._main

    @property
    def settings(self) -> SettingsWindow:
        """The settings window, built now if need be."""
        if self._settings is None:
            self._settings = self._make_settings()
        return self._settings

    @property
    def geometry(self) -> bytes:
        """The main window's size and place, empty if it was never built."""
        return self._main.geometry_to_keep() if self._main is not None else b""

    @property
    def is_main_shown(self) -> bool:
        """The main window is on the screen."""
        return self._main is not None and self._main.isVisible()

    def show_main(self) -> None:
        """Bring the main window up."""
        self.main.raise_up()

    def show_settings(self) -> None:
        """Bring the settings window up."""
        self.settings.raise_up()

    def show_where_no_tray(self) -> None:
        """Without a tray the window is the only way in."""
        if not self._tray.is_available:
            self.show_main()

    def on_tray(self, is_there: bool) -> None:
        """A tray came or went. When it went and the window was hidden into it, the window comes back."""
        if is_there and self._no_tray_words() in self._status.shown.notice:
            self._status.dismiss()
        if self._main is not None:
            self._main.set_tray(is_there)
            if not is_there and not self._main.isVisible():
                self._main.showMinimized()

    def on_notice(self, notice: Notice) -> None:
        """A hint, in the window and, where that is out of sight, from the tray."""
        self._status.on_notice(notice)
        self._say(notice.message)

    def on_problem(self, problem: Problem) -> None:
        """An error, likewise."""
        self._status.on_problem(problem)
        self._say(problem.error.message)

    def tell_notice(self, notice: Notice) -> None:
        """A hint that the windows show already; from the tray where they are out of sight."""
        self._say(notice.message)

    def tell_problem(self, problem: Problem) -> None:
        """An error, likewise."""
        self._say(problem.error.message)

    def ask(self, pending: PendingText) -> None:
        """Whether to read a very long text; only the newest question stands."""
        self._asked_about = pending
        if self._question is None:
            self._question = self._make_question()
        self._question.setText(
            self.tr("The text has {count} characters. Read all of it?").format(
                count=QLocale().toString(pending.characters)
            )
        )
        self._question.open()
        self._question.raise_()
        self._question.activateWindow()

    def close(self) -> None:
        """Take all windows away."""
        for window in (self._question, self._settings, self._main):
            if window is not None:
                window.hide()
                window.deleteLater()

    def _make_question(self) -> QMessageBox:
        question = QMessageBox()
        question.setObjectName("long_text_question")
        question.setWindowTitle(APP_TITLE)
        question.setIcon(QMessageBox.Icon.Question)
        question.setInformativeText(self.tr("That takes a long time. It can be stopped at any moment."))
        read = question.addButton(self.tr("&Read it"), QMessageBox.ButtonRole.AcceptRole)
        read.setObjectName("read_long_text")
        question.addButton(self.tr("&Cancel"), QMessageBox.ButtonRole.RejectRole)
        question.accepted.connect(self._on_confirmed)
        return question

    def _on_confirmed(self) -> None:
        pending, self._asked_about = self._asked_about, None
        if pending is not None:
            self._controller.confirm(pending)

    def _on_closed_without_tray(self) -> None:
        self._status.on_notice(Notice(self._no_tray_words()))

    def _no_tray_words(self) -> str:
        return self.tr("This desktop has no tray, so the window stays in the task list. Ctrl+Q quits.")

    def _say(self, message: str) -> None:
        is_seen = self._main is not None and self._main.isActiveWindow()
        if not is_seen and self._tray.icon is not None:
            self._tray.icon.say(APP_TITLE, message)
