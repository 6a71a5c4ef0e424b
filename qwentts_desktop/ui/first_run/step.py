"""What every step of the assistant has: a title, a sentence, and a moment when it is opened."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from qwentts_desktop.ui.appearance import SPACING
from qwentts_desktop.ui.restyle import muted_label, scaled_label


class Step(QWidget):
    """One page; what belongs to it is added to `column`."""

    def __init__(self, name: str, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.title = title
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(4, 0, SPACING, SPACING)
        self.column.setSpacing(SPACING)
        self.column.addWidget(scaled_label(title, 1.45, bold=True))
        self.column.addWidget(muted_label(sentence))

    def open_step(self) -> None:
        """It comes into view."""

    def close_down(self) -> None:
        """The application ends: let go of whatever works in the background."""
