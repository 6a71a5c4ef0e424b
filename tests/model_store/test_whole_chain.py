"""From an empty folder to sound: a random checkpoint is downloaded, found, loaded and speaks noise."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from qwentts_desktop import factory
from qwentts_desktop.checkpoints.catalogue import published
from qwentts_desktop.checkpoints.hub import Hub
from qwentts_desktop.checkpoints.store import ModelStore, StoreFolders
from qwentts_desktop.paths import user_paths
from qwentts_desktop.settings.schema import EngineSettings, Settings
from qwentts_desktop.speech.engine import EngineKind
from tests.model_store.conftest import QUICK, contents
from tests.rig.model_hub import ModelHub

MODEL = published("0.6B-CustomVoice")


@pytest.mark.slow
def test_a_downloaded_model_speaks(online, tmp_path):
    from tests.checkpoints import write_checkpoint

    source = write_checkpoint(tmp_path / "published", "tiny", "custom_voice")
    with ModelHub() as hub:
        hub.add(MODEL.repo_id, source)
        hub.faults.cut_after, hub.faults.cuts = 2_000_000, 2
        paths = user_paths()
        store = ModelStore(StoreFolders(paths.models, tmp_path / "cache"), Hub(hub.url), QUICK)
        found = store.download(MODEL.id)
    assert contents(found.folder) == contents(source)
    engines = factory.build_engine_source(EngineSettings(device="cpu", dtype="float32"), paths)
    request = factory.build_request(Settings(), "Hello.", voice="preset:vivian", language="en")
    request = replace(request, sampling=replace(request.sampling, max_frames=4, seed=1))
    engine, cancel = engines.current(request), threading.Event()
    engine.load(lambda progress: None, cancel)
    samples = sum(len(chunk.samples) for chunk in engine.stream(request, cancel))
    engine.unload()
    assert (engine.info.kind, samples) == (EngineKind.NEURAL, 4 * 1_920)
