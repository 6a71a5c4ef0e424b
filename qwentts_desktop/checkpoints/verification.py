"""Compares a model's files with what they must be, byte by byte. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.digest import FileFacts, digest_of
from qwentts_desktop.checkpoints.model_folder import fault_of
from qwentts_desktop.checkpoints.progress import Phase, ProgressMeter


class Basis(str, Enum):
    """What a model was compared with."""

    HASHES = "hashes"
    STRUCTURE = "structure"


@dataclass(frozen=True)
class FileProblem:
    """A file that is not what it must be.

    Attributes:
        path: relative to the model's folder.
        reason: half a sentence.
    """

    path: str
    reason: str


@dataclass(frozen=True)
class Verification:
    """What came of it.

    Attributes:
        model_id: whose files.
        files: how many were compared.
        basis: with hashes; by structure alone where nobody has told the hashes.
        problems: empty for a good model.
    """

    model_id: str
    files: int
    basis: Basis
    problems: tuple[FileProblem, ...] = ()

    @property
    def is_good(self) -> bool:
        """No file is amiss."""
        return not self.problems


def verify_folder(
    model_id: str, folder: Path, facts: Sequence[FileFacts], meter: ProgressMeter, control: DownloadControl
) -> Verification:
    """Read every file and compare; without facts only the structure is looked at.

    Raises:
        DownloadCancelledError: cancelled.
    """
    if not facts:
        fault = fault_of(folder)
        problems = (FileProblem(fault.split(" ", 1)[0], fault.split(" ", 1)[1]),) if fault else ()
        return Verification(model_id, 0, Basis.STRUCTURE, problems)
    meter.expect(sum(file.size for file in facts))
    found = [_problem(folder, file, meter, control) for file in facts]
    return Verification(model_id, len(facts), Basis.HASHES, tuple(one for one in found if one is not None))


def _problem(
    folder: Path, file: FileFacts, meter: ProgressMeter, control: DownloadControl
) -> FileProblem | None:
    path = folder / file.path
    meter.enter(Phase.CHECKING, file.path)

    def on_bytes(count: int) -> None:
        control.wait_while_paused()
        meter.arrived(count)

    try:
        size = path.stat().st_size
        if size != file.size:
            return FileProblem(file.path, f"has {size} bytes instead of {file.size}")
        is_right = digest_of(path, file, on_bytes).is_right()
    except FileNotFoundError:
        return FileProblem(file.path, "is missing")
    except OSError as error:
        return FileProblem(file.path, f"cannot be read: {error.strerror or error}")
    return None if is_right else FileProblem(file.path, "holds other bytes than it must")
