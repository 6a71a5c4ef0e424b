"""The list of what is in the library's folder: quick by an index, sure by the files' own times.

It changes no voice. The index is only a copy of what the profiles say, kept so that a thousand of them need
not be parsed again; it may be deleted at any time.
"""

from __future__ import annotations

import json
import os
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qwentts_desktop.voices.condition import encoded_for, problem_of
from qwentts_desktop.voices.content import PROMPT_FOLDER
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.profile import VoiceKind
from qwentts_desktop.voices.profile_file import (
    PROFILE_FILE,
    DamagedProfileError,
    ReadProfile,
    is_profile_id,
    parse_document,
    profile_of,
)
from qwentts_desktop.voices.staging import put_file

USED_FILE = "used"
_INDEX_FILE = ".index.json"
_INDEX_VERSION = 1
_WORTH_KEEPING = 16
_COPIED_NS = 60_000_000_000
_SETTLED_NS = 2_000_000_000  # the coarsest file system counts in steps of two seconds

Stamp = tuple[int, int, int]


@dataclass(frozen=True)
class Damaged:
    """A folder that looks like a profile and is none."""

    folder: Path
    reason: str


@dataclass(frozen=True)
class Scan:
    """What a look into the folder found."""

    entries: tuple[VoiceEntry, ...]
    damaged: tuple[Damaged, ...]


@dataclass(frozen=True)
class _Known:
    stamp: Stamp
    document: dict[str, Any]
    read: ReadProfile


@dataclass(frozen=True)
class _State:
    """Changes when anything about a voice's folder does that its entry tells of."""

    profile: Stamp
    folder_ns: int
    used_ns: int
    prompts_ns: int

    @property
    def newest_ns(self) -> int:
        return max(self.profile[0], self.folder_ns, self.used_ns, self.prompts_ns)


@dataclass(frozen=True)
class _Seen:
    state: _State
    entry: VoiceEntry


class Catalogue:
    """Reads the library. Any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._text = str(folder)
        self._known: dict[str, _Known] = {}
        self._seen: dict[str, _Seen] = {}
        self._is_index_read = False
        self._unsaved = 0
        self._lock = threading.Lock()

    def scan(self) -> Scan:
        """All voices, in no order, and what is damaged. A library that cannot be read is empty."""
        with self._lock:
            self._read_index()
            entries: list[VoiceEntry] = []
            damaged: list[Damaged] = []
            names = self._ids()
            for name in names:
                self._look(name, entries, damaged)
            for name in self._known.keys() - set(names):
                del self._known[name]
                self._seen.pop(name, None)
                self._unsaved += 1
            if self._unsaved >= _WORTH_KEEPING:
                self._write_index()
                self._unsaved = 0
            return Scan(tuple(entries), tuple(damaged))

    def entry(self, profile_id: str) -> VoiceEntry | None:
        """One voice, or None where there is none (or a damaged one) of this id."""
        entries: list[VoiceEntry] = []
        if is_profile_id(profile_id):
            with self._lock:
                self._look(profile_id, entries, [])
        return entries[0] if entries else None

    def _ids(self) -> list[str]:
        try:
            with os.scandir(self._folder) as found:
                return [one.name for one in found if is_profile_id(one.name) and one.is_dir()]
        except OSError:
            return []

    def _look(self, name: str, entries: list[VoiceEntry], damaged: list[Damaged]) -> None:
        """Add this one to one of the lists."""
        folder = os.path.join(self._text, name)  # noqa: PTH118 - a Path for each file would take half the time
        try:
            state = _state_of(folder)
            seen = self._seen.get(name)
            if seen is None or seen.state != state:
                seen = _Seen(state, _entry_of(Path(folder), self._read(name, state.profile)))
                self._keep(name, seen)
            entries.append(seen.entry)
        except DamagedProfileError as error:
            damaged.append(Damaged(Path(folder), error.message))
        except OSError:
            place = Path(folder)
            if _is_without_profile(place):  # else it is gone, or not to be read right now
                damaged.append(Damaged(place, "Its description is missing."))

    def _read(self, name: str, stamp: Stamp) -> ReadProfile:
        known = self._known.get(name)
        if known is None or known.stamp != stamp:
            document = parse_document((self._folder / name / PROFILE_FILE).read_bytes())
            known = _Known(stamp, document, profile_of(name, document))
            self._known[name] = known
            self._unsaved += 1
        return known.read

    def _keep(self, name: str, seen: _Seen) -> None:
        """Unless it changed so recently that the next change may bear the same time."""
        if time.time_ns() - seen.state.newest_ns > _SETTLED_NS:
            self._seen[name] = seen
        else:
            self._seen.pop(name, None)

    def _read_index(self) -> None:
        if self._is_index_read:
            return
        self._is_index_read = True
        try:
            content = json.loads((self._folder / _INDEX_FILE).read_bytes())
            if content["version"] != _INDEX_VERSION:
                return
            for name, (stamp, document) in content["profiles"].items():
                self._known[name] = _Known(_stamp_of(stamp), document, profile_of(name, document))
        except (
            OSError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            DamagedProfileError,
            RecursionError,
        ):
            self._known.clear()  # it is only a copy

    def _write_index(self) -> None:
        profiles = {name: (known.stamp, known.document) for name, known in self._known.items()}
        with suppress(OSError, ValueError, TypeError):  # such as dates, which TOML has and JSON has not
            content = json.dumps({"version": _INDEX_VERSION, "profiles": profiles})
            put_file(self._folder / _INDEX_FILE, content.encode())


def _is_without_profile(folder: Path) -> bool:
    """A folder that somebody is copying here right now is not damaged: its profile is still to come."""
    if not folder.is_dir() or (folder / PROFILE_FILE).is_file():
        return False
    return time.time_ns() - _time_of(str(folder)) > _COPIED_NS


def _state_of(folder: str) -> _State:
    facts = os.stat(f"{folder}/{PROFILE_FILE}")  # noqa: PTH116
    return _State(
        (facts.st_mtime_ns, facts.st_size, facts.st_ino),
        _time_of(folder),
        _time_of(f"{folder}/{USED_FILE}"),
        _time_of(f"{folder}/{PROMPT_FOLDER}"),
    )


def _time_of(place: str) -> int:
    """When a file or folder changed last; 0 where there is none."""
    try:
        return os.stat(place).st_mtime_ns  # noqa: PTH116
    except OSError:
        return 0


def _stamp_of(value: Any) -> Stamp:
    mtime_ns, size, inode = (int(one) for one in value)
    return mtime_ns, size, inode


def _entry_of(folder: Path, read: ReadProfile) -> VoiceEntry:
    bare = VoiceEntry(read.profile, folder, read.is_newer)
    last_used: float | None = None
    with suppress(OSError):
        last_used = (folder / USED_FILE).stat().st_mtime
    return VoiceEntry(
        read.profile,
        folder,
        read.is_newer,
        problem_of(bare),
        last_used,
        encoded_for(bare) if read.profile.kind is VoiceKind.CLONED else (),
    )
