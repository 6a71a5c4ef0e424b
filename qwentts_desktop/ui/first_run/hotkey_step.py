"""Last step: the key that reads, tried on a text that lies ready."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QWidget

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.description import find_setting
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.events import HotkeyPressed
from qwentts_desktop.ui.first_run.step import Step
from qwentts_desktop.ui.ports import Facts
from qwentts_desktop.ui.settings.controls import HotkeyControl
from qwentts_desktop.ui.settings_model import SettingsModel

NAME = "hotkeys.speak_selection"
ACTION = "speak_selection"


class HotkeyStep(Step):
    """The key can be changed here, and is tried by pressing it."""

    def __init__(
        self, controller: Controller, model: SettingsModel, facts: Facts, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "hotkey_step",
            self.tr("Try the key"),
            self.tr("It works in every program: select text there and press it."),
            parent,
        )
        self._controller = controller
        self._model = model
        self._facts = facts
        self.control = HotkeyControl(find_setting(NAME))
        self.control.changed.connect(self._on_changed)
        self.problem = QLabel()
        self.problem.setObjectName("hotkey_problem")
        self.problem.setWordWrap(True)
        self.text = QPlainTextEdit(
            self.tr("The quick brown fox jumps over the lazy dog. When you hear this sentence, all is well.")
        )
        self.text.setObjectName("hotkey_text")
        self.text.setAccessibleName(self.tr("Text to try the key on"))
        self.text.setReadOnly(True)
        self.text.setMaximumHeight(110)
        self.said = QLabel()
        self.said.setObjectName("hotkey_said")
        self.said.setWordWrap(True)
        self.instead = QPushButton(self.tr("Read it without the key"))
        self.instead.setObjectName("read_without_key")
        self.instead.clicked.connect(self._on_instead)
        keys = QHBoxLayout()
        label = QLabel(self.tr("Speak selection"))
        label.setBuddy(self.control.widget)
        self.control.widget.setAccessibleName(self.tr("Speak selection"))
        keys.addWidget(label)
        keys.addWidget(self.control.widget)
        keys.addStretch(1)
        self.column.addLayout(keys)
        for widget in (self.problem, self.text, self.said):
            self.column.addWidget(widget)
        row = QHBoxLayout()
        row.addWidget(self.instead)
        row.addStretch(1)
        self.column.addLayout(row)
        self.column.addStretch(1)
        model.changed.connect(self.on_settings)
        self.on_settings(model.settings, model.settings)

    def open_step(self) -> None:
        """The text lies ready, selected."""
        self.text.setFocus()
        self.text.selectAll()
        clipboard = QGuiApplication.clipboard()
        if clipboard.supportsSelection():  # X11 hears of a selection only from a mouse or a key
            clipboard.setText(self.text.toPlainText(), QClipboard.Mode.Selection)
        self.show_hotkeys(self._facts.hotkeys())

    def on_settings(self, _before: Settings, now: Settings) -> None:
        """The model's signal."""
        self.control.show(now)
        self.show_hotkeys(self._facts.hotkeys())

    def show_hotkeys(self, states: Mapping[str, BindResult]) -> None:
        """What to press, or why there is no key."""
        state = states.get(ACTION)
        problem = state.problem if state is not None else ""
        self.problem.setText(f"⚠ {problem}" if problem else "")
        self.problem.setVisible(bool(problem))
        if state is not None and state.bound:
            self.said.setText(self.tr("Press {keys} now.").format(keys=state.combination))
        else:
            self.said.setText(self.tr("No key reads selected text at present."))

    def on_hotkey(self, press: HotkeyPressed) -> None:
        """The key was seen."""
        if press.action == ACTION and self.isVisible():
            self.said.setText(self.tr("✓ The key works."))

    def _on_changed(self, name: str, text: str) -> None:
        try:
            self._model.set(name, text)
        except SettingsError as error:
            self.control.show(self._model.settings)
            self.problem.setText(f"⚠ {error.message}")
            self.problem.show()

    def _on_instead(self) -> None:
        self._controller.speak_text(self.text.toPlainText())
