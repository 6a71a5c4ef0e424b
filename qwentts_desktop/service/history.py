"""Remembers texts that were read, on this machine only and only where the user asked for it. No Qt."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from pathlib import Path

_log = logging.getLogger(__name__)

MOST_TEXTS = 200
MOST_CHARACTERS = 2_000_000
"""Of all texts together; the oldest go first, and a text longer than that is not kept."""


@dataclass(frozen=True)
class HistoryEntry:
    """A text that was read.

    Attributes:
        text: all of it; never shown in a representation, so that it reaches no log.
        read_at: when, ISO 8601 with the zone.
    """

    text: str = field(repr=False)
    read_at: str


class History:
    """The list and its file. Any thread; nothing is written unless `add`, `remove` or `clear` is called.

    Args:
        file: JSON, one entry a line, the newest last; readable by this user only; may be missing.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._entries: tuple[HistoryEntry, ...] | None = None

    def entries(self) -> tuple[HistoryEntry, ...]:
        """The newest first."""
        with self._lock:
            return tuple(reversed(self._loaded()))

    def add(self, text: str, now: datetime | None = None) -> None:
        """Remember a text; one that is there already moves to the front."""
        if not text.strip() or len(text) > MOST_CHARACTERS:
            return
        entry = HistoryEntry(text, (now or datetime.now(timezone.utc)).isoformat(timespec="seconds"))
        with self._lock:
            others = [one for one in self._loaded() if one.text != text]
            self._keep(_within_bounds([*others, entry]))

    def remove(self, entry: HistoryEntry) -> None:
        """Forget one text."""
        with self._lock:
            self._keep(tuple(one for one in self._loaded() if one != entry))

    def clear(self) -> None:
        """Forget all, and take the file away."""
        with self._lock:
            self._keep(())

    def _loaded(self) -> tuple[HistoryEntry, ...]:
        if self._entries is None:
            self._entries = _within_bounds(_read(self._file))
        return self._entries

    def _keep(self, entries: tuple[HistoryEntry, ...]) -> None:
        """In memory and, whole or not at all, in the file."""
        self._entries = entries
        try:
            if entries:
                _replace(self._file, entries)
            else:
                self._file.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("the history cannot be written: %s", error.strerror)


def _read(file: Path) -> list[HistoryEntry]:
    """What can be read of it; a broken line is left out."""
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    entries = []
    for line in lines:
        with suppress(ValueError, TypeError, KeyError):
            facts = json.loads(line)
            if isinstance(facts["text"], str) and isinstance(facts["read_at"], str):
                entries.append(HistoryEntry(facts["text"], facts["read_at"]))
    return entries


def _within_bounds(entries: Iterable[HistoryEntry]) -> tuple[HistoryEntry, ...]:
    """The newest of them, as many as may be kept."""
    kept: list[HistoryEntry] = []
    characters = 0
    for entry in reversed(list(entries)):
        characters += len(entry.text)
        if len(kept) == MOST_TEXTS or characters > MOST_CHARACTERS:
            break
        kept.append(entry)
    return tuple(reversed(kept))


def _replace(file: Path, entries: Iterable[HistoryEntry]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.{os.getpid():x}.part")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            # Escaped: a selection may hold halves of characters that UTF-8 cannot.
            stream.writelines(json.dumps(asdict(entry)) + "\n" for entry in entries)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)
