"""Owns the memory of trials that did not come back: a kernel that kills the card's context cannot say so.

A file stands beside the compiled kernels while one is tried. Who finds it twice leaves that kernel alone.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path

import torch

from qwentts_desktop.engines.qwen.kernels.compile import frame_source
from qwentts_desktop.errors import EngineUnavailableError, OutOfMemoryError

_CHANCES = 2
"""A user may quit in the very moment of a trial; that happens once, not twice."""
_FAIR_ENDS = (EngineUnavailableError, OutOfMemoryError, torch.cuda.OutOfMemoryError)


def trial_name(card: str) -> str:
    """Names the trials of this program's kernel on this card, so that a new kernel gets new chances."""
    return (
        "trial-" + hashlib.sha256(f"{frame_source()}\0{card}\0{torch.__version__}".encode()).hexdigest()[:24]
    )


@contextlib.contextmanager
def on_trial(cache: Path | None, name: str) -> Iterator[None]:
    """Remember that a kernel is being tried, until its trial ends one way or the other.

    Args:
        cache: the folder of compiled kernels; None remembers nothing.
        name: see `trial_name`.

    Raises:
        EngineUnavailableError: it was tried twice and did not come back.
    """
    if cache is None:
        yield
        return
    mark = cache / name
    lost = _count(mark)
    if lost >= _CHANCES:
        raise EngineUnavailableError(
            "The fast kernel brought the card down when it was last tried, so CUDA graphs speak. A newer "
            "version of the program or of the driver may mend it.",
            detail=f"{lost} trials without an end, {mark}",
        )
    _remember(mark, lost + 1)
    try:
        yield
    except _FAIR_ENDS:
        mark.unlink(missing_ok=True)
        raise
    mark.unlink(missing_ok=True)


def _count(mark: Path) -> int:
    try:
        return int(mark.read_text("ascii"))
    except (OSError, ValueError):
        return 0


def _remember(mark: Path, trials: int) -> None:
    with contextlib.suppress(OSError):  # a folder that cannot be written costs this safety, not speech
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(str(trials), "ascii")
