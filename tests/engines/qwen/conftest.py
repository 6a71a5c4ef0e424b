"""Model folders with random weights, each made once a session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.checkpoints import borrow_codec_and_tokenizer, write_codec, write_talker, write_tokenizer

CheckpointMaker = Callable[..., Path]


@pytest.fixture(scope="session")
def shared_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny codec and the tokenizer, which all kinds have in common."""
    folder = tmp_path_factory.mktemp("shared_parts")
    write_codec(folder / "speech_tokenizer")
    write_tokenizer(folder)
    return folder


@pytest.fixture(scope="session")
def codec_folder(shared_parts: Path) -> Path:
    """The folder speech_tokenizer of a tiny model."""
    return shared_parts / "speech_tokenizer"


@pytest.fixture(scope="session")
def checkpoint(shared_parts: Path, tmp_path_factory: pytest.TempPathFactory) -> CheckpointMaker:
    """`checkpoint(kind="base", size="tiny")`: a model folder, read-only by agreement."""
    made: dict[tuple[str, str], Path] = {}

    def make(kind: str = "base", size: str = "tiny") -> Path:
        if (kind, size) not in made:
            folder = tmp_path_factory.mktemp(f"{size}_{kind}")
            borrow_codec_and_tokenizer(shared_parts, folder)
            write_talker(folder, size, kind)
            made[kind, size] = folder
        return made[kind, size]

    return make
