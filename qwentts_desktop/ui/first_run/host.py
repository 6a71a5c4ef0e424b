"""Brings the assistant up: by itself at the first start, later when it is asked for. It knows no step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from qwentts_desktop.ui.first_run.mark import FirstRunMark

if TYPE_CHECKING:  # built, and imported, when it is first wanted
    from qwentts_desktop.ui.first_run.assistant import Assistant


class AssistantHost(QObject):
    """Owns the assistant's window. GUI thread."""

    def __init__(
        self, make: Callable[[], Assistant], mark: FirstRunMark, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._make = make
        self._mark = mark
        self._assistant: Assistant | None = None

    def show_if_due(self) -> None:
        """At the first start only."""
        if self._mark.is_due:
            self.show()

    def show(self) -> None:
        """Bring it up, built now if need be."""
        if self._assistant is None:
            self._assistant = self._make()
            self._assistant.closed.connect(self._mark.note)
        self._assistant.raise_up()

    def close(self) -> None:
        """Take it away; that alone does not count as seen."""
        if self._assistant is not None:
            self._assistant.closed.disconnect(self._mark.note)
            self._assistant.close_down()
            self._assistant.deleteLater()
            self._assistant = None
