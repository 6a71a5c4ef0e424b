"""Remembers that the assistant was seen, in one empty file. No Qt."""

from __future__ import annotations

import logging
from pathlib import Path

from qwentts_desktop.paths import ensure

_log = logging.getLogger(__name__)


class FirstRunMark:
    """Whether the assistant comes by itself."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def is_due(self) -> bool:
        """Nobody has closed the assistant yet."""
        return not self._file.exists()

    def note(self) -> None:
        """It was seen. Where that cannot be kept, it comes once more at the next start."""
        try:
            ensure(self._file.parent)
            self._file.touch()
        except OSError as error:
            _log.warning("the assistant will come again: %s", error)
