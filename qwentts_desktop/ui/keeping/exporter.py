"""Hands documents to the service to be kept as files and tells how far they are. It knows no widget."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.service.export import ExportChapter
from qwentts_desktop.service.export_order import ExportOrder, ExportStatus, SubtitleKind
from qwentts_desktop.speech.events import Problem
from qwentts_desktop.text.documents.document import Document
from qwentts_desktop.ui.ports import Facts, SettingsAccess

if TYPE_CHECKING:  # sound files bring libraries along
    from qwentts_desktop.service.export_task import ExportTask, OnStatus


class ExportService(Protocol):
    """The service as exports use it."""

    def export(self, order: ExportOrder, on_status: OnStatus) -> ExportTask:
        """Keep texts as a sound file; returns at once."""


@dataclass(frozen=True)
class ExportWish:
    """What the user chose.

    Attributes:
        target: the sound file.
        subtitles: a file for subtitles, or None.
        subtitle_kind: a cue for each sentence or each chapter.
        speed: 0.5 to 2.5.
    """

    target: Path
    subtitles: Path | None = None
    subtitle_kind: SubtitleKind = SubtitleKind.SENTENCES
    speed: float = 1.0


class Exporter(QObject):
    """One export at a time. GUI thread."""

    changed = Signal(object)
    """`ExportStatus` of the export under way."""
    failed = Signal(object)
    """`Problem`: it could not even begin."""

    def __init__(
        self, service: ExportService, settings: SettingsAccess, facts: Facts, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._settings = settings
        self._facts = facts
        self._task: ExportTask | None = None

    @property
    def is_busy(self) -> bool:
        """An export is under way."""
        return self._task is not None and not self._task.status.is_over

    def begin(self, document: Document, wish: ExportWish) -> bool:
        """Start; False where it could not, which `failed` has told."""
        try:
            chapters = tuple(
                ExportChapter(
                    chapter.title,
                    self._facts.request_of(self._settings.settings, chapter.text, None, None),
                )
                for chapter in document.chapters
            )
        except QwenTTSError as error:
            self.failed.emit(Problem(error))
            return False
        order = ExportOrder(
            *(chapters, wish.target, wish.subtitles, wish.subtitle_kind, wish.speed),
            title=document.title,
            author=document.author,
        )
        self._task = self._service.export(order, self._on_status)
        return True

    def cancel(self) -> None:
        """Give the export up; `changed` tells when nothing is left of it."""
        if self._task is not None:
            self._task.cancel()

    def _on_status(self, status: ExportStatus) -> None:
        """On the speech thread."""
        self.changed.emit(status)
