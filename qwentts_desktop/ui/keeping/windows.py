"""The export window and the choice of a document, built when they are first wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from qwentts_desktop.text.documents.document import Document
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.keeping.document_dialog import document_dialog
from qwentts_desktop.ui.keeping.document_fetch import DocumentFetch
from qwentts_desktop.ui.ports import Facts, SettingsAccess

if TYPE_CHECKING:  # sound files bring libraries along that only an export needs
    from qwentts_desktop.ui.keeping.export_window import ExportWindow
    from qwentts_desktop.ui.keeping.exporter import ExportService


class KeepingWindows(QObject):
    """What comes up for "Open a document" and "Keep as a sound file". GUI thread.

    Args:
        text_to_keep: what the user most likely wants kept, "" for nothing.
        parent_window: where dialogs stand.
    """

    def __init__(
        self,
        controller: Controller,
        service: ExportService,
        settings: SettingsAccess,
        facts: Facts,
        icons: IconFolder,
        text_to_keep: Callable[[], str],
        parent_window: Callable[[], QWidget],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._service = service
        self._settings = settings
        self._facts = facts
        self._icons = icons
        self._text_to_keep = text_to_keep
        self._parent_window = parent_window
        self._export: ExportWindow | None = None
        self._documents = DocumentFetch(parent=self)
        self._documents.opened.connect(self._read)
        self._documents.failed.connect(controller.failed)
        controller.export_wanted.connect(self.show_export)
        controller.document_wanted.connect(self.choose_document)

    @property
    def export(self) -> ExportWindow:
        """The export window, built now if need be."""
        if self._export is None:
            from qwentts_desktop.ui.keeping.export_window import ExportWindow
            from qwentts_desktop.ui.keeping.exporter import Exporter

            exporter = Exporter(self._service, self._settings, self._facts, self)
            self._export = ExportWindow(exporter, DocumentFetch(parent=self), self._icons)
        return self._export

    def show_export(self) -> None:
        """Bring the export window up with the text at hand."""
        self.export.offer_text(self.tr("Speech"), self._text_to_keep())
        self.export.raise_up()

    def choose_document(self) -> None:
        """Ask for a document and read it."""
        dialog = document_dialog(self._parent_window())
        dialog.fileSelected.connect(self._on_chosen)
        dialog.open()

    def open_document(self, path: Path) -> None:
        """Read this document aloud, once it is opened."""
        self._documents.fetch(path)

    def close(self) -> None:
        """Take all away."""
        self._documents.forget()
        if self._export is not None:
            self._export.hide()
            self._export.deleteLater()

    def _on_chosen(self, path: str) -> None:
        self.open_document(Path(path))

    def _read(self, document: Document) -> None:
        self._controller.speak_text(document.text)
