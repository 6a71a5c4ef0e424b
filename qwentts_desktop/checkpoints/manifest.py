"""The list that lies in each model folder that we made: where it came from and what its files must be."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from qwentts_desktop.checkpoints import durable
from qwentts_desktop.checkpoints.digest import FileFacts

NAME = ".qwentts-model.json"


@dataclass(frozen=True)
class Manifest:
    """What a finished download left on record.

    Attributes:
        repo_id, commit: where it came from.
        files: all of its files.
    """

    repo_id: str
    commit: str
    files: tuple[FileFacts, ...]


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Leave the list in the folder. Raises OSError."""
    durable.write(folder / NAME, json.dumps(asdict(manifest), indent=1).encode())


def read_manifest(folder: Path) -> Manifest | None:
    """The list in this folder; None where there is none that can be read: the folder is not ours."""
    try:
        raw = json.loads((folder / NAME).read_text(encoding="utf-8"))
        files = tuple(FileFacts(**file) for file in raw["files"])
        return Manifest(str(raw["repo_id"]), str(raw["commit"]), files)
    except (OSError, ValueError, TypeError, KeyError):
        return None
