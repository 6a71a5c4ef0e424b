"""What only a card can show: memory comes back, a full card ends in a sentence, cycles stay flat."""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import pytest
import torch

from qwentts_desktop.engines.qwen.engine import QwenEngine
from qwentts_desktop.errors import OutOfMemoryError
from qwentts_desktop.speech.request import SamplingOptions, SpeechRequest
from qwentts_desktop.speech.voice import PresetVoice
from tests.checkpoints import write_checkpoint
from tests.engines.qwen.conftest import CheckpointMaker

pytestmark = pytest.mark.gpu

MEGABYTE = 2**20
KEPT_AT_MOST_MB = 400
"""What a process may keep after the model is gone: libraries' workspaces; its context is not counted."""
CYCLES = 20
FLAT_WITHIN_MB = 16


@pytest.fixture(scope="module")
def real_size(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random weights at the size of the 0.6B model, written with the card's help."""
    return write_checkpoint(tmp_path_factory.mktemp("real") / "model", "0.6b", "custom_voice", "cuda")


@pytest.fixture
def used_mb():
    """Megabytes of the card that are used more than now; the context is there already."""
    torch.zeros(1, device="cuda")
    gc.collect()
    torch.cuda.empty_cache()
    before = torch.cuda.mem_get_info()[0]

    def used() -> float:
        torch.cuda.synchronize()
        return (before - torch.cuda.mem_get_info()[0]) / MEGABYTE

    return used


def load(engine: QwenEngine) -> None:
    engine.load(lambda _progress: None, threading.Event())


def speak(engine: QwenEngine, frames: int = 12) -> int:
    sampling = SamplingOptions(seed=1, max_frames=frames)
    request = SpeechRequest("A few words.", PresetVoice("vivian"), "en", sampling)
    return sum(len(chunk.samples) for chunk in engine.stream(request, threading.Event()))


def test_the_memory_of_a_real_model_comes_back_and_it_speaks_again(real_size: Path, used_mb) -> None:
    engine = QwenEngine(real_size)
    for _ in range(2):
        load(engine)
        assert used_mb() > 1_000
        assert speak(engine) > 0
        engine.unload()
        assert used_mb() < KEPT_AT_MOST_MB


def test_cycles_of_loading_speaking_and_unloading_stay_flat(checkpoint: CheckpointMaker, used_mb) -> None:
    engine = QwenEngine(checkpoint("custom_voice", "wide"))
    kept = []
    for _ in range(CYCLES):
        load(engine)
        assert speak(engine) > 0
        engine.unload()
        kept.append(used_mb())
    assert max(kept[3:]) - min(kept[3:]) < FLAT_WITHIN_MB, kept


def test_a_card_that_another_program_fills_ends_in_a_sentence_and_later_in_speech(
    checkpoint: CheckpointMaker, used_mb
) -> None:
    engine = QwenEngine(checkpoint("custom_voice", "wide"))
    free, _ = torch.cuda.mem_get_info()
    others = torch.empty(free - 24 * MEGABYTE, dtype=torch.uint8, device="cuda")
    with pytest.raises(OutOfMemoryError, match="Close programs"):
        load(engine)
    del others
    torch.cuda.empty_cache()
    load(engine)
    assert speak(engine) > 0
    engine.unload()
    assert used_mb() < KEPT_AT_MOST_MB
