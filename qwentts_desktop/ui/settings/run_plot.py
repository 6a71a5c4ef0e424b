"""A small plot: a bar for each run, the newest on the right. It draws numbers and knows no unit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from qwentts_desktop.ui.shades import shades_of

HEIGHT = 72
GAP = 3.0
WIDEST_BAR = 18.0


class RunPlot(QWidget):
    """Bars from zero to the largest value; a line where it should be, if there is such a place."""

    def __init__(self, name: str, target: float | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._target = target
        self._values: tuple[float, ...] = ()

    def show_values(self, values: Sequence[float], words: str) -> None:
        """Draw these; `words` says the same for those who cannot see it."""
        self._values = tuple(values)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(220, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Bars, ground line, target."""
        shades = shades_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = self.height() - 1.0
        painter.setPen(shades.line)
        painter.drawLine(0, round(ground), self.width(), round(ground))
        top = max([*self._values, self._target or 0.0, 1e-9])
        painter.setPen(Qt.PenStyle.NoPen)
        for number, bar in enumerate(self._bars(top, ground)):
            is_newest = number == len(self._values) - 1
            painter.setBrush(shades.accent if is_newest else shades.faint)
            painter.drawRoundedRect(bar, 2, 2)
        if self._target is not None:
            painter.setPen(shades.text)
            level = round(ground - (ground - 4) * self._target / top)
            painter.drawLine(0, level, self.width(), level)
        painter.end()

    def _bars(self, top: float, ground: float) -> list[QRectF]:
        if not self._values:
            return []
        step = min(WIDEST_BAR + GAP, self.width() / len(self._values))
        left = self.width() - step * len(self._values)
        return [
            QRectF(left + number * step, ground - height, max(step - GAP, 1.0), height)
            for number, height in enumerate((ground - 4) * value / top for value in self._values)
        ]
