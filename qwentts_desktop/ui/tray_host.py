"""Keeps an icon in whatever tray there is, also in one that appears later. It knows when there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QSystemTrayIcon

from qwentts_desktop.ui.tray import TrayIcon

WATCHER = "org.kde.StatusNotifierWatcher"
LOOK_AGAIN_MS = 2_000
"""How often an X11 tray is looked for: it announces itself only to those that know its window."""
CHECK_MS = 10_000
"""How often a tray that is there is checked."""
SETTLE_MS = 300
"""A StatusNotifier watcher is given this long to find its host before the icon is built."""


class TrayHost(QObject):
    """Builds the icon when a tray is there, anew when another kind of tray appears."""

    availability_changed = Signal(object)
    """bool: an icon can be seen."""

    def __init__(self, make_icon: Callable[[], TrayIcon], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_icon = make_icon
        self._icon: TrayIcon | None = None
        self._told: bool | None = None
        self._looking = QTimer(self)
        self._looking.setInterval(LOOK_AGAIN_MS)
        self._looking.timeout.connect(self._look)
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(SETTLE_MS)
        self._settling.timeout.connect(self.rebuild)
        self._watcher = self._watch_bus()

    def start(self) -> None:
        """Look now and from now on."""
        self._look()
        self._looking.start()

    @property
    def is_available(self) -> bool:
        """An icon stands in a tray."""
        return self._icon is not None

    @property
    def icon(self) -> TrayIcon | None:
        """The icon, or None where there is no tray."""
        return self._icon

    def rebuild(self) -> None:
        """Take the old icon away and build one for the tray that is there now."""
        self._drop()
        self._look()

    def close(self) -> None:
        """Take the icon away for good."""
        self._looking.stop()
        self._settling.stop()
        self._drop()

    def _look(self) -> None:
        there = QSystemTrayIcon.isSystemTrayAvailable()
        if there and self._icon is None:
            self._icon = self._make_icon()
        elif not there:
            self._drop()
        self._looking.setInterval(CHECK_MS if there else LOOK_AGAIN_MS)
        if there != self._told:
            self._told = there
            self.availability_changed.emit(there)

    def _drop(self) -> None:
        if self._icon is not None:
            self._icon.close()
            self._icon = None

    def _watch_bus(self) -> QObject | None:
        """Hear of a StatusNotifier watcher that comes or goes; None where there is no such bus."""
        if sys.platform == "win32":
            return None
        from PySide6.QtDBus import QDBusConnection, QDBusServiceWatcher

        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return None
        mode = QDBusServiceWatcher.WatchModeFlag.WatchForOwnerChange
        watcher = QDBusServiceWatcher(WATCHER, bus, mode, self)
        watcher.serviceRegistered.connect(self._on_watcher)
        watcher.serviceUnregistered.connect(self._on_watcher)
        return watcher

    def _on_watcher(self, _service: str) -> None:
        self._settling.start()
