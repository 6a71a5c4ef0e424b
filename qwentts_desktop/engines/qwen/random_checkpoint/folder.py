"""A whole model folder with random weights."""

from __future__ import annotations

import shutil
from pathlib import Path

from qwentts_desktop.engines.qwen.random_checkpoint.codec import write_codec
from qwentts_desktop.engines.qwen.random_checkpoint.talker import SIZES, write_talker
from qwentts_desktop.engines.qwen.random_checkpoint.tokenizer import write_tokenizer


def write_checkpoint(
    out: Path, size: str = "tiny", kind: str = "base", device: str = "cpu", seed: int = 0
) -> Path:
    """Write a whole model folder and return it."""
    out.mkdir(parents=True, exist_ok=True)
    write_talker(out, size, kind, device, seed)
    write_codec(out / "speech_tokenizer", SIZES[size].real_codec, device, seed)
    write_tokenizer(out)
    return out


def borrow_codec_and_tokenizer(source: Path, out: Path) -> None:
    """Give `out` the codec and the tokenizer of `source`, which all kinds have in common."""
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source / "speech_tokenizer", out / "speech_tokenizer", dirs_exist_ok=True)
    for name in ("vocab.json", "merges.txt", "tokenizer_config.json"):
        shutil.copyfile(source / name, out / name)
