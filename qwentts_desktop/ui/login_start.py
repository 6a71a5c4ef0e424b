"""Turns starting at login on and off by the settings, and tells where the system refuses. No widget."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.speech.events import Problem
from qwentts_desktop.system.autostart import Autostart


class LoginStart(QObject):
    """Applies the setting. GUI thread."""

    failed = Signal(object)
    """`Problem` for the user."""

    def __init__(self, autostart: Autostart, command: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._autostart = autostart
        self._command = tuple(command)

    def apply(self, is_wanted: bool) -> None:
        """Start at login, or do not."""
        try:
            if is_wanted:
                self._autostart.turn_on(self._command)
            else:
                self._autostart.turn_off()
        except SystemAdapterError as error:
            self.failed.emit(Problem(error))
