"""A model store that needs no network and no disk, and a doctor's report, for tests of the screen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from qwentts_desktop import __version__
from qwentts_desktop.checkpoints.catalogue import CATALOGUE, PublishedModel, published
from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.places import Place
from qwentts_desktop.checkpoints.progress import DownloadProgress, Phase
from qwentts_desktop.checkpoints.store import InstalledModel
from qwentts_desktop.checkpoints.verification import Verification
from qwentts_desktop.diagnostics.finding import fine, not_checked, problem, warning
from qwentts_desktop.diagnostics.report import Report
from qwentts_desktop.errors import QwenTTSError

REPORT = Report(
    __version__,
    3.2,
    (
        fine("driver", "NVIDIA driver", "Version 550.90.07 can run CUDA 12.4."),
        problem(
            "architecture",
            "Architecture",
            "The torch build has no kernels for this card.",
            "Install the build for CUDA 12.8, then start the program again.",
            "pip install torch --index-url https://example.invalid/whl/cu128",
        ),
        warning("sleep", "Sleep", "The driver forgets the card's memory in sleep.", "Turn it on.", "echo 1"),
        not_checked("kernel", "A kernel on the card", "It was not run, since the architecture does not fit."),
    ),
)
FINE_REPORT = Report(
    __version__,
    2.0,
    (fine("driver", "NVIDIA driver", "It runs."), fine("kernel", "A kernel", "It ran in 0.1 ms.")),
)


class FakeModelStore:
    """Downloads wait for `gate` after their first progress; `error` makes them fail."""

    def __init__(self) -> None:
        self.there: dict[str, InstalledModel] = {}
        self.partial: dict[str, int] = {}
        self.error: QwenTTSError | None = None
        self.verification: Verification | None = None
        self.gate = threading.Event()
        self.calls: list[tuple[str, str]] = []

    def catalogue(self) -> tuple[PublishedModel, ...]:
        return CATALOGUE

    def installed(self) -> tuple[InstalledModel, ...]:
        return tuple(self.there.values())

    def partial_bytes(self, model_id: str) -> int:
        return self.partial.get(model_id, 0)

    def discard_partial(self, model_id: str) -> int:
        self.calls.append(("discard", model_id))
        return self.partial.pop(model_id, 0)

    def download(
        self, model_id: str, on_progress: Callable[[DownloadProgress], None], control: DownloadControl
    ) -> InstalledModel:
        self.calls.append(("download", model_id))
        total = published(model_id).download_bytes
        self.partial[model_id] = total // 2
        progress = DownloadProgress(
            model_id, Phase.DOWNLOADING, "model.safetensors", total // 2, total, 24e6, 52
        )
        on_progress(progress)
        while not self.gate.wait(0.01):
            control.check()
            if control.is_paused:
                on_progress(DownloadProgress(model_id, Phase.PAUSED, "", total // 2, total))
            control.wait_while_paused()
        if self.error is not None:
            raise self.error
        self.partial.pop(model_id)
        self.install(model_id)
        return self.there[model_id]

    def install(self, model_id: str) -> None:
        model = published(model_id)
        self.there[model.id] = InstalledModel(
            model.id, Path("/models") / model.id, Place.OWN, model.kind, model.size
        )

    def repair(
        self, model_id: str, on_progress: Callable[[DownloadProgress], None], control: DownloadControl
    ) -> InstalledModel:
        self.calls.append(("repair", model_id))
        return self.there[model_id]

    def verify(
        self, model_id: str, on_progress: Callable[[DownloadProgress], None], control: DownloadControl
    ) -> Verification:
        self.calls.append(("verify", model_id))
        assert self.verification is not None
        return self.verification

    def remove(self, model_id: str) -> int:
        self.calls.append(("remove", model_id))
        del self.there[model_id]
        return 1
