"""The window of the assistant: its steps in turn, with Back, Next and Skip. It does none of their work."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from qwentts_desktop import APP_TITLE
from qwentts_desktop.ui.appearance import MARGIN, SPACING
from qwentts_desktop.ui.first_run.step import Step
from qwentts_desktop.ui.placing import open_at
from qwentts_desktop.ui.restyle import muted_label


class Assistant(QWidget):
    """Closing it, at whatever step, is as good as finishing."""

    closed = Signal()

    def __init__(self, steps: Sequence[Step], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("assistant")
        self._steps = steps
        self._stack = QStackedWidget()
        for step in steps:
            self._stack.addWidget(step)
        self.place = muted_label()
        self.place.setObjectName("assistant_place")
        self.skip = self._button("assistant_skip", self.tr("&Skip the rest"))
        self.back = self._button("assistant_back", self.tr("&Back"))
        self.next = self._button("assistant_next", self.tr("&Next"))
        self.next.setProperty("primary", True)
        self.skip.clicked.connect(self.close)
        self.back.clicked.connect(lambda _checked=False: self.go(self._stack.currentIndex() - 1))
        self.next.clicked.connect(lambda _checked=False: self.go(self._stack.currentIndex() + 1))
        buttons = QHBoxLayout()
        buttons.addWidget(self.skip)
        buttons.addWidget(self.place, 1, Qt.AlignmentFlag.AlignCenter)
        buttons.addWidget(self.back)
        buttons.addWidget(self.next)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        whole.setSpacing(SPACING)
        whole.addWidget(self._stack, 1)
        whole.addLayout(buttons)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)
        open_at(self, QSize(720, 620), QSize(560, 420))

    @property
    def step_count(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    def raise_up(self) -> None:
        """Show it before all others, at its first step."""
        if not self.isVisible():
            self.go(0)
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def go(self, number: int) -> None:
        """Open a step; behind the last one it is over."""
        if number >= len(self._steps):
            self.close()
            return
        self._stack.setCurrentIndex(number)
        title = self.tr("Set up {title}").format(title=APP_TITLE)
        self.setWindowTitle(f"{self._steps[number].title} - {title}")  # screen readers say where it is
        is_last = number == len(self._steps) - 1
        self.back.setEnabled(number > 0)
        self.next.setText(self.tr("&Finish") if is_last else self.tr("&Next"))
        self.skip.setVisible(not is_last)
        self.place.setText(
            self.tr("Step {number} of {count}").format(number=number + 1, count=len(self._steps))
        )
        self.next.setFocus()
        self._steps[number].open_step()

    def close_down(self) -> None:
        """Take it away and end what its steps are at."""
        self.hide()
        for step in self._steps:
            step.close_down()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Seen is seen."""
        super().closeEvent(event)
        self.closed.emit()

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        return button
