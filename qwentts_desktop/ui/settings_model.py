"""The settings as the screen sees them: newest, changed through the store, told by a signal. No widget."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.description import find_setting, with_value
from qwentts_desktop.settings.schema import Settings


class Store(Protocol):
    """What is needed of the settings store."""

    @property
    def current(self) -> Settings:
        """The settings in force."""

    def set(self, dotted: str, text: str) -> Settings:
        """Check, change, save, return all; raises SettingsError."""

    def change(self, edit: Callable[[Settings], Settings]) -> Settings:
        """Put in force what `edit` makes of the current settings, save, return all; raises SettingsError."""


class SettingsModel(QObject):
    """Holds the current settings. GUI thread."""

    changed = Signal(object, object)
    """(`Settings` before, `Settings` now)."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._settings = store.current

    @property
    def settings(self) -> Settings:
        """The settings now, frozen."""
        return self._settings

    def set(self, dotted: str, text: str) -> Settings:
        """Change one setting and tell everybody.

        Raises:
            SettingsError: not accepted, with a sentence.
        """
        return self._follow(lambda: self._store.set(dotted, text))

    def change(self, edit: Callable[[Settings], Settings]) -> Settings:
        """Change several settings at once, told once. Raises SettingsError where they were not saved."""
        return self._follow(lambda: self._store.change(edit))

    def reset(self, names: Iterable[str]) -> Settings:
        """Put these settings, named with a dot, back to their defaults. Raises SettingsError as `change`."""
        infos = [find_setting(name) for name in names]

        def edit(settings: Settings) -> Settings:
            for info in infos:
                settings = with_value(settings, info.name, info.default)
            return settings

        return self.change(edit)

    def _follow(self, write: Callable[[], Settings]) -> Settings:
        try:
            self.take(write())
        except SettingsError:
            self.take(self._store.current)  # what could not be saved still holds until the program ends
            raise
        return self._settings

    def take(self, settings: Settings) -> None:
        """These are the settings now: they were changed here or elsewhere."""
        before, self._settings = self._settings, settings
        if before != settings:
            self.changed.emit(before, settings)
