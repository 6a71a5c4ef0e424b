"""What the voice menu offers. It reads the settings only; the library of voices adds its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication

from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.ui.ports import VoiceChoice


class VoiceChoices:
    """The system's voice, the voices of the library, and the one in use even where it is gone."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        library: Callable[[], Sequence[VoiceChoice]] = lambda: (),
    ) -> None:
        self._settings = settings
        self._library = library

    def __call__(self) -> tuple[VoiceChoice, ...]:
        """The choices in the order of the menu."""
        system = VoiceChoice("", QCoreApplication.translate("voices", "System voice"))
        known = (system, *self._library())
        present = self._settings().voice.voice
        if present in (choice.id for choice in known):
            return known
        gone = QCoreApplication.translate("voices", "Missing voice")
        return (*known, VoiceChoice(present, present.partition(":")[2].capitalize() or gone))
