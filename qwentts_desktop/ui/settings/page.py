"""One page of the settings window: cards of rows (name, control, help, problem), then panels. It arranges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

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
        self._has_help = help_sentence.rstrip(".。") != name
        self.help.setVisible(self._has_help)
        self.problem = QLabel()
        self.problem.setObjectName(f"{declaration.name}.problem")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.words = f"{name} {help_sentence}".lower()
        for widget in (control.widget, control.widget.focusProxy()):
            if widget is not None:  # a screen reader meets the part that has the focus
                widget.setAccessibleName(name)
                widget.setAccessibleDescription(help_sentence)
        control.widget.setToolTip(help_sentence)

    def place_in(self, grid: QGridLayout, row: int) -> None:
        """Two columns of the grid."""
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

    def set_shown(self, is_shown: bool) -> None:
        """Leave the row out while a search is for something else."""
        for widget in (self.label, self.control.widget):
            widget.setVisible(is_shown)
        self.help.setVisible(is_shown and self._has_help)
        self.problem.setVisible(is_shown and bool(self.problem.text()))


@dataclass(frozen=True)
class RowGroup:
    """The rows of one card; its title is "" where the page says enough."""

    title: str
    rows: tuple[SettingRow, ...]


class SettingsPage(QScrollArea):
    """Cards of settings, then panels, scrolled where they do not fit, with a button that resets them."""

    reset_wanted = Signal(object)
    """str: the page."""

    def __init__(
        self,
        page: str,
        title: str,
        groups: Sequence[RowGroup],
        panels: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._title = title
        self._groups = groups
        self._panels = panels
        self._cards: list[QFrame] = []
        self.reset = QPushButton(self.tr("Reset this page"))
        self.reset.setObjectName(f"reset_{page}")
        self.reset.setProperty("quiet", True)
        self.reset.setVisible(bool(groups))
        self.reset.clicked.connect(self._on_reset)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._arrange()

    def matches(self, wanted: str) -> bool:
        """Whether the page has these words, given in small letters."""
        rows_match = any(wanted in row.words for group in self._groups for row in group.rows)
        return wanted in self._title.lower() or rows_match or any(self._panels_with(wanted))

    def narrow(self, wanted: str) -> None:
        """Leave only the rows with these words; all of them for none or where the page itself is meant."""
        shows_all = not wanted or wanted in self._title.lower() or not self._has_row_with(wanted)
        for group, card in zip(self._groups, self._cards, strict=True):
            shown = [shows_all or wanted in row.words for row in group.rows]
            for row, is_shown in zip(group.rows, shown, strict=True):
                row.set_shown(is_shown)
            card.setVisible(any(shown))

    def show_changed(self, is_changed: bool) -> None:
        """Whether there is anything to reset."""
        self.reset.setEnabled(is_changed)

    def _has_row_with(self, wanted: str) -> bool:
        return any(wanted in row.words for group in self._groups for row in group.rows)

    def _panels_with(self, wanted: str) -> list[QWidget]:
        return [panel for panel in self._panels if wanted in words_in(panel)]

    def _on_reset(self) -> None:
        self.reset_wanted.emit(self._page)

    def _arrange(self) -> None:
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(4, 0, SPACING, SPACING)
        column.setSpacing(SPACING)
        head = QHBoxLayout()
        heading = scaled_label(self._title, 1.45, bold=True)
        head.addWidget(heading, 1)
        head.addWidget(self.reset)
        column.addLayout(head)
        for group in self._groups:
            self._cards.append(_card_of(group))
            column.addWidget(self._cards[-1])
        for panel in self._panels:
            column.addWidget(panel)
        column.addStretch(1)
        self.setWidget(page)


def _card_of(group: RowGroup) -> QFrame:
    card = QFrame()
    card.setProperty("card", True)
    grid = QGridLayout(card)
    grid.setContentsMargins(20, 18, 20, 18)
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(18)
    grid.setColumnStretch(0, 1)
    if group.title:
        grid.addWidget(scaled_label(group.title, 1.1, bold=True), 0, 0, 1, 2)
    for number, row in enumerate(group.rows, start=1):
        row.place_in(grid, number)
    return card


def words_in(panel: QWidget) -> str:
    """All that labels and buttons of a panel say, in small letters."""
    labels = [label.text() for label in panel.findChildren(QLabel)]
    buttons = [button.text() for button in panel.findChildren(QAbstractButton)]
    return " ".join([*labels, *buttons]).replace("&", "").lower()
