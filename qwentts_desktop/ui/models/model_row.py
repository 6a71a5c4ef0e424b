"""One model of the list: what it is, where it stands, and the buttons that apply. It does no work itself."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from qwentts_desktop.checkpoints.catalogue import PublishedModel
from qwentts_desktop.checkpoints.progress import DownloadProgress
from qwentts_desktop.ui.models.model_words import abilities_of, needs_of, progress_words, state_of, title_of
from qwentts_desktop.ui.models.model_work import ModelNews, ModelsKnown, ModelWork
from qwentts_desktop.ui.restyle import muted_label, scaled_label

STEPS = 1_000


class ModelRow(QFrame):
    """A published model."""

    def __init__(self, model: PublishedModel, work: ModelWork, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self._work = work
        self._can_repair = False
        self.setObjectName(f"model_{model.short_name}")
        self.setProperty("card", True)
        self.hint = muted_label()
        self.hint.hide()
        self.state = QLabel()
        self.state.setObjectName(f"{self.objectName()}.state")
        self.state.setWordWrap(True)
        self.progress = QProgressBar()
        self.progress.setObjectName(f"{self.objectName()}.progress")
        self.progress.setRange(0, STEPS)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of {model}").format(model=model.short_name))
        self.download = self._button("download", self.tr("Download"), work.download)
        self.pause = self._button("pause", self.tr("Pause"), self._toggle_pause)
        self.cancel = self._button("cancel", self.tr("Cancel"), work.cancel)
        self.verify = self._button("verify", self.tr("Check files"), work.verify)
        self.repair = self._button("repair", self.tr("Repair"), work.repair)
        self.discard = self._button("discard", self.tr("Discard"), work.discard)
        self.remove = self._button("remove", self.tr("Remove"), self._on_remove)
        self._arrange()
        self.show_known(work.known)

    def show_known(self, known: ModelsKnown) -> None:
        """Whether it is there, and what can be done now."""
        is_at = self._work.is_at(self.model.id)
        is_installed = self.model.id in known.installed
        is_partial = self.model.id in known.partial_bytes
        if not is_at and not self._can_repair:
            self.state.setText(state_of(self.model.id, known))
        self.progress.setVisible(is_at)
        self.download.setText(self.tr("Go on") if is_partial else self.tr("Download"))
        for button, applies in (
            (self.download, not is_at and not is_installed),
            (self.pause, is_at),
            (self.cancel, is_at),
            (self.verify, not is_at and is_installed),
            (self.repair, not is_at and is_installed and self._can_repair),
            (self.discard, not is_at and is_partial),
            (self.remove, not is_at and is_installed),
        ):
            button.setVisible(applies)
        self.pause.setText(self.tr("Go on") if self._work.is_paused(self.model.id) else self.tr("Pause"))

    def show_progress(self, progress: DownloadProgress) -> None:
        """How far it is."""
        self.state.setText(progress_words(progress))
        self.progress.setValue(round(STEPS * progress.fraction))
        self.show_known(self._work.known)

    def show_news(self, news: ModelNews) -> None:
        """What became of the work."""
        self._can_repair = news.can_repair
        self.show_known(self._work.known)
        self.state.setText(f"⚠ {news.words}" if news.is_problem else news.words)

    def tell_fit(self, sentence: str) -> None:
        """A word on whether it fits this machine, "" for none."""
        self.hint.setText(sentence)
        self.hint.setVisible(bool(sentence))

    def _toggle_pause(self, model_id: str) -> None:
        if self._work.is_paused(model_id):
            self._work.resume(model_id)
        else:
            self._work.pause(model_id)

    def _on_remove(self, model_id: str) -> None:
        """Twice: the first press asks."""
        if self.remove.property("asks"):
            self.remove.setProperty("asks", False)
            self.remove.setText(self.tr("Remove"))
            self._work.remove(model_id)
            self.show_known(self._work.known)
        else:
            self.remove.setProperty("asks", True)
            self.remove.setText(self.tr("Really remove it?"))

    def _button(self, name: str, words: str, slot: Callable[[str], None]) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(f"{self.objectName()}.{name}")
        button.setAccessibleName(f"{words}: {self.model.short_name}")

        def on_clicked() -> None:
            slot(self.model.id)
            self.show_known(self._work.known)

        button.clicked.connect(on_clicked)
        return button

    def _arrange(self) -> None:
        words = QVBoxLayout(self)
        words.setContentsMargins(20, 14, 20, 14)
        words.setSpacing(4)
        words.addWidget(scaled_label(title_of(self.model), 1.05, bold=True))
        what = QLabel(abilities_of(self.model))
        what.setWordWrap(True)
        for widget in (what, muted_label(needs_of(self.model)), self.hint, self.state, self.progress):
            words.addWidget(widget)
        buttons = QHBoxLayout()
        for button in (
            self.download,
            self.pause,
            self.cancel,
            self.verify,
            self.repair,
            self.discard,
            self.remove,
        ):
            buttons.addWidget(button)
        buttons.addStretch(1)
        words.addLayout(buttons)
