"""What a file must be, and whether it is: size and the hash that the hub publishes of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

BLOCK = 1 << 20


@dataclass(frozen=True)
class FileFacts:
    """One file of a model.

    Attributes:
        path: relative to the model's folder, with slashes.
        size: bytes.
        sha256: of large files; empty where the hub does not tell it.
        git_sha1: of small files, as git names their content; empty where the hub does not tell it.
    """

    path: str
    size: int
    sha256: str = ""
    git_sha1: str = ""

    @property
    def digest(self) -> str:
        """The best hash known; empty for none."""
        return self.sha256 or self.git_sha1


class Digest:
    """Takes a file's bytes in order and says in the end whether they are the right ones."""

    def __init__(self, facts: FileFacts) -> None:
        self._facts = facts
        self.count = 0
        if facts.sha256 or not facts.git_sha1:
            self._hash = hashlib.sha256()
        else:
            self._hash = hashlib.sha1(f"blob {facts.size}\0".encode(), usedforsecurity=False)

    def update(self, data: bytes) -> None:
        """The next bytes."""
        self._hash.update(data)
        self.count += len(data)

    def is_right(self) -> bool:
        """All bytes came and they are the published ones."""
        if self.count != self._facts.size:
            return False
        return not self._facts.digest or self._hash.hexdigest() == self._facts.digest


def digest_of(file: Path, facts: FileFacts, on_bytes: Callable[[int], None]) -> Digest:
    """The digest of what is in a file; `on_bytes` is told of each block and may raise. Raises OSError."""
    digest = Digest(facts)
    with file.open("rb") as source:
        while block := source.read(BLOCK):
            digest.update(block)
            on_bytes(len(block))
    return digest
