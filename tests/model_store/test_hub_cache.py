from __future__ import annotations

import os
import subprocess
import sys

import pytest

from qwentts_desktop.checkpoints.hub_cache import hub_cache_folder

NAMES = ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME")


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"XDG_CACHE_HOME": "/tmp/cache"},
        {"HF_HOME": "~/hf", "XDG_CACHE_HOME": "/tmp/cache"},
        {"HF_HOME": "$HOME/hf"},
        {"HUGGINGFACE_HUB_CACHE": "/tmp/old", "HF_HOME": "/tmp/hf"},
        {"HF_HUB_CACHE": "/tmp/new", "HUGGINGFACE_HUB_CACHE": "/tmp/old"},
    ],
)
def test_it_is_where_the_library_itself_looks(variables, monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    code = "from huggingface_hub import constants; print(constants.HF_HUB_CACHE)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert hub_cache_folder(os.environ) == hub_cache_folder()
    assert str(hub_cache_folder()) == said.strip()
