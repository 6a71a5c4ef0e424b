"""One page of the settings window: rows of name, control, help and problem. It only arranges."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from qwentts_desktop.ui.appearance import SPACING
from qwentts_desktop.ui.restyle import muted_label, scaled_label
from qwentts_desktop.ui.settings.rows import SettingControl
from qwentts_desktop.ui.settings.words import help_of, label_of


class SettingRow:
    """The widgets of one setting: its name on the left, control on the right, help and problem below."""

    def __init__(self, control: SettingControl) -> None:
        self.control = control
        declaration = control.declaration
        name = label_of(declaration.name)
        self.label = QLabel(name)
        self.label.setBuddy(control.widget)
        self.label.setWordWrap(True)
        help_sentence = help_of(declaration)
        self.help = muted_label(help_sentence)
        self.help.setVisible(help_sentence.rstrip(".。") != name)
        self.problem = QLabel()
        self.problem.setObjectName(f"{declaration.name}.problem")
        self.problem.setWordWrap(True)
        self.problem.hide()
        control.widget.setAccessibleName(name)
        control.widget.setAccessibleDescription(help_sentence)
        control.widget.setToolTip(help_sentence)

    def place_in(self, grid: QGridLayout, row: int) -> None:
        """Two rows of the grid."""
        words = QVBoxLayout()
        words.setSpacing(2)
        for widget in (self.label, self.help, self.problem):
            words.addWidget(widget)
        words.addStretch(1)
        grid.addLayout(words, row, 0)
        grid.addWidget(self.control.widget, row, 1, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)

    def tell_problem(self, sentence: str) -> None:
        """Show what is wrong, "" for nothing."""
        self.problem.setText(f"⚠ {sentence}" if sentence else "")
        self.problem.setVisible(bool(sentence))


class SettingsPage(QScrollArea):
    """The rows of one section, scrolled where they do not fit."""

    def __init__(self, title: str, rows: Sequence[SettingRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(4, 0, SPACING, SPACING)
        column.setSpacing(SPACING)
        heading = scaled_label(title, 1.45, bold=True)
        column.addWidget(heading)
        card = QFrame()
        card.setProperty("card", True)
        grid = QGridLayout(card)
        grid.setContentsMargins(20, 18, 20, 18)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(18)
        grid.setColumnStretch(0, 1)
        for number, row in enumerate(rows):
            row.place_in(grid, number)
        column.addWidget(card)
        column.addStretch(1)
        self.setWidget(page)
