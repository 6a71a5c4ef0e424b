"""Where the cache of huggingface_hub is, by its documented rules. The library itself need not be imported."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def hub_cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The cache's folder, which need not exist."""
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if environment.get(name):
            return _expanded(environment[name])
    home = environment.get("HF_HOME")
    if not home:
        cache = environment.get("XDG_CACHE_HOME") or "~/.cache"
        home = os.path.join(cache, "huggingface")  # noqa: PTH118  "~" is expanded afterwards
    return _expanded(home) / "hub"


def _expanded(path: str) -> Path:
    return Path(os.path.expandvars(path)).expanduser()
