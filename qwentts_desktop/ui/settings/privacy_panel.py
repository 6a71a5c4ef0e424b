"""What is kept of the texts that were read, and the button that throws it away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from qwentts_desktop.ui.restyle import muted_label


class PrivacyPanel(QFrame):
    """Clear the history; a word on what never leaves the machine.

    Args:
        clear_history: throws the kept texts away; None where nothing can be kept.
    """

    def __init__(self, clear_history: Callable[[], None] | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("privacy")
        self.setProperty("card", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.addWidget(
            muted_label(
                self.tr(
                    "Texts and voices stay on this computer. The network is used only to download "
                    "a model when you ask for it. No text that is read appears in the log."
                )
            )
        )
        if clear_history is not None:
            self._clear_history = clear_history
            self.clear = QPushButton(self.tr("Clear the history"))
            self.clear.setObjectName("clear_history")
            self.clear.clicked.connect(self._on_clear)
            self.said = muted_label()
            self.said.setObjectName("history_said")
            row = QHBoxLayout()
            row.addWidget(self.clear)
            row.addWidget(self.said, 1)
            column.addLayout(row)

    def _on_clear(self) -> None:
        self._clear_history()
        self.said.setText(self.tr("The history is empty now."))
