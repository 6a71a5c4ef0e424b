"""The settings of one user on disk: reading that never fails, writing that loses nothing. No Qt."""

from __future__ import annotations

import stat
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.paths import ensure
from qwentts_desktop.settings.atomic_file import replace_file, set_aside
from qwentts_desktop.settings.description import (
    Value,
    changed_names,
    find_setting,
    read_value,
    with_value,
)
from qwentts_desktop.settings.document import (
    MAX_BYTES,
    DamagedFileError,
    ReadSettings,
    changed_document,
    read_document,
)
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.settings.values import parse_value

_LOCK_LIMIT_S = 5.0


@dataclass(frozen=True)
class SettingsChange:
    """What listeners are told.

    Attributes:
        before, after: all settings.
        names: dotted names of those that differ; never empty.
    """

    before: Settings
    after: Settings
    names: tuple[str, ...]


class SettingsStore:
    """Holds the settings in force and their file. Every method may be called from any thread.

    Several processes may have a store on one file: each writes only what it changed itself, under a lock,
    so none takes back what another has set. Listeners are called on the thread that caused the change.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._backup = path.with_name(path.name + ".bak")
        self._lock = threading.RLock()
        self._current = Settings()
        self._on_disk = Settings()
        self._notices: tuple[str, ...] = ()
        self._listeners: list[Callable[[SettingsChange], None]] = []

    @property
    def path(self) -> Path:
        """Where the settings are kept."""
        return self._path

    @property
    def current(self) -> Settings:
        """The settings in force; defaults before `load`."""
        return self._current

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences for the user about what the last `load` met; empty if all was well."""
        return self._notices

    def load(self) -> Settings:
        """Read the file and put it in force. Never raises.

        A damaged file is kept beside as `.corrupt-DATE` and the backup is used if it is sound, else the
        defaults; single values that do not fit are at their defaults. `notices` says so.
        """
        with self._lock:
            read = self._read()
            before, self._current = self._current, read.settings
            # After a recovery nothing is on disk: the next save must write all of it.
            self._on_disk = read.settings if self._path.is_file() else Settings()
            self._notices = read.notices
        self._tell(before, read.settings)
        return read.settings

    def save(self, settings: Settings) -> Settings:
        """Put settings, made from `current`, in force and write those that differ from what is on disk.

        Where threads compete use `change`: a copy made earlier would take back what was set since.
        Returns the settings in force, which include what other processes have set meanwhile.

        Raises:
            SettingsError: not written; they hold until the program ends.
        """
        return self._put_in_force(lambda _current: settings)

    def change(self, edit: Callable[[Settings], Settings]) -> Settings:
        """Put in force what `edit` makes of the current settings, and write it. Otherwise as `save`."""
        return self._put_in_force(edit)

    def get(self, name: str) -> Value:
        """The value of a setting by its dotted name. Raises SettingsError for an unknown name."""
        return read_value(self._current, name)

    def set(self, name: str, text: str) -> Settings:
        """Set one setting from typed text, put it in force and write it.

        Raises:
            SettingsError: unknown name, a value that does not fit (nothing changes), or not written.
        """
        value = parse_value(find_setting(name), text)
        return self._put_in_force(lambda current: with_value(current, name, value), (name,))

    def add_listener(self, listener: Callable[[SettingsChange], None]) -> Callable[[], None]:
        """Have changes told; the function that comes back ends that."""
        with self._lock:
            self._listeners.append(listener)

        def remove() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return remove

    def _put_in_force(self, edit: Callable[[Settings], Settings], always: tuple[str, ...] = ()) -> Settings:
        """`always` names what is written even where it seems unchanged: the file may hold a bad value."""
        failure: SettingsError | None = None
        with self._lock:
            before = self._current
            self._current = edit(before)
            names = changed_names(self._on_disk, self._current)
            names += tuple(name for name in always if name not in names)
            try:
                if names:
                    self._current = self._on_disk = self._write(self._current, names)
            except SettingsError as error:
                failure = error
            after = self._current
        self._tell(before, after)
        if failure is not None:
            raise failure
        return after

    def _tell(self, before: Settings, after: Settings) -> None:
        names = changed_names(before, after)
        if not names:
            return
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(SettingsChange(before, after, names))

    def _read(self) -> ReadSettings:
        try:
            content = _content(self._path)
            return ReadSettings(Settings()) if content is None else read_document(content)
        except (OSError, DamagedFileError):
            return self._recover()

    def _recover(self) -> ReadSettings:
        aside = set_aside(self._path, f"{self._path.name}.corrupt-{datetime.now():%Y-%m-%d-%H%M%S}")
        kept = (
            f"It is kept as {aside.name}." if aside else "It could not be moved away, so changes may be lost."
        )
        try:
            backup = _content(self._backup)
            rescued = None if backup is None else read_document(backup).settings
        except (OSError, DamagedFileError):
            rescued = None
        used = "the defaults are used" if rescued is None else "the settings before the last change are used"
        notice = f"The settings file could not be read, so {used}. {kept}"
        return ReadSettings(rescued or Settings(), (notice,))

    def _write(self, settings: Settings, names: tuple[str, ...]) -> Settings:
        """Merge the named values into the file as it is now; returns what it then holds."""
        from filelock import FileLock, Timeout  # it brings asyncio along, which reading does not need

        try:
            ensure(self._path.parent)
            with FileLock(self._path.with_name(self._path.name + ".lock"), timeout=_LOCK_LIMIT_S):
                text = self._merged(settings, names)
                replace_file(self._path, text.encode("utf-8"), self._backup)
        except Timeout as error:
            raise SettingsError(
                "Another program holds the settings file, so the change was not saved. Try again."
            ) from error
        except OSError as error:
            raise SettingsError(
                f"The settings could not be saved in {self._path.parent}; they hold until the program ends. "
                "Free disk space or mend the folder's permissions.",
                detail=str(error),
            ) from error
        return read_document(text.encode("utf-8")).settings

    def _merged(self, settings: Settings, names: tuple[str, ...]) -> str:
        try:
            return changed_document(_content(self._path), settings, names)
        except (OSError, DamagedFileError):
            self._recover()
            # Nothing is left to merge with: write all that is not at its default.
            return changed_document(None, settings, changed_names(Settings(), settings))


def _content(path: Path) -> bytes | None:
    """The file's bytes, None if there is none.

    Raises:
        OSError: it is there and cannot be read.
        DamagedFileError: it is no regular file, or far too large.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:  # a pipe would block for ever
        raise DamagedFileError("The settings file is no file.")
    return path.read_bytes()
