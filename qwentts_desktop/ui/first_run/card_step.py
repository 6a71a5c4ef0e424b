"""First step: whether the card can speak, and what to do where it cannot."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QVBoxLayout, QWidget

from qwentts_desktop import APP_TITLE
from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.ui.first_run.card_look import CardLook
from qwentts_desktop.ui.first_run.step import Step
from qwentts_desktop.ui.models.model_words import memory_words
from qwentts_desktop.ui.restyle import scaled_label
from qwentts_desktop.ui.settings.doctor_panel import FindingRow
from qwentts_desktop.ui.voices.background import Background


class CardStep(Step):
    """Looks by itself, and says in a sentence what came of it.

    Args:
        look: examines the card; blocks.
    """

    looked = Signal(object)
    """`CardLook`"""

    def __init__(self, look: Callable[[], CardLook], parent: QWidget | None = None) -> None:
        super().__init__(
            "card_step",
            self.tr("Welcome to {title}").format(title=APP_TITLE),
            self.tr("Select text anywhere, press a key, and hear it. First a look at your graphics card."),
            parent,
        )
        self._look = look
        self._worker = Background("card", self)
        self._has_looked = False
        self._card = QFrame()
        self._card.setProperty("card", True)
        self.verdict = scaled_label("", 1.1, bold=True)
        self.verdict.setObjectName("card_verdict")
        self.verdict.setWordWrap(True)
        self.detail = QLabel()
        self.detail.setObjectName("card_detail")
        self.detail.setWordWrap(True)
        self.detail.setTextFormat(Qt.TextFormat.PlainText)
        self._busy = QProgressBar()
        self._busy.setObjectName("card_busy")
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        inside = QVBoxLayout(self._card)
        inside.setContentsMargins(20, 18, 20, 18)
        for widget in (self.verdict, self.detail, self._busy):
            inside.addWidget(widget)
        self.column.addWidget(self._card)
        self.column.addStretch(1)

    def open_step(self) -> None:
        """The first time, look."""
        if not self._has_looked and not self._worker.is_busy:
            self.verdict.setText(self.tr("Looking at your graphics card…"))
            self.detail.setText(self.tr("You need not wait: go on, the answer comes here."))
            self._worker.run(self._look, self.show_look, self._on_failed)

    def show_look(self, look: CardLook) -> None:
        """Say what was seen."""
        self._has_looked = True
        self._busy.hide()
        self.verdict.setText(self._verdict_of(look))
        self.detail.setText(self._detail_of(look))
        if look.obstacle is not None:
            self.column.insertWidget(self.column.count() - 1, FindingRow(look.obstacle))
        self.looked.emit(look)

    def close_down(self) -> None:
        """Let go of the worker; the doctor's process ends by itself."""
        self._worker.close(timeout_s=0.1)

    def _on_failed(self, error: QwenTTSError) -> None:
        self._busy.hide()
        self.verdict.setText(self.tr("The card could not be examined."))
        self.detail.setText(error.message)

    def _verdict_of(self, look: CardLook) -> str:
        if look.obstacle is not None:
            return self.tr("The neural voice cannot speak here yet.")
        if look.is_sure:
            return self.tr("Your card is ready for the neural voice.")
        if look.name:
            return self.tr("A card was found; it will be tried with the first text.")
        return self.tr("No NVIDIA card was found.")

    def _detail_of(self, look: CardLook) -> str:
        parts = []
        if look.name:
            size = f", {memory_words(look.memory_bytes)}" if look.memory_bytes else ""
            parts.append(f"{look.name}{size}.")
        if look.obstacle is not None or not look.name:
            parts.append(self.tr("Until then the system's own voice reads, so everything can be tried."))
        return " ".join(parts)
