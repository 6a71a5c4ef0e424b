"""Remembers the main window's size and place between starts, in one small file. It knows no window."""

from __future__ import annotations

import logging
from pathlib import Path

from qwentts_desktop.paths import ensure

MOST_BYTES = 4_096

_log = logging.getLogger(__name__)


class WindowMemory:
    """A few bytes that Qt writes and checks itself; a file that is gone or damaged is as good as none."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def recall(self) -> bytes:
        """What was kept, empty for nothing."""
        try:
            kept = self._file.read_bytes()
        except OSError:
            return b""
        return kept if len(kept) <= MOST_BYTES else b""

    def keep(self, geometry: bytes) -> None:
        """Keep it for the next start, unless the disk refuses."""
        if not geometry:
            return
        try:
            ensure(self._file.parent)
            self._file.write_bytes(geometry)
        except OSError as error:
            _log.info("the window's place was not kept: %s", error)
