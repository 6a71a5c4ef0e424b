"""Model folders with random weights, each made once a session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from qwentts_desktop.engines.qwen.checkpoint import load_model
from qwentts_desktop.engines.qwen.codec.decoder import StreamingDecoder
from qwentts_desktop.engines.qwen.synthesis import Synthesizer
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
from tests.checkpoints import borrow_codec_and_tokenizer, write_codec, write_talker, write_tokenizer

CheckpointMaker = Callable[..., Path]
SLOTS = 512


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


SynthesizerMaker = Callable[..., Synthesizer]


@pytest.fixture(scope="session")
def synthesizer(checkpoint: CheckpointMaker) -> SynthesizerMaker:
    """`synthesizer(kind="base", size="tiny")`: a loaded model in fp32 on the processor, one for all tests."""
    made: dict[tuple[str, str], Synthesizer] = {}

    def make(kind: str = "base", size: str = "tiny") -> Synthesizer:
        if (kind, size) not in made:
            folder = checkpoint(kind, size)
            cpu = torch.device("cpu")
            model = load_model(folder, cpu, torch.float32, SLOTS)
            decoder = StreamingDecoder.from_folder(folder / "speech_tokenizer", cpu)
            made[kind, size] = Synthesizer(model, decoder, slots=SLOTS)
        return made[kind, size]

    return make


@pytest.fixture(scope="session")
def voice() -> Callable[..., VoicePrompt]:
    """`voice(width, in_context)`: an encoded voice, random and always the same."""

    def make(width: int = 64, in_context: bool = True) -> VoicePrompt:
        draw = torch.Generator().manual_seed(3)
        codes = torch.randint(0, 2048, (12, 16), generator=draw)
        speaker = torch.randn(width, generator=draw)
        return VoicePrompt(speaker, codes, "hello there") if in_context else VoicePrompt(speaker)

    return make
