"""What a folder must hold to be a whole model, found out in a few milliseconds. No hash, no network."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from qwentts_desktop.checkpoints.catalogue import ModelKind

REQUIRED = (
    "config.json",
    "model.safetensors",
    "vocab.json",
    "merges.txt",
    "tokenizer_config.json",
    "speech_tokenizer/config.json",
    "speech_tokenizer/model.safetensors",
)
"""What the engine reads."""

_KINDS = {
    "base": ModelKind.BASE,
    "custom_voice": ModelKind.CUSTOM_VOICE,
    "voice_design": ModelKind.VOICE_DESIGN,
}
_SIZES = {"0b6": "0.6B", "1b7": "1.7B"}
_LONGEST_HEADER = 100_000_000


@dataclass(frozen=True)
class Description:
    """What a model says of itself.

    Attributes:
        kind: what it was trained for.
        size: "0.6B" or "1.7B"; the model's own word where it is another.
    """

    kind: ModelKind
    size: str


def fault_of(folder: Path) -> str:
    """Why this folder is no whole model, as half a sentence; empty where nothing is amiss."""
    missing = [name for name in REQUIRED if not (folder / name).is_file()]
    if missing:
        return f"{missing[0]} is missing"
    if describe(folder) is None:
        return "config.json is damaged or belongs to another program"
    for name in REQUIRED:
        if name.endswith(".safetensors") and not _is_complete(folder / name):
            return f"{name} is incomplete or damaged"
    return ""


def is_whole(folder: Path) -> bool:
    """Everything is there and each weight file has the length that its header tells."""
    return not fault_of(folder)


def describe(folder: Path) -> Description | None:
    """What the model says of itself; None for what is no Qwen3-TTS model."""
    file = folder / "config.json"
    try:
        facts = file.stat()
    except OSError:
        return None
    return _described(file, facts.st_size, facts.st_mtime_ns)


def size_on_disk(folder: Path) -> int:
    """Bytes of all files, links followed, what is there twice counted once. Raises OSError."""
    facts = [file.stat() for file in folder.rglob("*") if file.is_file()]
    return sum({(one.st_dev, one.st_ino): one.st_size for one in facts}.values())


@lru_cache(maxsize=64)
def _described(file: Path, _size: int, _changed_ns: int) -> Description | None:
    """Read once for each state of the file; the last two parameters only tell the states apart."""
    try:
        raw = json.loads(file.read_text(encoding="utf-8"))
        if raw["model_type"] != "qwen3_tts":
            return None
        name = str(raw.get("tts_model_size", ""))
        return Description(_KINDS[raw["tts_model_type"]], _SIZES.get(name, name))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _is_complete(file: Path) -> bool:
    try:
        facts = file.stat()
        return _end_of_tensors(file, facts.st_size, facts.st_mtime_ns) == facts.st_size
    except OSError:
        return False


@lru_cache(maxsize=64)
def _end_of_tensors(file: Path, size: int, _changed_ns: int) -> int:
    """Where the last tensor ends by the file's header; -1 for a damaged one. Raises OSError."""
    with file.open("rb") as source:
        length = int.from_bytes(source.read(8), "little")
        if not 2 <= length <= min(size - 8, _LONGEST_HEADER):
            return -1
        header = source.read(length)
    try:
        tensors = json.loads(header)
        ends = [entry["data_offsets"][1] for name, entry in tensors.items() if name != "__metadata__"]
        return 8 + length + int(max(ends, default=0))
    except (ValueError, TypeError, KeyError, AttributeError, IndexError):
        return -1
