"""Random model folders for tests; the package's own writer does the work.

    python tests/checkpoints.py OUT [SIZE] [KIND] [DEVICE]

SIZE: tiny, wide (tiny, with a talker wider than the predictor), 0.6b, 1.7b.
KIND: base, custom_voice, voice_design.
"""

from __future__ import annotations

import sys
from pathlib import Path

from qwentts_desktop.engines.qwen.random_checkpoint.codec import write_codec
from qwentts_desktop.engines.qwen.random_checkpoint.folder import borrow_codec_and_tokenizer, write_checkpoint
from qwentts_desktop.engines.qwen.random_checkpoint.talker import KINDS, SIZES, write_talker
from qwentts_desktop.engines.qwen.random_checkpoint.tokenizer import write_tokenizer

__all__ = [
    "KINDS",
    "SIZES",
    "borrow_codec_and_tokenizer",
    "write_checkpoint",
    "write_codec",
    "write_talker",
    "write_tokenizer",
]

if __name__ == "__main__":
    print(write_checkpoint(Path(sys.argv[1]), *sys.argv[2:]))  # noqa: T201
