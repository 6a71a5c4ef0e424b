"""Export, import and reset of all settings, and the way back to the first-run assistant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.description import describe_settings
from qwentts_desktop.settings.exchange import export_settings, import_settings
from qwentts_desktop.ui.restyle import muted_label
from qwentts_desktop.ui.settings_model import SettingsModel

FILE_NAME = "qwentts-desktop-settings.toml"


class ExchangePanel(QFrame):
    """Buttons that act on all settings at once; what became of it stands below them."""

    def __init__(
        self, model: SettingsModel, open_assistant: Callable[[], None] | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("exchange")
        self.setProperty("card", True)
        self._model = model
        self._asks_reset = False
        self._said = QLabel()
        self._said.setObjectName("exchange.said")
        self._said.setWordWrap(True)
        self._said.hide()
        export = self._button("export_settings", self.tr("Export…"), self._on_export)
        bring = self._button("import_settings", self.tr("Import…"), self._on_import)
        self._reset = self._button("reset_all", self.tr("Reset everything"), self._on_reset)
        row = QHBoxLayout()
        for button in (export, bring, self._reset):
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.addWidget(
            muted_label(self.tr("All settings in one file: to keep, or to take to another computer."))
        )
        column.addLayout(row)
        column.addWidget(self._said)
        if open_assistant is not None:
            again = self._button("open_assistant", self.tr("Set up again…"), open_assistant)
            steps = QHBoxLayout()
            steps.addWidget(muted_label(self.tr("Go through the steps of the first start once more.")), 1)
            steps.addWidget(again)
            column.addLayout(steps)

    def export_to(self, file: Path) -> None:
        """Write all settings there."""
        try:
            export_settings(self._model.settings, file)
            self._say(self.tr("The settings are in {file}.").format(file=file.name))
        except SettingsError as error:
            self._say(f"⚠ {error.message}")

    def import_from(self, file: Path) -> None:
        """Use the settings of this file; what is not in it is at its default."""
        try:
            read = import_settings(file)
            self._model.change(lambda _current: read.settings)
            done = self.tr("The settings of {file} are in use.").format(file=file.name)
            self._say(" ".join([done, *read.notices]))
        except SettingsError as error:
            self._say(f"⚠ {error.message}")

    def _say(self, words: str) -> None:
        self._said.setText(words)
        self._said.show()

    def _button(self, name: str, words: str, slot: Callable[[], None]) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAccessibleName(words)
        button.clicked.connect(lambda _checked=False: slot())
        return button

    def _on_export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Export settings"), FILE_NAME, "TOML (*.toml)")
        if name:
            self.export_to(Path(name))

    def _on_import(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Import settings"), "", "TOML (*.toml)")
        if name:
            self.import_from(Path(name))

    def _on_reset(self) -> None:
        """Twice: the first press asks."""
        self._asks_reset = not self._asks_reset
        if self._asks_reset:
            self._reset.setText(self.tr("Really reset everything?"))
            return
        self._reset.setText(self.tr("Reset everything"))
        try:
            self._model.reset(info.name for info in describe_settings())
            self._say(self.tr("Everything is at its default."))
        except SettingsError as error:
            self._say(f"⚠ {error.message}")
