"""Damaged profiles, moved out of the way with a reason, so that nothing in them is lost. Deletes nothing."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.catalogue import Catalogue, Damaged
from qwentts_desktop.voices.entry import SetAside
from qwentts_desktop.voices.profile import new_id
from qwentts_desktop.voices.staging import writing

_log = logging.getLogger(__name__)
_FOLDER = ".set-aside"
_REASON_FILE = "reason.txt"
_LOCK_LIMIT_S = 0.2


def put_aside(library: Path, catalogue: Catalogue, damaged: Sequence[Damaged]) -> None:
    """Move them, unless somebody else has done so or is writing; then the next look does."""
    try:
        with writing(library, limit_s=_LOCK_LIMIT_S):
            (library / _FOLDER).mkdir(exist_ok=True)
            still = {one.folder for one in catalogue.scan().damaged}
            for one in damaged:
                if one.folder in still:
                    _put_one_aside(library, one)
    except VoiceError as error:
        _log.info("damaged voices stay where they are: %s", error.detail)


def listed_aside(library: Path) -> tuple[SetAside, ...]:
    """All that were moved, by folder."""
    found: list[SetAside] = []
    for folder in sorted((library / _FOLDER).glob("*")):
        reason = "It is damaged."
        with suppress(OSError):
            reason = (folder / _REASON_FILE).read_text("utf-8", "replace").strip()
        found.append(SetAside(folder, reason))
    return tuple(found)


def _put_one_aside(library: Path, one: Damaged) -> None:
    place = library / _FOLDER / one.folder.name
    if os.path.lexists(place):
        place = place.with_name(f"{place.name}-{new_id()[:8]}")
    one.folder.rename(place)
    with suppress(OSError):
        (place / _REASON_FILE).write_text(one.reason + "\n", "utf-8")
    _log.info("a damaged voice was set aside: %s (%s)", one.folder.name, one.reason)
