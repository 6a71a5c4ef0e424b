"""Controls for settings that a plain field serves badly: hotkeys, output device, percentages, voices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSlider,
    QToolButton,
    QWidget,
)

from qwentts_desktop.settings.description import SettingInfo
from qwentts_desktop.ui.key_words import combination_words
from qwentts_desktop.ui.level_slider import HANDLE
from qwentts_desktop.ui.settings.rows import FIELD_WIDTH, SettingControl


class HotkeyField(QLineEdit):
    """Takes the keys that are pressed in it as a combination. Backspace clears, Esc leaves it as it was."""

    captured = Signal(object)
    """str: the combination, "" for none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setPlaceholderText(self.tr("None"))
        self.setToolTip(self.tr("Click here and press the keys. Backspace for none."))
        self._before = ""

    def show_combination(self, text: str) -> None:
        """Show what is set."""
        self._before = text
        self.setText(text)

    def event(self, event: QEvent) -> bool:
        """Take keys that would otherwise be shortcuts of the window, but let Tab move on."""
        if event.type() == QEvent.Type.ShortcutOverride and self.hasFocus():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """One key, with what is held beside it."""
        key = Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held == Qt.KeyboardModifier.NoModifier and key == Qt.Key.Key_Escape:
            self.setText(self._before)
            self.clearFocus()
        elif held == Qt.KeyboardModifier.NoModifier and key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self._take("")
        else:
            words = combination_words(held, key)
            if words.endswith("+"):
                self.setText(words + "…")
            elif words:
                self._take(words)

    def focusInEvent(self, event: Any) -> None:
        """Ready for keys, and saying so."""
        super().focusInEvent(event)
        self.setPlaceholderText(self.tr("Press the keys"))
        self.selectAll()

    def focusOutEvent(self, event: Any) -> None:
        """Left in mid-combination: as it was."""
        super().focusOutEvent(event)
        self.setPlaceholderText(self.tr("None"))
        self.setText(self._before)

    def _take(self, combination: str) -> None:
        self.show_combination(combination)
        self.captured.emit(combination)


class HotkeyControl(SettingControl):
    """A capture field with a button that clears it."""

    def __init__(self, declaration: SettingInfo) -> None:
        whole = QWidget()
        super().__init__(declaration, whole)
        self.field = HotkeyField()
        self.field.setObjectName(f"{declaration.name}.keys")
        self.field.setMinimumWidth(FIELD_WIDTH - 40)
        clear = QToolButton()
        clear.setText("✕")
        clear.setProperty("quiet", True)
        clear.setObjectName(f"{declaration.name}.clear")
        clear.setToolTip(self.tr("No hotkey"))
        clear.setAccessibleName(self.tr("No hotkey"))
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.field, 1)
        row.addWidget(clear)
        whole.setFocusProxy(self.field)
        self.field.captured.connect(self.tell)
        clear.clicked.connect(self._on_clear)

    def show_value(self, value: Any) -> None:
        """Show the combination."""
        self.field.show_combination(str(value))

    def _on_clear(self) -> None:
        self.field.show_combination("")
        self.tell("")


class _FreshComboBox(QComboBox):
    """Asks for its entries each time it opens or appears."""

    wants_entries = Signal()

    def showPopup(self) -> None:
        """Fresh entries, then the list."""
        self.wants_entries.emit()
        super().showPopup()

    def showEvent(self, event: QShowEvent) -> None:
        """Fresh entries when it comes into view."""
        self.wants_entries.emit()
        super().showEvent(event)


class ListControl(SettingControl):
    """A choice among entries looked up when the list opens; a stored one that is gone stays visible."""

    def __init__(
        self,
        declaration: SettingInfo,
        entries: Callable[[], Sequence[tuple[str, str]]],
        gone: str,
    ) -> None:
        self._box = _FreshComboBox()
        self._box.setMinimumWidth(FIELD_WIDTH)
        self._box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        super().__init__(declaration, self._box)
        self._entries = entries
        self._gone = gone
        self._value = ""
        self._box.wants_entries.connect(self.fill)
        self._box.activated.connect(self._on_chosen)

    def fill(self) -> None:
        """Look the entries up again."""
        with QSignalBlocker(self._box):
            self._box.clear()
            for stored, shown in self._entries():
                self._box.addItem(shown, stored)
            if self._box.findData(self._value) < 0:
                self._box.addItem(self._gone.format(name=self._value), self._value)
            self._box.setCurrentIndex(self._box.findData(self._value))

    def show_value(self, value: Any) -> None:
        """Select it."""
        self._value = str(value)
        if self._box.isVisible():
            self.fill()

    def _on_chosen(self, index: int) -> None:
        self._value = str(self._box.itemData(index))
        self.tell(self._value)


class FolderControl(SettingControl):
    """A folder, typed or chosen; told when the user leaves the field, presses Enter or has chosen."""

    def __init__(self, declaration: SettingInfo, nothing: str) -> None:
        whole = QWidget()
        super().__init__(declaration, whole)
        self._line = QLineEdit()
        self._line.setObjectName(f"{declaration.name}.path")
        self._line.setPlaceholderText(nothing)
        self._line.setMinimumWidth(FIELD_WIDTH - 40)
        choose = QToolButton()
        choose.setText("…")
        choose.setObjectName(f"{declaration.name}.choose")
        choose.setToolTip(self.tr("Choose a folder"))
        choose.setAccessibleName(self.tr("Choose a folder"))
        self._shown = ""
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._line, 1)
        row.addWidget(choose)
        whole.setFocusProxy(self._line)
        self._line.editingFinished.connect(self._on_finished)
        choose.clicked.connect(self._on_choose)

    def show_value(self, value: Any) -> None:
        """Put the path in."""
        self._shown = str(value)
        self._line.setText(self._shown)

    def _on_finished(self) -> None:
        if self._line.text() != self._shown:
            self._shown = self._line.text()
            self.tell(self._shown)

    def _on_choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self.widget, self.tr("Choose a folder"), self._shown or str(Path.home())
        )
        if folder:
            self._line.setText(folder)
            self._on_finished()


class SliderControl(SettingControl):
    """A number as a slider in hundredths, its value in words beside it, told while it moves."""

    def __init__(self, declaration: SettingInfo, words: Callable[[float], str]) -> None:
        whole = QWidget()
        super().__init__(declaration, whole)
        self._words_of = words
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setObjectName(f"{declaration.name}.slider")
        self._slider.setRange(
            round(100 * (declaration.minimum or 0)), round(100 * (declaration.maximum or 1))
        )
        self._slider.setSingleStep(5)
        self._slider.setPageStep(25)
        self._slider.setMinimumSize(FIELD_WIDTH - 60, HANDLE)
        self._words = QLabel()
        self._words.setMinimumWidth(self._words.fontMetrics().horizontalAdvance("100 %") + 8)
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._slider, 1)
        row.addWidget(self._words)
        whole.setFocusProxy(self._slider)
        self._slider.valueChanged.connect(self._on_moved)

    def show_value(self, value: Any) -> None:
        """Move the handle, unless a hand is on it."""
        if not self._slider.isSliderDown():
            with QSignalBlocker(self._slider):
                self._slider.setValue(round(100 * float(value)))
            self._show_words()

    def _show_words(self) -> None:
        self._words.setText(self._words_of(self._slider.value() / 100))

    def _on_moved(self, value: int) -> None:
        self._show_words()
        self.tell(f"{value / 100:.2f}")
