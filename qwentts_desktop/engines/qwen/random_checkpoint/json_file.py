"""Writes a JSON file as the published folders have them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write it, indented by one."""
    path.write_text(json.dumps(content, indent=1), "utf-8")
