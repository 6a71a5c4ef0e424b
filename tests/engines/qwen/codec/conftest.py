"""A tiny codec in two forms: ours and the published one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file

from qwentts_desktop.engines.qwen import upstream
from qwentts_desktop.engines.qwen.codec import StreamingDecoder


@pytest.fixture(scope="session")
def decoder(codec_folder: Path) -> StreamingDecoder:
    return StreamingDecoder.from_folder(codec_folder)


@pytest.fixture(scope="session")
def published(codec_folder: Path) -> Any:
    """The published codec model with the same weights."""
    raw = json.loads((codec_folder / "config.json").read_text("utf-8"))
    parts = {name: raw[name] for name in ("encoder_config", "decoder_config")}
    model = upstream.Qwen3TTSTokenizerV2Model(upstream.Qwen3TTSTokenizerV2Config(**parts))
    model.load_state_dict(load_file(codec_folder / "model.safetensors"))
    return model.eval()
