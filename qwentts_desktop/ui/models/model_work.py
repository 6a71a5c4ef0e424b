"""Downloads, checks and removals of models, each on a thread of its own. It knows no widget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.checkpoints.catalogue import PublishedModel
from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.progress import DownloadProgress
from qwentts_desktop.checkpoints.store import InstalledModel
from qwentts_desktop.checkpoints.verification import Verification
from qwentts_desktop.errors import DownloadCancelledError, QwenTTSError
from qwentts_desktop.ui.voices.background import Background


class Store(Protocol):
    """What is needed of the model store; every method may block."""

    def catalogue(self) -> tuple[PublishedModel, ...]:
        """All published models."""

    def installed(self) -> tuple[InstalledModel, ...]:
        """What is there."""

    def partial_bytes(self, model_id: str) -> int:
        """What an unfinished download has kept."""

    def discard_partial(self, model_id: str) -> int:
        """Remove that."""

    def download(
        self, model_id: str, on_progress: Callable[[DownloadProgress], None], control: DownloadControl
    ) -> InstalledModel:
        """Fetch what is missing."""

    def repair(
        self, model_id: str, on_progress: Callable[[DownloadProgress], None], control: DownloadControl
    ) -> InstalledModel:
        """Fetch what is damaged."""

    def verify(
        self, model_id: str, on_progress: Callable[[DownloadProgress], None], control: DownloadControl
    ) -> Verification:
        """Check every file."""

    def remove(self, model_id: str) -> int:
        """Delete it."""


@dataclass(frozen=True)
class ModelsKnown:
    """What is known of the models on this machine.

    Attributes:
        catalogue: all published models.
        installed: those that are there, by id, also ones of the user's own.
        partial_bytes: what unfinished downloads have kept, by id.
    """

    catalogue: tuple[PublishedModel, ...] = ()
    installed: Mapping[str, InstalledModel] = field(default_factory=dict)
    partial_bytes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ModelNews:
    """A sentence about one model, for its row.

    Attributes:
        model_id: whose.
        words: for the user.
        is_problem: something went wrong.
        can_repair: files are damaged and can be fetched again.
    """

    model_id: str
    words: str
    is_problem: bool = False
    can_repair: bool = False


class ModelWork(QObject):
    """Starts, pauses and ends work on models, and tells of it. GUI thread.

    Args:
        open_store: makes the store by the settings as they are now; quick.
    """

    known_changed = Signal(object)
    """`ModelsKnown`"""
    progressed = Signal(object)
    """`DownloadProgress`, at most ten a second for each model."""
    ended = Signal(object)
    """`ModelNews`: work on a model is over."""
    installed = Signal(object)
    """str: the id of a model that can be used from now on."""

    def __init__(self, open_store: Callable[[], Store], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_store = open_store
        self._known = ModelsKnown()
        self._looking = Background("models", self)
        self._workers: dict[str, Background] = {}
        self._controls: dict[str, DownloadControl] = {}

    @property
    def known(self) -> ModelsKnown:
        """As of the last look."""
        return self._known

    def is_at(self, model_id: str) -> bool:
        """Whether work on this model is under way."""
        return model_id in self._controls

    def is_paused(self, model_id: str) -> bool:
        """Whether that work rests."""
        control = self._controls.get(model_id)
        return control is not None and control.is_paused

    def look(self) -> None:
        """See what is there; `known_changed` follows."""
        store = self._open_store()
        self._looking.run(lambda: _look(store), self._on_known, self._on_look_failed)

    def download(self, model_id: str) -> None:
        """Fetch a model, or the rest of one."""
        store, control = self._open_store(), DownloadControl()
        self._start(
            model_id,
            control,
            lambda: store.download(model_id, self.progressed.emit, control),
            lambda _model: self._on_installed(model_id),
        )

    def repair(self, model_id: str) -> None:
        """Fetch its damaged files again."""
        store, control = self._open_store(), DownloadControl()
        self._start(
            model_id,
            control,
            lambda: store.repair(model_id, self.progressed.emit, control),
            lambda _model: self._on_installed(model_id),
        )

    def verify(self, model_id: str) -> None:
        """Check every file."""
        store, control = self._open_store(), DownloadControl()
        self._start(
            model_id,
            control,
            lambda: store.verify(model_id, self.progressed.emit, control),
            lambda result: self._on_verified(model_id, result),
        )

    def remove(self, model_id: str) -> None:
        """Delete a model."""
        store = self._open_store()
        self._start(
            model_id,
            DownloadControl(),
            lambda: store.remove(model_id),
            lambda _freed: self._end(ModelNews(model_id, self.tr("Removed."))),
        )

    def discard(self, model_id: str) -> None:
        """Delete what an unfinished download has kept."""
        store = self._open_store()
        self._start(
            model_id,
            DownloadControl(),
            lambda: store.discard_partial(model_id),
            lambda _freed: self._end(ModelNews(model_id, self.tr("What had arrived was removed."))),
        )

    def pause(self, model_id: str) -> None:
        """Let the download rest."""
        if model_id in self._controls:
            self._controls[model_id].pause()

    def resume(self, model_id: str) -> None:
        """Go on with it."""
        if model_id in self._controls:
            self._controls[model_id].resume()

    def cancel(self, model_id: str) -> None:
        """End it; what has arrived is kept."""
        if model_id in self._controls:
            self._controls[model_id].cancel()

    def close(self) -> None:
        """End all work; what has arrived is kept for the next start."""
        for control in self._controls.values():
            control.cancel()
        for worker in [self._looking, *self._workers.values()]:
            worker.close()

    def _start(
        self, model_id: str, control: DownloadControl, work: Callable[[], object], done: Callable[..., None]
    ) -> None:
        if model_id in self._controls:
            return
        self._controls[model_id] = control
        if model_id not in self._workers:
            self._workers[model_id] = Background(f"model-{len(self._workers)}", self)
        self._workers[model_id].run(work, done, lambda error: self._on_failed(model_id, error))

    def _on_installed(self, model_id: str) -> None:
        self._end(ModelNews(model_id, self.tr("Ready to speak.")))
        self.installed.emit(model_id)

    def _on_verified(self, model_id: str, result: Verification) -> None:
        if result.is_good:
            words = self.tr("All %n file(s) are as published.", "", result.files)
            self._end(ModelNews(model_id, words))
            return
        first = result.problems[0]
        words = self.tr("%n file(s) are damaged: {file}, {reason}", "", len(result.problems))
        self._end(
            ModelNews(
                model_id, words.format(file=first.path, reason=first.reason), is_problem=True, can_repair=True
            )
        )

    def _on_failed(self, model_id: str, error: QwenTTSError) -> None:
        is_cancelled = isinstance(error, DownloadCancelledError)
        words = self.tr("Stopped. What has arrived is kept.") if is_cancelled else error.message
        self._end(ModelNews(model_id, words, is_problem=not is_cancelled))

    def _end(self, news: ModelNews) -> None:
        self._controls.pop(news.model_id, None)
        self.ended.emit(news)
        self.look()

    def _on_known(self, known: ModelsKnown) -> None:
        self._known = known
        self.known_changed.emit(known)

    def _on_look_failed(self, error: QwenTTSError) -> None:
        self.ended.emit(ModelNews("", error.message, is_problem=True))


def _look(store: Store) -> ModelsKnown:
    catalogue = store.catalogue()
    installed = {model.id: model for model in store.installed()}
    partial = {model.id: store.partial_bytes(model.id) for model in catalogue if model.id not in installed}
    return ModelsKnown(catalogue, installed, {name: count for name, count in partial.items() if count})
