"""Reads a document on a thread of its own, so that a long one freezes nothing. No window."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.errors import DocumentError, QwenTTSError
from qwentts_desktop.speech.events import Problem
from qwentts_desktop.text.documents.document import Document

_log = logging.getLogger(__name__)


def _open(path: Path) -> Document:
    from qwentts_desktop.text.documents.opening import open_document

    return open_document(path)


@dataclass(frozen=True)
class _Answer:
    """What came of the reading with this number."""

    ticket: int
    document: Document | None
    error: QwenTTSError | None


class DocumentFetch(QObject):
    """Answers each `fetch` with `opened` or `failed`, unless a newer one came first. GUI thread."""

    opened = Signal(object)
    """`Document`."""
    failed = Signal(object)
    """`Problem`."""
    _answered = Signal(object)

    def __init__(self, open_file: Callable[[Path], Document] = _open, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_file = open_file
        self._newest = 0
        self._answered.connect(self._on_answered)

    def fetch(self, path: Path) -> None:
        """Start reading; returns at once."""
        self._newest += 1
        threading.Thread(
            target=self._read, args=(self._newest, path), name="open-document", daemon=True
        ).start()

    def forget(self) -> None:
        """Let no answer that is still under way through."""
        self._newest += 1

    def _read(self, ticket: int, path: Path) -> None:
        """On the worker thread."""
        document: Document | None = None
        problem: QwenTTSError | None = None
        try:
            document = self._open_file(path)
        except QwenTTSError as error:
            problem = error
        except Exception as error:  # the outer edge of this thread: the user must get an answer
            _log.exception("a document could not be opened")
            problem = DocumentError(
                self.tr("The file could not be opened. The log has the cause."), detail=repr(error)
            )
        self._answered.emit(_Answer(ticket, document, problem))

    def _on_answered(self, answer: _Answer) -> None:
        if answer.ticket != self._newest:
            return
        if answer.error is not None:
            self.failed.emit(Problem(answer.error))
        else:
            self.opened.emit(answer.document)
