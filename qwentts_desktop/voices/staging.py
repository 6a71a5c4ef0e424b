"""Writing to the library all or nothing: under one lock, beside its place, then by one rename."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.paths import ensure

STAGING_PREFIX = ".new-"
_LOCK_FILE = ".lock"
_LOCK_LIMIT_S = 10.0
_RENAME_TRIES = 25
_RENAME_WAIT_S = 0.02


@contextmanager
def writing(library: Path, limit_s: float = _LOCK_LIMIT_S) -> Iterator[None]:
    """Hold the library for writing, against threads and processes; leftovers of a kill are swept first.

    Raises:
        VoiceError: another program holds it for too long, or the disk refuses; nothing was changed then.
    """
    from filelock import FileLock, Timeout

    try:
        ensure(library)
        with FileLock(str(library / _LOCK_FILE), timeout=limit_s):
            sweep(library)
            yield
    except Timeout as error:
        raise VoiceError("Another program is changing the voices. Try again in a moment.") from error
    except OSError as error:
        raise VoiceError(
            "The voices could not be written. Check that the disk has space and may be written to.",
            detail=str(error),
        ) from error


@contextmanager
def new_folder(library: Path, place: Path) -> Iterator[Path]:
    """A folder to fill, which takes the name `place` when the block ends well; else it is gone."""
    staged = library / f"{STAGING_PREFIX}{uuid4().hex}"
    staged.mkdir()
    try:
        yield staged
        for file in staged.rglob("*"):
            if file.is_file():
                sync(file)
        _rename(staged, place)
        _sync_folder(library)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise


def put_file(path: Path, content: bytes) -> None:
    """Write or replace one file: a reader or a kill finds the old content or the new."""
    staged = path.with_name(f"{STAGING_PREFIX}{uuid4().hex}")
    try:
        with staged.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _rename(staged, path)
    except BaseException:
        with suppress(OSError):
            staged.unlink()
        raise


def sync(file: Path) -> None:
    """See to it that a file's content is on the disk before its name is."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def _rename(source: Path, target: Path) -> None:
    """Take the name; on Windows a reader who has the file open delays that for a moment."""
    for attempt in range(_RENAME_TRIES):
        try:
            source.replace(target)
            return
        except PermissionError:
            if os.name != "nt" or attempt == _RENAME_TRIES - 1:
                raise
            time.sleep(_RENAME_WAIT_S)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sweep(folder: Path) -> None:
    """Whoever staged something held the lock; we hold it now, so what is staged was left behind."""
    for left in folder.glob(f"{STAGING_PREFIX}*"):
        if left.is_dir() and not left.is_symlink():
            shutil.rmtree(left, ignore_errors=True)
        else:
            with suppress(OSError):
                left.unlink()
