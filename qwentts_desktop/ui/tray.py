"""The icon in the tray: state as picture and tooltip, the menu, clicks. It never shows spoken text."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.actions import Actions
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.status_model import Shown, StatusModel
from qwentts_desktop.ui.words import tooltip_words


class MirroredAction(QAction):
    """Another action without its shortcut: the window's shortcuts do not work from the tray."""

    def __init__(self, original: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._original = original
        self.setObjectName(f"tray_{original.objectName()}")
        original.changed.connect(self.follow)
        self.triggered.connect(original.trigger)
        self.follow()

    def follow(self) -> None:
        """Text, picture and state as the original has them."""
        self.setText(self._original.text())
        self.setIcon(self._original.icon())
        self.setEnabled(self._original.isEnabled())


def tray_menu(actions: Actions, voices: QMenu) -> QMenu:
    """The tray's menu; the caller owns it."""
    menu = QMenu()
    menu.setObjectName("tray_menu")

    def add(*originals: QAction) -> None:
        menu.addActions([MirroredAction(original, menu) for original in originals])

    add(actions.speak_selection, actions.speak_clipboard)
    menu.addSeparator()
    add(actions.pause, actions.stop, actions.next, actions.previous)
    menu.addSeparator()
    menu.addMenu(voices)
    menu.addSeparator()
    add(actions.window, actions.settings)
    menu.addSeparator()
    add(actions.quit)
    return menu


class TrayIcon(QObject):
    """One QSystemTrayIcon. The protocol is chosen when it is made, so a new tray needs a new `TrayIcon`."""

    def __init__(
        self,
        controller: Controller,
        status: StatusModel,
        icons: IconFolder,
        menu: QMenu,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._status = status
        self._icons = icons
        self._pictures: dict[State, QIcon] = {}
        self._state: State | None = None
        self._icon = QSystemTrayIcon(self)
        self._icon.setObjectName("tray_icon")
        self._icon.setContextMenu(menu)
        self._icon.activated.connect(self._on_activated)
        status.changed.connect(self.show_status)
        self.show_status(status.shown)
        self._icon.show()

    def show_status(self, shown: Shown) -> None:
        """Picture and tooltip for this state."""
        if shown.state is not self._state:
            self._state = shown.state
            self._icon.setIcon(self._picture_of(shown.state))
        words = tooltip_words(shown)
        if words != self._icon.toolTip():
            self._icon.setToolTip(words)

    @property
    def tooltip(self) -> str:
        """What the tooltip says."""
        return self._icon.toolTip()

    @property
    def picture(self) -> QIcon:
        """The picture shown."""
        return self._icon.icon()

    def say(self, title: str, message: str) -> None:
        """A notification, where the tray can show one."""
        if QSystemTrayIcon.supportsMessages():
            self._icon.showMessage(title, message, self.picture)

    def close(self) -> None:
        """Take the icon away."""
        self._icon.hide()
        self.deleteLater()

    def _picture_of(self, state: State) -> QIcon:
        """Drawn when it is first shown."""
        if state not in self._pictures:
            self._pictures[state] = self._icons.tray(state)
        return self._pictures[state]

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.MiddleClick:
            self._controller.stop()
        elif reason is QSystemTrayIcon.ActivationReason.Trigger:
            self._on_left_click()

    def _on_left_click(self) -> None:
        """Pause or resume while reading, the window otherwise."""
        if self._status.shown.state in (State.SPEAKING, State.PAUSED):
            self._controller.toggle_pause()
        else:
            self._controller.show_window()
