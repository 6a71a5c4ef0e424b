"""Third step: who speaks. A voice can be heard at once; making one's own is a window away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QPushButton, QWidget

from qwentts_desktop.checkpoints.catalogue import ModelKind
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.first_run.step import Step
from qwentts_desktop.ui.models.model_work import ModelWork
from qwentts_desktop.ui.ports import Facts, SettingsAccess, VoiceChoice
from qwentts_desktop.voices.presets import PRESET_SPEAKERS


class VoiceStep(Step):
    """The voices that there are, and those that come with the model.

    Args:
        make_voice: opens the window where voices are made; None where there is none.
    """

    def __init__(
        self,
        controller: Controller,
        settings: SettingsAccess,
        facts: Facts,
        work: ModelWork,
        make_voice: Callable[[], None] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            "voice_step",
            self.tr("Choose a voice"),
            self.tr(
                "It can be changed at any time from the tray. Voices of your own can be made later, too."
            ),
            parent,
        )
        self._controller = controller
        self._settings = settings
        self._facts = facts
        self._work = work
        self.list = QListWidget()
        self.list.setObjectName("voice_list")
        self.list.setAccessibleName(self.tr("Voices"))
        self.list.currentItemChanged.connect(self._on_chosen)
        self.hear = QPushButton(self.tr("Hear it"))
        self.hear.setObjectName("hear_voice")
        self.hear.clicked.connect(self._on_hear)
        self.hint = QLabel(
            self.tr("While the model is not there yet, the system's own voice stands in for every voice.")
        )
        self.hint.setObjectName("voice_hint")
        self.hint.setWordWrap(True)
        buttons = QHBoxLayout()
        buttons.addWidget(self.hear)
        if make_voice is not None:
            make = QPushButton(self.tr("Make a voice of your own…"))
            make.setObjectName("make_voice")
            make.clicked.connect(lambda _checked=False: make_voice())
            buttons.addWidget(make)
        buttons.addStretch(1)
        self.column.addWidget(self.list, 1)
        self.column.addLayout(buttons)
        self.column.addWidget(self.hint)
        work.known_changed.connect(self.on_known)

    def open_step(self) -> None:
        """The list anew: a model may have arrived, a voice may have been made."""
        self.fill()
        self.list.setFocus()

    def on_known(self, _known: object) -> None:
        """Models came or went while the step is in view."""
        if self.isVisible():
            self.fill()

    def fill(self) -> None:
        """Put up all voices there are."""
        present = self._settings.settings.voice.voice
        with QSignalBlocker(self.list):
            self.list.clear()
            for choice in self._choices():
                item = QListWidgetItem(choice.name)
                item.setData(Qt.ItemDataRole.UserRole, choice.id)
                self.list.addItem(item)
                if choice.id == present:
                    self.list.setCurrentItem(item)
        self.hint.setVisible(not self._has_presets(installed=True))

    def _choices(self) -> Sequence[VoiceChoice]:
        known = list(self._facts.voices())
        if self._has_presets(installed=False):
            ids = {choice.id for choice in known}
            presets = (VoiceChoice(f"preset:{one.name}", one.title) for one in PRESET_SPEAKERS)
            known += [choice for choice in presets if choice.id not in ids]
        return known

    def _has_presets(self, *, installed: bool) -> bool:
        """Whether a model with voices of its own is there, or at least on its way."""
        known = self._work.known
        if any(model.kind is ModelKind.CUSTOM_VOICE for model in known.installed.values()):
            return True
        on_its_way = (
            model.kind is ModelKind.CUSTOM_VOICE and self._work.is_at(model.id) for model in known.catalogue
        )
        return not installed and any(on_its_way)

    def _on_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._controller.choose_voice(str(item.data(Qt.ItemDataRole.UserRole)))

    def _on_hear(self) -> None:
        self._controller.speak_text(self.tr("This is how your texts will sound. Do you like the voice?"))
