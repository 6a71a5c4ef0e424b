"""What disks do to a download: full, read-only, in use. Turns it into sentences."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from qwentts_desktop.errors import DownloadError

FreeSpace = Callable[[Path], int]
"""Bytes free where a path is."""

RESERVE = 100_000_000
"""Bytes that a download leaves to everybody else."""

_FULL = frozenset((errno.ENOSPC, errno.EDQUOT))
_LOCKED = frozenset((errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY))


def free_space(path: Path) -> int:
    """Bytes free on the disk that holds `path`, or would hold it. Raises OSError."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return shutil.disk_usage(path).free


def show_bytes(count: float) -> str:
    """As people read it: "2.5 GB", "310 MB"."""
    if count >= 999_500_000:
        return f"{count / 1e9:.1f} GB"
    return f"{count / 1e6:.0f} MB" if count >= 999_500 else f"{count / 1e3:.0f} kB"


class SpaceGuard:
    """Refuses to fill the disk, before a download and while it runs."""

    _EVERY = 32_000_000

    def __init__(self, folder: Path, space: FreeSpace = free_space) -> None:
        self._folder = folder
        self._space = space
        self._unwatched = 0

    def require(self, count: int) -> None:
        """Raise DownloadError where so many bytes would not fit."""
        free = self._free()
        if free < count + RESERVE:
            raise DownloadError(
                f"There is not enough room: {show_bytes(count + RESERVE)} are needed in {self._folder}, "
                f"{show_bytes(free)} are free. Make room, or choose another folder for models."
            )

    def wrote(self, count: int) -> None:
        """So many bytes were written; looks at the disk from time to time and raises DownloadError."""
        self._unwatched += count
        if self._unwatched >= self._EVERY:
            self._unwatched = 0
            if self._free() < RESERVE / 2:
                raise full(self._folder)

    def _free(self) -> int:
        with disk_errors(self._folder):
            return self._space(self._folder)


def full(folder: Path) -> DownloadError:
    """The sentence for a disk that has become full."""
    return DownloadError(
        f"The disk with {folder} is full. Make room and download again: what has arrived is kept."
    )


@contextmanager
def disk_errors(folder: Path) -> Iterator[None]:
    """What the system says about files inside becomes a DownloadError; wrap nothing that uses the network."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise full(folder) from error
        if error.errno in _LOCKED or isinstance(error, PermissionError):
            raise DownloadError(
                f"{folder} cannot be changed: it is write-protected or in use. "
                "Stop reading, close other programs that use it, or choose another folder for models.",
                detail=repr(error),
            ) from error
        raise DownloadError(
            f"Files in {folder} cannot be read or written: {error.strerror or error}. "
            "Check the disk, or choose another folder for models.",
            detail=repr(error),
        ) from error
