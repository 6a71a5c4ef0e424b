"""What one process leaves for the next: texts being read and waiting, as a private file that is read once."""

from __future__ import annotations

import contextlib
import json
import logging
import os
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from qwentts_desktop.speech.request import SamplingOptions, SpeechRequest, StreamingOptions
from qwentts_desktop.speech.voice import ClonedVoice, DesignedVoice, PresetVoice, SystemVoice

_log = logging.getLogger(__name__)

FILE_NAME = "unfinished.json"


@dataclass(frozen=True)
class UnfinishedText:
    """A text and the sentence, counted from 0, to go on at."""

    request: SpeechRequest
    sentence: int = 0


@dataclass(frozen=True)
class Unfinished:
    """What is read and what waits, in this order.

    Attributes:
        texts: the one being read first.
        is_paused: the user had paused.
        left_at: seconds since the epoch when it was left.
    """

    texts: tuple[UnfinishedText, ...] = ()
    is_paused: bool = False
    left_at: float = 0.0


_KINDS = {
    kind.__name__: kind
    for kind in (
        Unfinished,
        UnfinishedText,
        SpeechRequest,
        SamplingOptions,
        StreamingOptions,
        SystemVoice,
        ClonedVoice,
        PresetVoice,
        DesignedVoice,
    )
}


def leave_unfinished(folder: Path, unfinished: Unfinished) -> None:
    """Write it where only this user can read it.

    Args:
        folder: the private folder of the running instance.
        unfinished: what the next process shall take.

    Raises:
        OSError: it cannot be written.
    """
    path = folder / FILE_NAME
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        json.dump(_encoded(unfinished), file)


def take_unfinished(folder: Path) -> Unfinished | None:
    """Read it, once: the file is gone before anything is done with it. None where there is none."""
    path = folder / FILE_NAME
    try:
        content = path.read_text(encoding="ascii")
    except (OSError, UnicodeError):
        content = ""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
    if not content:
        return None
    try:
        unfinished = _decoded(json.loads(content))
    except (ValueError, KeyError, TypeError) as error:
        _log.info("what another process left cannot be read: %s", type(error).__name__)  # never its text
        return None
    return unfinished if isinstance(unfinished, Unfinished) else None


def _encoded(value: Any) -> Any:
    if is_dataclass(value):
        own = {field.name: _encoded(getattr(value, field.name)) for field in fields(value)}
        return {"kind": type(value).__name__, "fields": own}
    if isinstance(value, Path):
        return {"kind": "Path", "path": str(value)}
    if isinstance(value, tuple | list):
        return [_encoded(one) for one in value]
    return value


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_decoded(one) for one in value)
    if not isinstance(value, dict):
        return value
    if value["kind"] == "Path":
        return Path(value["path"])
    return _KINDS[value["kind"]](**{name: _decoded(one) for name, one in value["fields"].items()})
