"""Gives changed settings to the parts that live by them. It holds no setting and shows none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject

from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.ui.settings_model import SettingsModel

Value = TypeVar("Value")


@dataclass(frozen=True)
class Effect(Generic[Value]):
    """What follows when one value of the settings changes.

    Attributes:
        of: takes the value out of the settings.
        apply: is given the new value. GUI thread.
    """

    of: Callable[[Settings], Value]
    apply: Callable[[Value], object]

    def follow(self, before: Settings, now: Settings) -> None:
        """Apply where the value changed."""
        value = self.of(now)
        if value != self.of(before):
            self.apply(value)


class SettingsEffects(QObject):
    """Runs the effects of each change."""

    def __init__(
        self, model: SettingsModel, effects: Sequence[Effect[Any]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._effects = effects
        model.changed.connect(self.on_changed)

    def on_changed(self, before: Settings, now: Settings) -> None:
        """The model's signal."""
        for effect in self._effects:
            effect.follow(before, now)
