"""Puts texts into the history while the user wants one kept. No widget."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.service.history import History, HistoryEntry
from qwentts_desktop.ui.events import TextShown
from qwentts_desktop.ui.ports import SettingsAccess


class HistoryKeeper(QObject):
    """The history as the screen uses it. GUI thread."""

    changed = Signal()

    def __init__(self, history: History, settings: SettingsAccess, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._settings = settings

    @property
    def is_kept(self) -> bool:
        """The user wants texts remembered."""
        return self._settings.settings.privacy.keep_history

    def entries(self) -> tuple[HistoryEntry, ...]:
        """The newest first."""
        return self._history.entries()

    def on_submitted(self, shown: TextShown) -> None:
        """A text is read: remember it, if that is wanted."""
        if self.is_kept:
            self._history.add(shown.text)
            self.changed.emit()

    def remove(self, entry: HistoryEntry) -> None:
        """Forget one text."""
        self._history.remove(entry)
        self.changed.emit()

    def clear(self) -> None:
        """Forget all."""
        self._history.clear()
        self.changed.emit()
