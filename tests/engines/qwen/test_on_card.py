"""What only a card can show: fast steps repeat the plain ones, and parameters reach them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from qwentts_desktop.engines.qwen.api import QwenTTS
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
from tests.engines.qwen.conftest import CheckpointMaker

pytestmark = pytest.mark.gpu


@pytest.fixture(scope="module")
def folder(checkpoint: CheckpointMaker) -> Path:
    return checkpoint("base", "wide")


@pytest.fixture(scope="module")
def voice() -> VoicePrompt:
    draw = torch.Generator().manual_seed(3)
    codes = torch.randint(0, 2048, (12, 16), generator=draw)
    return VoicePrompt(torch.randn(96, generator=draw), codes, "hello there")


@pytest.fixture(scope="module")
def plain(folder: Path) -> QwenTTS:
    return QwenTTS.from_pretrained(folder, device="cuda:0", dtype="float32", use_graphs=False)


@pytest.fixture(scope="module")
def graphed(folder: Path) -> QwenTTS:
    return QwenTTS.from_pretrained(folder, device="cuda:0", dtype="float32")


def sound(tts: QwenTTS, voice: VoicePrompt, **options: object) -> np.ndarray:
    given = {"seed": 5, "max_new_tokens": 60, **options}
    chunks = tts.generate_voice_clone_streaming("Order 66", "en", voice_clone_prompt=voice, **given)  # type: ignore[arg-type]
    return np.concatenate([samples for samples, _, _ in chunks])


def codes_of(tts: QwenTTS) -> torch.Tensor:
    """[K, 60]: of the last text."""
    return tts.synthesizer._workspace(1).codes[0, :, :60].cpu()


def test_graphs_are_in_use(graphed: QwenTTS) -> None:
    assert graphed.synthesizer.fallback_reason == ""
    assert graphed.synthesizer.step_name != "plain"


@pytest.mark.parametrize("sampled", [False, True])
def test_graphs_speak_as_plain_steps_do(
    plain: QwenTTS, graphed: QwenTTS, voice: VoicePrompt, sampled: bool
) -> None:
    options = {"do_sample": sampled, "subtalker_dosample": sampled}
    expected, sound_of_graphs = sound(plain, voice, **options), sound(graphed, voice, **options)
    differing = (codes_of(plain) != codes_of(graphed)).sum()
    assert differing == 0, f"{differing} of 960 codes differ"
    np.testing.assert_allclose(sound_of_graphs, expected, atol=1e-4)
    assert np.abs(expected).max() > 0.01


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 6},
        {"temperature": 1.5},
        {"top_k": 5},
        {"top_p": 0.5},
        {"repetition_penalty": 3.0},
        {"subtalker_temperature": 0.3},
        {"subtalker_top_k": 3},
    ],
)
def test_a_changed_parameter_changes_what_a_graph_makes(
    graphed: QwenTTS, plain: QwenTTS, voice: VoicePrompt, change: dict[str, float]
) -> None:
    changed = sound(graphed, voice, **change)
    assert not np.array_equal(changed, sound(graphed, voice))
    np.testing.assert_allclose(changed, sound(plain, voice, **change), atol=1e-4)


def test_chunk_sizes_do_not_change_the_sound(graphed: QwenTTS, voice: VoicePrompt) -> None:
    expected = sound(graphed, voice)
    for chunk_size in (1, 3, 8, 64):
        np.testing.assert_allclose(sound(graphed, voice, chunk_size=chunk_size), expected, atol=1e-4)


def test_rows_of_a_batch_sound_as_they_would_alone(graphed: QwenTTS, voice: VoicePrompt) -> None:
    texts = ["Order 66", "A somewhat longer sentence than that", "Yes"]
    together, _ = graphed.generate_voice_clone(
        texts, "en", voice_clone_prompt=voice, seed=5, max_new_tokens=20
    )
    for text, samples in zip(texts, together, strict=True):
        alone, _ = graphed.generate_voice_clone(
            text, "en", voice_clone_prompt=voice, seed=5, max_new_tokens=20
        )
        np.testing.assert_allclose(samples, alone[0], atol=1e-3)


def test_a_batch_that_comes_and_goes_leaves_the_graphs_of_single_texts_whole(
    graphed: QwenTTS, voice: VoicePrompt
) -> None:
    """torch drops the scratch memory of a stream with any graph that was recorded there."""
    expected = sound(graphed, voice)
    for count in (2, 4, 2):
        graphed.generate_voice_clone(["Yes"] * count, "en", voice_clone_prompt=voice, max_new_tokens=2)
        torch.cuda.empty_cache()
        torch.full((2**24,), float("nan"), device="cuda")  # whatever was let go is written over
        np.testing.assert_allclose(sound(graphed, voice), expected, atol=1e-4)


def test_memory_is_flat_over_many_texts(graphed: QwenTTS, voice: VoicePrompt) -> None:
    used = []
    for i in range(40):
        sound(graphed, replace(voice), max_new_tokens=2 + i % 7)
        used.append(torch.cuda.memory_allocated())
    assert max(used[10:]) == min(used[10:])


def test_unloading_gives_the_memory_back(folder: Path, voice: VoicePrompt) -> None:
    """All but what libraries keep for the next time, which the first rounds take."""
    kept = []
    for _ in range(4):
        tts = QwenTTS.from_pretrained(folder, device="cuda:0")
        sound(tts, voice, max_new_tokens=3)
        tts.unload()
        kept.append(torch.cuda.memory_allocated())
    assert max(kept[2:]) - min(kept[1:]) < 1_000_000
