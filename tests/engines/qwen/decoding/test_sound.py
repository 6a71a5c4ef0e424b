"""The codec beside the decoding: how chunks are divided into its steps."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from qwentts_desktop.engines.qwen.codec.decoder import StreamingDecoder
from qwentts_desktop.engines.qwen.codec.places import LONGEST_STEP_FRAMES
from qwentts_desktop.engines.qwen.decoding.sound import step_sizes


@pytest.mark.parametrize(
    ("chunks", "steps"),
    [([1, 2, 4, 8], [1, 2, 4, 8]), ([24], [8, 16]), ([64], [16]), ([16, 17], [1, 16]), ([], [])],
)
def test_no_step_is_longer_than_the_codec_takes_at_once(chunks: list[int], steps: list[int]) -> None:
    assert step_sizes(chunks) == steps
    assert all(size <= LONGEST_STEP_FRAMES for size in steps)


def test_the_codec_refuses_a_longer_step(codec_folder: Path) -> None:
    decoder = StreamingDecoder.from_folder(codec_folder)
    codes = torch.zeros((1, 16, LONGEST_STEP_FRAMES + 1), dtype=torch.int64)
    with pytest.raises(ValueError, match="17 frames"):
        decoder.step(codes, decoder.new_state(1))
