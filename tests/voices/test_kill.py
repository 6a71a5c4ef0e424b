"""kill -9 at random points: every voice is whole or absent."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from qwentts_desktop.voices.archive import export_voice

RUNS = 200


@pytest.mark.skipif(sys.platform == "win32", reason="it forks")
@pytest.mark.timeout(240)
def test_a_writer_killed_at_any_moment_leaves_every_voice_whole_or_absent(cloned, speech_file, tmp_path):
    export_voice(cloned("Anna"), tmp_path / "anna.qwenvoice")
    script = Path(__file__).with_name("killed_writer.py")
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [
            sys.executable, str(script), str(tmp_path / "killed"), str(tmp_path / "anna.qwenvoice"),
            str(speech_file), str(RUNS), "1",
        ],
        capture_output=True, text=True, check=False, cwd=root, env={"PYTHONPATH": str(root), "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["broken"] == []
    assert done.stderr == ""
    assert found["half_made"] > 0, "no kill hit a write: the test shows nothing"
    assert found["swept"]
    assert found["voices"] > 3
