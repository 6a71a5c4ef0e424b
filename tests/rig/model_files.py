"""Models in the published layout without any tensor library: real configuration, weight files of noise."""

from __future__ import annotations

import json
import random
from pathlib import Path

_KINDS = {"Base": "base", "CustomVoice": "custom_voice", "VoiceDesign": "voice_design"}
_SIZES = {"0.6B": "0b6", "1.7B": "1b7"}


def write_model(folder: Path, name: str = "0.6B-Base", weights: int = 1_500_000) -> Path:
    """A model that the store takes for whole; an engine could not load it.

    Args:
        folder: where.
        name: size and kind, as in the catalogue.
        weights: bytes of its weights. The codec has 1.2 MB, the same in all.
    """
    size, kind = name.split("-")
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
    _write_weights(folder / "model.safetensors", weights, random.Random(name))
    _write_weights(folder / "speech_tokenizer" / "model.safetensors", 1_200_000, random.Random("codec"))
    return folder


def _write_weights(file: Path, size: int, noise: random.Random) -> None:
    header = json.dumps({"w": {"dtype": "U8", "shape": [size], "data_offsets": [0, size]}}).encode()
    file.write_bytes(len(header).to_bytes(8, "little") + header + noise.randbytes(size))
