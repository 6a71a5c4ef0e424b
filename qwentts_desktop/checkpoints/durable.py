"""Makes files last: on the disk before they count. Knows no model."""

from __future__ import annotations

import os
from pathlib import Path


def keep(part: Path, target: Path) -> None:
    """Give a finished file its name, once its bytes are on the disk. Raises OSError."""
    with part.open("ab") as file:
        os.fsync(file.fileno())
    part.replace(target)


def write(target: Path, content: bytes) -> None:
    """Put a small file in place, whole or not at all. Raises OSError."""
    part = target.with_name(f"{target.name}.part")
    part.write_bytes(content)
    keep(part, target)
