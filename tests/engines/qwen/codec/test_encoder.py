from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from qwentts_desktop.engines.qwen.codec import ReferenceEncoder
from qwentts_desktop.errors import CheckpointError


def clip(samples: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    return (np.random.default_rng(samples).standard_normal(samples) * 0.1).astype(np.float32)


@pytest.fixture(scope="module")
def encoder(codec_folder: Path) -> ReferenceEncoder:
    return ReferenceEncoder.from_folder(codec_folder)


@pytest.mark.parametrize("samples", [1, 1920, 1921, 48_000, 100_001])
def test_codes_equal_the_published_ones(encoder: ReferenceEncoder, published: Any, samples: int) -> None:
    wav = clip(samples)
    signal = torch.from_numpy(wav)[None]
    with torch.no_grad():
        (expected,) = published.encode(signal, torch.ones_like(signal, dtype=torch.int64)).audio_codes
    codes = encoder.encode(wav)
    assert codes.shape == (16, -(-samples // 1920))
    assert torch.equal(codes, expected.t())


def test_codes_tell_clips_apart(encoder: ReferenceEncoder) -> None:
    codes = encoder.encode(clip(48_000))
    assert len(codes[0].unique()) > 3
    assert not torch.equal(codes, encoder.encode(clip(48_001))[:, : codes.shape[1]])


def test_weights_that_do_not_fit_their_description_are_told_in_a_sentence(
    codec_folder: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(codec_folder, tmp_path / "speech_tokenizer"))
    raw = json.loads((folder / "config.json").read_text("utf-8"))
    raw["encoder_config"]["hidden_size"] = 64
    (folder / "config.json").write_text(json.dumps(raw), "utf-8")
    with pytest.raises(CheckpointError, match="Download the model again"):
        ReferenceEncoder.from_folder(folder)
