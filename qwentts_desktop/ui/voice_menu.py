"""The menu of voices, filled each time it opens. It knows the choices, not where they come from."""

from __future__ import annotations

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.ports import Facts, SettingsAccess


class VoiceMenu(QMenu):
    """One checkable entry a voice; the voice in use is checked."""

    def __init__(
        self, controller: Controller, settings: SettingsAccess, facts: Facts, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("voice_menu")
        self.setTitle(self.tr("&Voice"))
        self._controller = controller
        self._settings = settings
        self._facts = facts
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._on_triggered)
        self.aboutToShow.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Read the list anew."""
        for action in self._group.actions():
            self._group.removeAction(action)
        self.clear()
        present = self._settings.settings.voice.voice
        for choice in self._facts.voices():
            action = QAction(choice.name.replace("&", "&&"), self)
            action.setData(choice.id)
            action.setCheckable(True)
            action.setChecked(choice.id == present)
            self._group.addAction(action)
            self.addAction(action)
        self.addSeparator()
        manage = self.addAction(self.tr("&Manage voices…"))
        manage.setObjectName("manage_voices")
        manage.triggered.connect(self._controller.show_voices)

    def _on_triggered(self, action: QAction) -> None:
        self._controller.choose_voice(str(action.data()))
