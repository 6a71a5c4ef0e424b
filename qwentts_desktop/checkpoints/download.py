"""Brings a whole model to a place: one writer, enough room, every file right, and then all at once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from qwentts_desktop.checkpoints.catalogue import PublishedModel
from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.digest import FileFacts, digest_of
from qwentts_desktop.checkpoints.disk import FreeSpace, SpaceGuard, disk_errors
from qwentts_desktop.checkpoints.hub import Hub, RemoteModel
from qwentts_desktop.checkpoints.model_folder import REQUIRED, fault_of
from qwentts_desktop.checkpoints.patience import Patience, TimeLimits
from qwentts_desktop.checkpoints.places import ModelPlace
from qwentts_desktop.checkpoints.progress import OnProgress, Phase, ProgressMeter
from qwentts_desktop.checkpoints.transfer import FileTransfer, part_of
from qwentts_desktop.errors import DownloadError

_WORTH_REUSING = 1_000_000
"""Bytes from which on a file is looked for among the models that are here already."""


class ModelDownload:
    """Downloads one model into one place; used once, by one thread."""

    def __init__(
        self,
        model: PublishedModel,
        place: ModelPlace,
        others: Sequence[ModelPlace],
        hub: Hub,
        control: DownloadControl,
        on_progress: OnProgress,
        limits: TimeLimits,
        space: FreeSpace,
    ) -> None:
        self._model = model
        self._place = place
        self._sources = (place, *others)
        self._control = control
        self._staging = place.staging_of(model)
        self._meter = ProgressMeter(model.id, on_progress)
        self._guard = SpaceGuard(place.root, space)
        patience = Patience(limits, control, self._meter)
        self._transfer = FileTransfer(hub, control, self._meter, patience, self._guard)

    def run(self, *, is_repair: bool = False) -> Path:
        """Download what is missing; returns the model's folder.

        Args:
            is_repair: look at every file even where the model seems whole.

        Raises:
            DownloadError, DownloadCancelledError: what has arrived is kept.
        """
        with writing(self._model, self._place):
            there = self._place.folder_of(self._model)
            if there is not None and not is_repair:
                return there
            remote = self._transfer.ask(self._model.repo_id)
            _require_model(remote, self._model)
            with disk_errors(self._place.root):
                self._place.prepare(self._model)
                self._staging.mkdir(parents=True, exist_ok=True)
                self._drop_strangers(remote)
            self._fetch_all(remote)
            return self._finish(remote)

    def _fetch_all(self, remote: RemoteModel) -> None:
        self._meter.expect(remote.total_bytes)
        missing = [file for file in remote.files if not self._is_here(file)]
        self._guard.require(sum(file.size - self._begun(file) for file in missing))
        for file in sorted(missing, key=lambda one: one.size):
            self._transfer.fetch(remote, file, self._staging / file.path)

    def _finish(self, remote: RemoteModel) -> Path:
        self._control.check()
        self._meter.enter(Phase.FINISHING)
        fault = fault_of(self._staging)
        if fault:
            raise DownloadError(
                f"What is published as {remote.repo_id} is not the model that this program knows: {fault}. "
                "Update the program, or download again later."
            )
        with disk_errors(self._place.root):
            return self._place.adopt(self._model, remote)

    def _is_here(self, file: FileFacts) -> bool:
        """The staging folder has the right file, if need be from another model on this machine."""
        target = self._staging / file.path
        with disk_errors(self._staging):
            if target.is_file():
                if self._is_right(target, file):
                    return True
                target.unlink()
            if file.size < _WORTH_REUSING or not file.digest:
                return False
            known = next(filter(None, (place.known_file(file) for place in self._sources)), None)
            if known is None:
                return False
            self._guard.require(file.size)
            target.parent.mkdir(parents=True, exist_ok=True)
            _link_or_copy(known, target)
            if self._is_right(target, file):
                part_of(target, file).unlink(missing_ok=True)
                return True
            target.unlink()
            return False

    def _is_right(self, path: Path, file: FileFacts) -> bool:
        """The file is the published one; its bytes count as done then."""
        self._meter.enter(Phase.CHECKING, file.path)
        counted = 0

        def on_bytes(count: int) -> None:
            nonlocal counted
            self._control.check()
            self._meter.found(count)
            counted += count

        if path.stat().st_size == file.size and digest_of(path, file, on_bytes).is_right():
            return True
        self._meter.found(-counted)
        return False

    def _begun(self, file: FileFacts) -> int:
        part = part_of(self._staging / file.path, file)
        return min(part.stat().st_size, file.size) if part.is_file() else 0

    def _drop_strangers(self, remote: RemoteModel) -> None:
        """Leave only files and beginnings of the state that is downloaded."""
        targets = [(self._staging / file.path, file) for file in remote.files]
        kept = {target for target, _ in targets} | {part_of(target, file) for target, file in targets}
        for path in self._staging.rglob("*"):
            if not path.is_dir() and path not in kept:
                path.unlink()


@contextmanager
def writing(model: PublishedModel, place: ModelPlace) -> Iterator[None]:
    """Be the only one, of all programs, that changes this model here; the system ends it with the process.

    Raises:
        DownloadError: somebody else does.
    """
    from filelock import FileLock, Timeout  # takes its time to import, and finding a model needs no lock

    file = place.lock_of(model)
    lock = FileLock(file, timeout=0)
    with disk_errors(place.root):
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except Timeout as error:
            raise DownloadError(
                f"{model.id} is being downloaded, moved or removed already, perhaps by another window. "
                "Wait for its end."
            ) from error
    try:
        yield
    finally:
        lock.release()


def _require_model(remote: RemoteModel, model: PublishedModel) -> None:
    missing = set(REQUIRED) - {file.path for file in remote.files}
    if missing:
        raise DownloadError(
            f"{model.repo_id} as it is published now lacks {sorted(missing)[0]}. "
            "Choose another model, or update the program."
        )


def _link_or_copy(source: Path, target: Path) -> None:
    """Share the bytes where the disk can, since no model file is ever changed in place."""
    real = os.path.realpath(source)
    try:
        os.link(real, target)
    except OSError:
        shutil.copyfile(real, target)
