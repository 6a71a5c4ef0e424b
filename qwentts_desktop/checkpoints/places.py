"""Where models are kept: a folder of the application's own, or the cache that programs of the hub share.

Both give a whole model's folder, a place for an unfinished download on the same disk, and make a finished one
appear in one step. No network, no hash.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Protocol

from qwentts_desktop.checkpoints import durable
from qwentts_desktop.checkpoints.catalogue import PublishedModel
from qwentts_desktop.checkpoints.digest import FileFacts
from qwentts_desktop.checkpoints.hub import RemoteModel
from qwentts_desktop.checkpoints.manifest import Manifest, read_manifest, write_manifest
from qwentts_desktop.checkpoints.model_folder import is_whole, size_on_disk
from qwentts_desktop.errors import DownloadError

_UNFINISHED = ".unfinished"


class Place(str, Enum):
    """Where a model was found."""

    OWN = "own"
    HUB_CACHE = "hub-cache"
    USER_FOLDER = "user-folder"


class ModelPlace(Protocol):
    """A place that models can be put into; any thread, but one writer a model."""

    kind: Place
    root: Path

    def folder_of(self, model: PublishedModel) -> Path | None:
        """The folder of the whole model; None where it is not there or not whole."""

    def staging_of(self, model: PublishedModel) -> Path:
        """Where an unfinished download of it gathers; need not exist."""

    def lock_of(self, model: PublishedModel) -> Path:
        """The file that a writer locks; outside of what is renamed."""

    def prepare(self, model: PublishedModel) -> None:
        """Make ready for a download; raises DownloadError where something foreign is in the way, OSError."""

    def adopt(self, model: PublishedModel, remote: RemoteModel) -> Path:
        """The staged files are whole: make them appear; returns their folder. Raises OSError."""

    def facts_of(self, folder: Path) -> tuple[FileFacts, ...]:
        """What the files of a model must be, as far as this place knows."""

    def known_file(self, facts: FileFacts) -> Path | None:
        """A file that is here already and should be this one; the caller checks its hash."""

    def remove(self, model: PublishedModel) -> int:
        """Delete the model and what is unfinished of it; returns the bytes freed. Raises OSError."""


class OwnFolder:
    """A folder of the application's own: one folder a model, named after it."""

    kind = Place.OWN

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder_of(self, model: PublishedModel) -> Path | None:
        """Named after the model."""
        folder = self.root / model.id
        return folder if is_whole(folder) else None

    def staging_of(self, model: PublishedModel) -> Path:
        """On the same disk as the finished model."""
        return self.root / _UNFINISHED / model.id

    def lock_of(self, model: PublishedModel) -> Path:
        """Beside the unfinished download."""
        return self.root / _UNFINISHED / f"{model.id}.lock"

    def prepare(self, model: PublishedModel) -> None:
        """What we made and is not whole any more becomes the beginning of the download."""
        folder, staging = self.root / model.id, self.staging_of(model)
        staging.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):
            folder.rmdir()  # an empty one is in nobody's way
        if not folder.exists():
            return
        if read_manifest(folder) is None:
            raise DownloadError(
                f"The folder {folder} was made by another program and is no whole model. "
                "Move it away, or choose another folder for models."
            )
        if staging.exists():
            delete_folder(staging)
        folder.rename(staging)

    def adopt(self, model: PublishedModel, remote: RemoteModel) -> Path:
        """With the list of its files, in one step."""
        staging, folder = self.staging_of(model), self.root / model.id
        write_manifest(staging, Manifest(remote.repo_id, remote.commit, remote.files))
        return staging.rename(folder)

    def facts_of(self, folder: Path) -> tuple[FileFacts, ...]:
        """From the list that the download left."""
        manifest = read_manifest(folder)
        return manifest.files if manifest else ()

    def known_file(self, facts: FileFacts) -> Path | None:
        """By the lists of the models here."""
        with suppress(OSError):
            for folder in self.root.iterdir():
                for known in self.facts_of(folder):
                    if known.digest == facts.digest and (folder / known.path).is_file():
                        return folder / known.path
        return None

    def remove(self, model: PublishedModel) -> int:
        """Only what we made."""
        folder, staging = self.root / model.id, self.staging_of(model)
        if folder.exists() and read_manifest(folder) is None:
            raise DownloadError(
                f"The folder {folder} was not made by this program. Delete it yourself if you want it gone."
            )
        return delete_folder(staging) + delete_folder(folder)


class HubCache:
    """The cache of huggingface_hub, in its published layout: blobs by hash, snapshots of links, refs."""

    kind = Place.HUB_CACHE

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder_of(self, model: PublishedModel) -> Path | None:
        """A snapshot."""
        return next((folder for folder in self._snapshots(model) if is_whole(folder)), None)

    def staging_of(self, model: PublishedModel) -> Path:
        """On the same disk as the finished model."""
        return self._repository(model) / _UNFINISHED / model.id

    def lock_of(self, model: PublishedModel) -> Path:
        """Among the cache's own locks."""
        return self.root / ".locks" / self._repository(model).name / "qwentts-desktop.lock"

    def prepare(self, model: PublishedModel) -> None:
        """The layout that other programs expect, also while it is unfinished."""
        repository = self._repository(model)
        for name in ("blobs", "refs", "snapshots", _UNFINISHED):
            (repository / name).mkdir(parents=True, exist_ok=True)

    def adopt(self, model: PublishedModel, remote: RemoteModel) -> Path:
        """Blobs first, then the snapshot of links in one step, the name of the newest state last."""
        from huggingface_hub.file_download import are_symlinks_supported

        repository, staging = self._repository(model), self.staging_of(model)
        snapshot = repository / "snapshots" / remote.commit
        if all(file.digest for file in remote.files) and are_symlinks_supported(self.root):
            for file in remote.files:
                _become_link(staging / file.path, repository / "blobs" / file.digest, snapshot / file.path)
        delete_folder(snapshot)
        staging.rename(snapshot)
        durable.write(repository / "refs" / "main", remote.commit.encode())
        return snapshot

    def facts_of(self, folder: Path) -> tuple[FileFacts, ...]:
        """Blobs are named after their hash."""
        return tuple(_facts_of_link(folder, link) for link in folder.rglob("*") if link.is_symlink())

    def known_file(self, facts: FileFacts) -> Path | None:
        """By its name."""
        with suppress(OSError):
            for blob in self.root.glob(f"models--*/blobs/{facts.digest}"):
                if blob.stat().st_size == facts.size:
                    return blob
        return None

    def remove(self, model: PublishedModel) -> int:
        """All its states."""
        return delete_folder(self._repository(model))

    def _repository(self, model: PublishedModel) -> Path:
        return self.root / f"models--{model.repo_id.replace('/', '--')}"

    def _snapshots(self, model: PublishedModel) -> Iterator[Path]:
        """The newest state first, then any other."""
        repository = self._repository(model)
        with suppress(OSError, ValueError):
            commit = (repository / "refs" / "main").read_text(encoding="ascii").strip()
            yield repository / "snapshots" / commit
        with suppress(OSError):
            yield from sorted((repository / "snapshots").iterdir())


def _become_link(staged: Path, blob: Path, final: Path) -> None:
    """Move a staged file among the blobs and leave the link that is right once the folder is at its place."""
    if staged.is_symlink():  # an earlier attempt came as far as this
        return
    staged.replace(blob)
    staged.unlink(missing_ok=True)  # where both were one file already, the system left it
    staged.symlink_to(os.path.relpath(blob, final.parent))


def _facts_of_link(folder: Path, link: Path) -> FileFacts:
    blob = Path(os.path.realpath(link))
    size = blob.stat().st_size if blob.is_file() else 0
    path = link.relative_to(folder).as_posix()
    if len(blob.name) == 64:
        return FileFacts(path, size, sha256=blob.name)
    return FileFacts(path, size, git_sha1=blob.name if len(blob.name) == 40 else "")


def delete_folder(folder: Path) -> int:
    """Delete a folder and return the bytes freed; nothing is lost of one that is in use. Raises OSError."""
    doomed = folder.with_name(f".removing-{folder.name}")
    if doomed.exists():
        shutil.rmtree(doomed)
    if not folder.exists():
        return 0
    freed = size_on_disk(folder)
    folder.rename(doomed)
    shutil.rmtree(doomed)
    return freed
