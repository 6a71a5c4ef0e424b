"""A hub on this machine, a small model to publish, and a store that is told of trouble within a second."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from qwentts_desktop.checkpoints.catalogue import published
from qwentts_desktop.checkpoints.hub import Hub
from qwentts_desktop.checkpoints.patience import TimeLimits
from qwentts_desktop.checkpoints.store import ModelStore, StoreFolders
from tests.rig.model_files import write_model
from tests.rig.model_hub import ModelHub, go_online

MODEL = published("0.6B-Base")
QUICK = TimeLimits(connect_s=0.5, read_s=0.4, patience_s=1.0, first_wait_s=0.05)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but hidden ones."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def model_contents(folder: Path) -> dict[str, bytes]:
    """What of a published folder a download must bring."""
    return {name: data for name, data in contents(folder).items() if name != "README.md"}


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The published model; not to be changed."""
    return write_model(tmp_path_factory.mktemp("published") / "model")


@pytest.fixture
def online(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network may be used in this test, without any token of the user's."""
    go_online(monkeypatch)


@pytest.fixture
def hub(source: Path, online: None) -> Iterator[ModelHub]:
    """A hub that has the model."""
    with ModelHub() as running:
        running.add(MODEL.repo_id, source)
        yield running


@pytest.fixture
def folders(tmp_path: Path) -> StoreFolders:
    """Where this test's models are."""
    return StoreFolders(tmp_path / "models", tmp_path / "cache")


@pytest.fixture
def store(hub: ModelHub, folders: StoreFolders) -> ModelStore:
    """A store with quick limits."""
    return ModelStore(folders, Hub(hub.url), QUICK)


@pytest.fixture
def cache_store(hub: ModelHub, folders: StoreFolders) -> ModelStore:
    """A store that downloads into the hub's cache."""
    from qwentts_desktop.checkpoints.places import Place

    return ModelStore(replace(folders, target=Place.HUB_CACHE), Hub(hub.url), QUICK)
