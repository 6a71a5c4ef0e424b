"""A bar that shows how loud the microphone is, in decibels, with the good range marked. Knows no device."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from qwentts_desktop.audio.recorder import InputLevel
from qwentts_desktop.ui.shades import shades_of

LOWEST_DB = -60.0
GOOD_DB = (-30.0, -3.0)
HEIGHT = 18


class LevelMeter(QWidget):
    """-60 to 0 dBFS; the words for it are its accessible description."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("level_meter")
        self.setAccessibleName(self.tr("Microphone level"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        self._level = InputLevel()

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(240, HEIGHT)

    @property
    def share(self) -> float:
        """How much of the bar is filled, 0..1."""
        decibels = 20 * math.log10(max(self._level.peak, 1e-6))
        return min(1.0, max(0.0, 1.0 - decibels / LOWEST_DB))

    def show_level(self, level: InputLevel) -> None:
        """This loud now."""
        if level != self._level:
            self._level = level
            self.setAccessibleDescription(level_words(level))
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The bar, red where it clips, and the two ends of the good range."""
        shades = shades_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(0, 4, self.width(), HEIGHT - 8)
        painter.setBrush(shades.pressed)
        painter.drawRoundedRect(whole, 5, 5)
        if self.share > 0.01:
            painter.setBrush(shades.danger if self._level.has_clipped else shades.accent)
            painter.drawRoundedRect(QRectF(0, 4, self.share * self.width(), HEIGHT - 8), 5, 5)
        painter.setBrush(QColor(shades.muted))
        for decibels in GOOD_DB:
            painter.drawRect(QRectF(self.width() * (1 - decibels / LOWEST_DB) - 1, 0, 2, HEIGHT))


def level_words(level: InputLevel) -> str:
    """The level as advice."""
    translate = QCoreApplication.translate
    decibels = 20 * math.log10(max(level.peak, 1e-6))
    if level.has_clipped:
        return translate("voices", "Too loud: move back, or turn the microphone down.")
    if decibels < LOWEST_DB + 5:
        return translate("voices", "Nothing is heard.")
    if decibels < GOOD_DB[0]:
        return translate("voices", "Quiet: come closer.")
    return translate("voices", "Good.")
