from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from qwentts_desktop.engines.qwen import upstream
from qwentts_desktop.engines.qwen.speaker import SHORTEST_CLIP_SAMPLES, SpeakerEncoder
from qwentts_desktop.errors import CheckpointError

Maker = Callable[..., Path]


def clip(samples: int, level: float = 0.1) -> np.ndarray[Any, np.dtype[np.float32]]:
    return (np.random.default_rng(samples).standard_normal(samples) * level).astype(np.float32)


@pytest.mark.parametrize("samples", [SHORTEST_CLIP_SAMPLES, 24_000, 120_007])
def test_embedding_equals_the_published_one(checkpoint: Maker, samples: int) -> None:
    folder = checkpoint("base")
    published = upstream.Qwen3TTSForConditionalGeneration.from_pretrained(folder)
    expected = published.extract_speaker_embedding(clip(samples), 24_000)
    embedding = SpeakerEncoder.from_folder(folder).embed(clip(samples))
    assert embedding.shape == (64,)
    torch.testing.assert_close(embedding, expected, atol=1e-5, rtol=0)


def test_two_clips_give_two_embeddings(checkpoint: Maker) -> None:
    encoder = SpeakerEncoder.from_folder(checkpoint("base"))
    assert (encoder.embed(clip(24_000)) - encoder.embed(clip(24_001))).abs().max() > 1e-3


def test_a_clip_beyond_full_scale_makes_no_noise(
    checkpoint: Maker, capfd: pytest.CaptureFixture[str]
) -> None:
    SpeakerEncoder.from_folder(checkpoint("base")).embed(clip(24_000, level=2.0))
    assert capfd.readouterr() == ("", "")


def test_a_model_without_speaker_encoder_is_told_in_a_sentence(checkpoint: Maker) -> None:
    with pytest.raises(CheckpointError, match="Use a Base model"):
        SpeakerEncoder.from_folder(checkpoint("custom_voice"))
