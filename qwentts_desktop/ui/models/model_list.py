"""The list of published models, for the settings and for the first run. It follows the work on them."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from qwentts_desktop.checkpoints.progress import DownloadProgress
from qwentts_desktop.ui.appearance import SPACING
from qwentts_desktop.ui.models.model_fit import fit_words
from qwentts_desktop.ui.models.model_row import ModelRow
from qwentts_desktop.ui.models.model_work import ModelNews, ModelsKnown, ModelWork
from qwentts_desktop.ui.restyle import scaled_label


class ModelList(QWidget):
    """A row for each published model."""

    def __init__(self, work: ModelWork, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("models")
        self._work = work
        self._card_bytes: int | None = None
        self.rows: dict[str, ModelRow] = {}
        self._trouble = QLabel()
        self._trouble.setObjectName("models.trouble")
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACING)
        if title:
            self._column.addWidget(scaled_label(title, 1.1, bold=True))
        self._column.addWidget(self._trouble)
        work.known_changed.connect(self.show_known)
        work.progressed.connect(self.show_progress)
        work.ended.connect(self.show_news)
        self.show_known(work.known)

    def show_known(self, known: ModelsKnown) -> None:
        """All rows anew."""
        for model in known.catalogue:
            if model.id not in self.rows:
                self.rows[model.id] = ModelRow(model, self._work)
                self._column.addWidget(self.rows[model.id])
        self.setUpdatesEnabled(False)
        for row in self.rows.values():
            row.show_known(known)
        self.setUpdatesEnabled(True)
        self._tell_fits()

    def show_progress(self, progress: DownloadProgress) -> None:
        """How far one is."""
        if progress.model_id in self.rows:
            self.rows[progress.model_id].show_progress(progress)

    def show_news(self, news: ModelNews) -> None:
        """What became of the work on one; a trouble with all of them stands above."""
        if news.model_id in self.rows:
            self.rows[news.model_id].show_news(news)
        elif news.is_problem:
            self._trouble.setText(f"⚠ {news.words}")
            self._trouble.show()

    def show_card(self, memory_bytes: int | None) -> None:
        """The memory of the card, None while unknown: rows say whether they fit."""
        self._card_bytes = memory_bytes
        self._tell_fits()

    def showEvent(self, event: QShowEvent) -> None:
        """Look again: models may have come or gone."""
        super().showEvent(event)
        self._work.look()

    def _tell_fits(self) -> None:
        for row in self.rows.values():
            row.tell_fit(fit_words(row.model, self._card_bytes))
