"""Second step: a model that fits the card. The download goes on while the assistant does."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QWidget

from qwentts_desktop.checkpoints.catalogue import PublishedModel
from qwentts_desktop.ui.first_run.card_look import CardLook
from qwentts_desktop.ui.first_run.step import Step
from qwentts_desktop.ui.models.model_fit import recommended
from qwentts_desktop.ui.models.model_list import ModelList
from qwentts_desktop.ui.models.model_words import size_words, title_of
from qwentts_desktop.ui.models.model_work import ModelNews, ModelsKnown, ModelWork
from qwentts_desktop.ui.ports import SettingsAccess


class ModelStep(Step):
    """One button for the model to begin with, and the whole list below."""

    def __init__(self, work: ModelWork, settings: SettingsAccess, parent: QWidget | None = None) -> None:
        super().__init__(
            "model_step",
            self.tr("Choose a model"),
            self.tr(
                "The neural voice needs a model from the Internet, once. Go on while it is downloaded; "
                "the system's own voice reads until it is there."
            ),
            parent,
        )
        self._work = work
        self._settings = settings
        self._look = CardLook()
        self._suggested: PublishedModel | None = None
        self._wants_focus = False
        self.suggestion = QPushButton()
        self.suggestion.setObjectName("download_suggested")
        self.suggestion.setProperty("primary", True)
        self.suggestion.clicked.connect(self._on_suggested)
        self.said = QLabel()
        self.said.setObjectName("model_said")
        self.said.setWordWrap(True)
        self.said.hide()
        self.list = ModelList(work)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = self.list
        page.setObjectName("page")
        scroll.setWidget(page)
        self.column.addWidget(self.suggestion, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self.said)
        self.column.addWidget(scroll, 1)
        work.known_changed.connect(self.show_known)
        work.ended.connect(self.on_ended)
        self.show_known(work.known)
        work.look()

    def open_step(self) -> None:
        """See what is there; where nothing is, the next key press may download."""
        self._wants_focus = True
        self._work.look()

    def show_look(self, look: CardLook) -> None:
        """The card is known: suggest what fits it."""
        self._look = look
        self.list.show_card(look.memory_bytes)
        self.show_known(self._work.known)

    def show_known(self, known: ModelsKnown) -> None:
        """Suggest the model to begin with, unless one is there or on its way."""
        self._suggested = recommended(known.catalogue, self._look.memory_bytes)
        model = self._suggested
        if model is None:
            self.suggestion.hide()
            return
        self.suggestion.setText(
            self.tr("&Download {model} ({size})").format(
                model=title_of(model), size=size_words(model.download_bytes)
            )
        )
        is_there = any(installed.kind is model.kind for installed in known.installed.values())
        is_coming = any(self._work.is_at(one.id) for one in known.catalogue if one.kind is model.kind)
        self.suggestion.setVisible(not is_there and not is_coming)
        if self._wants_focus and self.suggestion.isVisible():
            self._wants_focus = False
            self.suggestion.setFocus()
        if is_there:
            self._say(self.tr("A model is there. Go on to choose a voice."))

    def on_ended(self, news: ModelNews) -> None:
        """What became of a download."""
        self._say(f"⚠ {news.words}" if news.is_problem else news.words)

    def _say(self, words: str) -> None:
        self.said.setText(words)
        self.said.show()

    def _on_suggested(self) -> None:
        if self._suggested is not None:
            self._settings.set("engine.model_size", self._suggested.size)
            self._work.download(self._suggested.id)
            self.suggestion.hide()
            self._say(self.tr("The download has begun. Go on to the next step meanwhile."))
