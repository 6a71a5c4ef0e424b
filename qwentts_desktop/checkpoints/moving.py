"""Carries a model to another folder, also to another disk; it is whole at one of both at any moment."""

from __future__ import annotations

import errno
from pathlib import Path

from qwentts_desktop.checkpoints import durable
from qwentts_desktop.checkpoints.catalogue import PublishedModel
from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.digest import BLOCK
from qwentts_desktop.checkpoints.disk import FreeSpace, SpaceGuard, disk_errors
from qwentts_desktop.checkpoints.download import writing
from qwentts_desktop.checkpoints.model_folder import is_whole, size_on_disk
from qwentts_desktop.checkpoints.places import OwnFolder, delete_folder
from qwentts_desktop.checkpoints.progress import OnProgress, Phase, ProgressMeter
from qwentts_desktop.errors import DownloadError


class ModelMove:
    """Moves models from one folder of the application's own to another; used by one thread."""

    def __init__(
        self,
        source: OwnFolder,
        target: OwnFolder,
        control: DownloadControl,
        on_progress: OnProgress,
        space: FreeSpace,
    ) -> None:
        self._source = source
        self._target = target
        self._control = control
        self._on_progress = on_progress
        self._guard = SpaceGuard(target.root, space)

    def move(self, model: PublishedModel) -> None:
        """Move one whole model.

        Raises:
            DownloadError, DownloadCancelledError: it is still where it was.
        """
        folder, arrival = self._source.root / model.id, self._target.root / model.id
        staging = self._target.staging_of(model)
        with writing(model, self._source), writing(model, self._target):
            if arrival.exists():
                raise DownloadError(f"There is already something at {arrival}. Move it away first.")
            with disk_errors(self._target.root):
                if _rename(folder, arrival):
                    return
                delete_folder(staging)
                self._copy(model, folder, staging)
                staging.rename(arrival)
            with disk_errors(folder):
                delete_folder(folder)

    def _copy(self, model: PublishedModel, folder: Path, staging: Path) -> None:
        meter = ProgressMeter(model.id, self._on_progress)
        meter.expect(size_on_disk(folder))
        self._guard.require(size_on_disk(folder))
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                relative = path.relative_to(folder)
                meter.enter(Phase.FINISHING, relative.as_posix())
                self._copy_file(path, staging / relative, meter)
        meter.enter(Phase.FINISHING)
        if not is_whole(staging):
            raise DownloadError(
                f"{model.id} did not arrive whole at {staging}; it stays where it was. Check the disk."
            )

    def _copy_file(self, source: Path, target: Path, meter: ProgressMeter) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.part")
        with source.open("rb") as read, part.open("wb") as out:
            while block := read.read(BLOCK):
                self._control.wait_while_paused()
                out.write(block)
                self._guard.wrote(len(block))
                meter.arrived(len(block))
        durable.keep(part, target)


def _rename(source: Path, target: Path) -> bool:
    """Move within one disk; False where they are on two."""
    try:
        source.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        return False
    return True
