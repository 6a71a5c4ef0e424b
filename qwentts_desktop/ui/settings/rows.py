"""A control for each kind of setting, made from its declaration. It knows no page and no store."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from qwentts_desktop.settings.description import SettingInfo, read_value
from qwentts_desktop.settings.schema import Settings

FIELD_WIDTH = 210
TEXT_MARGIN = 6


class SettingControl(QObject):
    """A control that shows a setting and tells what the user made of it, as the store reads text."""

    changed = Signal(object, object)
    """(dotted name, text)"""

    def __init__(self, declaration: SettingInfo, widget: QWidget) -> None:
        super().__init__(widget)
        self.declaration = declaration
        self.widget = widget
        widget.setObjectName(declaration.name)

    def show(self, settings: Settings) -> None:
        """Show the value without telling of a change."""
        with QSignalBlocker(self.widget):
            self.show_value(read_value(settings, self.declaration.name))

    def show_value(self, value: Any) -> None:
        """Put the value into the widget."""
        raise NotImplementedError

    def tell(self, text: str) -> None:
        """The user chose this."""
        self.changed.emit(self.declaration.name, text)


class SwitchControl(SettingControl):
    """Yes or no."""

    def __init__(self, declaration: SettingInfo) -> None:
        self._box = QCheckBox()
        super().__init__(declaration, self._box)
        self._box.toggled.connect(self._on_toggled)

    def show_value(self, value: Any) -> None:
        """Checked or not."""
        self._box.setChecked(bool(value))

    def _on_toggled(self, checked: bool) -> None:
        self.tell("true" if checked else "false")


class ChoiceControl(SettingControl):
    """One of a few words."""

    def __init__(self, declaration: SettingInfo, words: dict[str, str]) -> None:
        self._box = QComboBox()
        self._box.setMinimumWidth(FIELD_WIDTH)
        for choice in declaration.choices:
            self._box.addItem(words.get(choice, choice), choice)
        super().__init__(declaration, self._box)
        self._box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._box.currentIndexChanged.connect(self._on_chosen)

    def show_value(self, value: Any) -> None:
        """Select it."""
        self._box.setCurrentIndex(self._box.findData(value))

    def _on_chosen(self, index: int) -> None:
        if index >= 0:
            self.tell(str(self._box.itemData(index)))


class NumberControl(SettingControl):
    """A whole number or a fraction within its range; told when the user has finished typing."""

    def __init__(self, declaration: SettingInfo, lowest: str = "") -> None:
        self._box: QSpinBox | QDoubleSpinBox
        low, high = declaration.minimum or 0, declaration.maximum or 1_000_000
        if isinstance(declaration.default, int):
            self._box = QSpinBox()
            self._box.setRange(int(low), int(high))
        else:
            self._box = QDoubleSpinBox()
            self._box.setRange(low, high)
            self._box.setSingleStep(0.05)
        self._box.setSpecialValueText(lowest)  # what the smallest number means, where it is no number
        if declaration.unit:
            self._box.setSuffix(f" {declaration.unit}")
        self._box.setKeyboardTracking(False)
        self._box.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
        self._box.setGroupSeparatorShown(True)
        self._box.setMinimumWidth(FIELD_WIDTH // 2)
        self._box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._box.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.PlusMinus)
        super().__init__(declaration, self._box)
        self._box.valueChanged.connect(self._on_changed)

    def show_value(self, value: Any) -> None:
        """Put the number in."""
        self._box.setValue(value)

    def _on_changed(self) -> None:
        self.tell(str(self._box.value()))


class TextControl(SettingControl):
    """A line of text, told when the user leaves it or presses Enter."""

    def __init__(self, declaration: SettingInfo) -> None:
        self._line = QLineEdit()
        self._line.setMinimumWidth(FIELD_WIDTH)
        super().__init__(declaration, self._line)
        self._shown = ""
        self._line.editingFinished.connect(self._on_finished)

    def show_value(self, value: Any) -> None:
        """Put the text in."""
        self._shown = str(value)
        self._line.setText(self._shown)

    def _on_finished(self) -> None:
        if self._line.text() != self._shown:
            self._shown = self._line.text()
            self.tell(self._shown)


def control_for(declaration: SettingInfo, words: dict[str, str]) -> SettingControl:
    """The plain control for a declaration; pages put others where they serve better."""
    if isinstance(declaration.default, bool):
        return SwitchControl(declaration)
    if declaration.choices:
        return ChoiceControl(declaration, words)
    if isinstance(declaration.default, (int, float)):
        return NumberControl(declaration, words.get(f"{declaration.name}=lowest", ""))
    return TextControl(declaration)
