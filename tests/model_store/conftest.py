"""A hub on this machine, a small model to publish, and a store that is told of trouble within a second."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from qwentts_desktop.checkpoints.catalogue import published
from qwentts_desktop.checkpoints.hub import Hub
from qwentts_desktop.checkpoints.patience import TimeLimits
from qwentts_desktop.checkpoints.store import ModelStore, StoreFolders
from tests.rig.model_hub import ModelHub

MODEL = published("0.6B-Base")
QUICK = TimeLimits(connect_s=0.5, read_s=0.4, patience_s=1.0, first_wait_s=0.05)
_KINDS = {"Base": "base", "CustomVoice": "custom_voice", "VoiceDesign": "voice_design"}
_SIZES = {"0.6B": "0b6", "1.7B": "1b7"}


def write_model(folder: Path, name: str = "0.6B-Base", weights: int = 1_500_000) -> Path:
    """A model in the published layout: real configuration and weight files, of noise, no tensor library."""
    size, kind = name.split("-")
    noise = random.Random(name)
    config = {"model_type": "qwen3_tts", "tts_model_type": _KINDS[kind], "tts_model_size": _SIZES[size]}
    texts = {
        "config.json": json.dumps(config), "generation_config.json": "{}", "vocab.json": '{"a": 0}',
        "merges.txt": "#version: 0.2\n", "tokenizer_config.json": "{}",
        "speech_tokenizer/config.json": "{}", "speech_tokenizer/preprocessor_config.json": "{}",
        "README.md": "# Model", ".gitattributes": "*.safetensors filter=lfs",
    }  # fmt: skip
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    write_weights(folder / "model.safetensors", weights, noise)
    write_weights(folder / "speech_tokenizer" / "model.safetensors", 1_200_000, random.Random("codec"))
    return folder


def write_weights(file: Path, size: int, noise: random.Random) -> None:
    """A weights file with one tensor of noise."""
    header = json.dumps({"w": {"dtype": "U8", "shape": [size], "data_offsets": [0, size]}}).encode()
    file.write_bytes(len(header).to_bytes(8, "little") + header + noise.randbytes(size))


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
def online(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The network may be used in this test, without any token of the user's."""
    from huggingface_hub import constants
    from huggingface_hub.utils._http import reset_sessions

    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", "/nonexistent/token")
    reset_sessions()
    yield
    reset_sessions()


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
