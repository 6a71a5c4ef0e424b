"""Starts downloads that are to be killed: each line of standard input forks one and answers with its id.

    python killed_downloads.py URL FOLDER

A program of its own, since a process with threads had better not fork.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import huggingface_hub.hf_api
import requests  # noqa: F401  imported before the forks, so that each starts at once

from qwentts_desktop.checkpoints.hub import Hub
from qwentts_desktop.checkpoints.store import ModelStore, StoreFolders

_ = huggingface_hub.hf_api.HfApi


def main(url: str, folder: str) -> None:
    for line in sys.stdin:
        name = line.strip()
        child = os.fork()
        if child == 0:
            root = Path(folder) / name
            ModelStore(StoreFolders(root / "models", root / "cache"), Hub(url)).download("0.6B-Base")
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        os.waitpid(child, 0)
        sys.stdout.write("ended\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
