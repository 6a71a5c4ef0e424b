"""A slider with a picture and its value in words: volume and speed look and behave alike."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from qwentts_desktop.ui.icons import IconFolder

PICTURE_SIZE = 20
HANDLE = 22
"""Room for the handle, which the style sheet draws larger than the groove."""


class LevelSlider(QWidget):
    """A number between two ends, moved in steps of 0.01 times `step`."""

    moved = Signal(object)
    """float: the user set this value."""

    def __init__(
        self,
        name: str,
        title: str,
        picture: str,
        ends: tuple[float, float],
        icons: IconFolder,
        words: Callable[[float], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons = icons
        self._picture_name = picture
        self._title = title
        self._words = words
        self._picture = QLabel()
        self._picture.setToolTip(title)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setObjectName(name)
        self.slider.setRange(round(ends[0] * 100), round(ends[1] * 100))
        self.slider.setSingleStep(5)
        self.slider.setPageStep(25)
        self.slider.setAccessibleName(title)
        self.slider.setToolTip(title)
        self.slider.setMinimumSize(64, HANDLE)
        self._value = QLabel()
        self._value.setObjectName(f"{name}_value")
        widest = max((words(end) for end in ends), key=len)
        self._value.setMinimumWidth(self._value.fontMetrics().horizontalAdvance(widest) + 8)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._picture)
        row.addWidget(self.slider, 1)
        row.addWidget(self._value)
        self.slider.valueChanged.connect(self._on_moved)

    def show_value(self, value: float) -> None:
        """Show a value that was set elsewhere."""
        if self.slider.isSliderDown():
            return
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(value * 100))
        self._tell_words()

    def paint_icons(self) -> None:
        """Draw the picture in the palette's colour."""
        colour = self.palette().color(QPalette.ColorRole.WindowText)
        self._picture.setPixmap(
            self._icons.symbolic_pixmap(self._picture_name, colour, PICTURE_SIZE, self.devicePixelRatioF())
        )

    def _on_moved(self) -> None:
        self._tell_words()
        self.moved.emit(self.slider.value() / 100)

    def _tell_words(self) -> None:
        words = self._words(self.slider.value() / 100)
        self._value.setText(words)
        self.slider.setAccessibleDescription(words)
