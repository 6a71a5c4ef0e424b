"""A byte-level BPE tokenizer of the published size that merges the role names and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

from qwentts_desktop.engines.qwen.random_checkpoint.json_file import write_json

_FIRST_SPECIAL_TEXT_ID = 151643
_SPECIAL_TEXT_TOKENS = (
    ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    + [f"<|extra_{i}|>" for i in range(23)]
    + ["<|audio_start|>", "<|audio_end|>", "<tts_pad>", "<tts_text_bos>", "<tts_text_eod>"]
    + ["<tts_text_bos_single>", "<|audio_pad|>"]
)


def write_tokenizer(out: Path) -> None:
    """Write a byte-level BPE tokenizer of the published size; it merges the role names, nothing else."""
    out.mkdir(parents=True, exist_ok=True)
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = [chr(c) for c in printable] + [chr(256 + i) for i in range(256 - len(printable))]
    merges: list[str] = []
    vocabulary = {letter: i for i, letter in enumerate(letters)}
    for word in ("assistant", "user", "system"):
        for end in range(1, len(word)):
            merges.append(f"{word[:end]} {word[end]}")
            vocabulary.setdefault(word[: end + 1], len(vocabulary))
    unused = range(_FIRST_SPECIAL_TEXT_ID - len(vocabulary))
    vocabulary |= {f"<unused{i}>": len(vocabulary) + i for i in unused}
    flags = dict.fromkeys(("lstrip", "normalized", "rstrip", "single_word"), False) | {"special": True}
    special = {
        str(_FIRST_SPECIAL_TEXT_ID + i): {"content": s} | flags for i, s in enumerate(_SPECIAL_TEXT_TOKENS)
    }
    (out / "vocab.json").write_text(json.dumps(vocabulary), "utf-8")
    (out / "merges.txt").write_text("#version: 0.2\n" + "\n".join(dict.fromkeys(merges)) + "\n", "utf-8")
    write_json(
        out / "tokenizer_config.json",
        {
            "tokenizer_class": "Qwen2Tokenizer", "processor_class": "Qwen3TTSProcessor",
            "added_tokens_decoder": special, "additional_special_tokens": _SPECIAL_TEXT_TOKENS[1:3],
            "add_prefix_space": False, "add_bos_token": False, "bos_token": None, "eos_token": "<|im_end|>",
            "pad_token": "<|endoftext|>", "unk_token": None, "errors": "replace", "model_max_length": 131072,
            "split_special_tokens": False, "clean_up_tokenization_spaces": False,
        },
    )  # fmt: skip
