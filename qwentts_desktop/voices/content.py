"""What a voice was encoded from, as a short hash, and the encoded forms that belong to it."""

from __future__ import annotations

import functools
import hashlib
import re
from contextlib import suppress
from pathlib import Path

PROMPT_FOLDER = "prompts"
PROMPT_ENDING = ".safetensors"
_KEY_DIGITS = 16
_PROMPT_NAME = re.compile(r"(?P<model>.{1,80})-(?P<content>[0-9a-f]{16})\.safetensors")


def content_key(recording_sha256: str, transcript: str) -> str:
    """16 hexadecimal digits that change when the recording or the transcript does."""
    whole = f"{recording_sha256}\n{transcript.strip()}"
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:_KEY_DIGITS]


def file_sha256(path: Path) -> str:
    """SHA-256 of a file as it is now; quick where it was asked before. Raises OSError."""
    facts = path.stat()
    return _sha256(path, facts.st_mtime_ns, facts.st_size)


def parse_prompt_name(name: str) -> tuple[str, str] | None:
    """(model, content key) in the name of an encoded form's file, or None for another file."""
    match = _PROMPT_NAME.fullmatch(name)
    return (match["model"], match["content"]) if match else None


def drop_other_prompts(folder: Path, content: str) -> None:
    """Remove the encoded forms of an earlier recording or transcript from a profile's folder."""
    for file in (folder / PROMPT_FOLDER).glob(f"*{PROMPT_ENDING}"):
        parsed = parse_prompt_name(file.name)
        if parsed is None or parsed[1] != content:
            with suppress(OSError):
                file.unlink()


@functools.lru_cache(maxsize=64)
def _sha256(path: Path, mtime_ns: int, size: int) -> str:  # noqa: ARG001 - a changed file is another key
    with path.open("rb") as file:
        digest = hashlib.sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
