"""Replaces a file so that a reader, a crash or a full disk finds the old content or the new, never half."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, content: bytes, backup: Path | None = None) -> None:
    """Write `content` in place of `path` and leave what was there as `backup`, if given.

    A link is followed, so that settings kept elsewhere stay there. Raises OSError.
    """
    target = Path(os.path.realpath(path))
    if target.is_file():
        if backup is not None:
            _put(backup, target.read_bytes())
        mode = target.stat().st_mode
    else:
        mode = None
    _put(target, content)
    if mode is not None:
        with suppress(OSError):
            target.chmod(mode & 0o777)


def set_aside(path: Path, name: str) -> Path | None:
    """Rename what lies at `path` (file, folder, anything) to a free name beside it; None if that fails."""
    for number in range(100):
        aside = path.with_name(name if number == 0 else f"{name}-{number}")
        if not os.path.lexists(aside):
            try:
                return path.rename(aside)
            except OSError:
                return None
    return None


def _put(path: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise
