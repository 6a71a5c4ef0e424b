"""Measures a peer on the same model in the same run, in a process of its own."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import qwentts_desktop
from qwentts_desktop.cli.bench.plan import Plan
from qwentts_desktop.errors import EngineUnavailableError

PEERS = ("faster-qwen3-tts",)
_CHUNKS = (8, 1)
_QUICK_CHUNKS = (8,)
_LIMIT_S = 900


def measure_peer(name: str, plan: Plan, python: str) -> dict[str, Any]:
    """Speak the plan's text with the peer's engine.

    Args:
        name: one of PEERS.
        plan: the model, the length and the number of runs; chunks of 8 frames are measured, and of 1.
        python: the interpreter in whose environment the peer is installed.

    Raises:
        EngineUnavailableError: it is not installed there, or did not get through.
    """
    script = Path(__file__).with_name("peer_process.py")
    wish = {
        "model": plan.model,
        "frames": plan.frames,
        "runs": min(plan.runs, 3),
        "chunks": _CHUNKS if plan.is_thorough else _QUICK_CHUNKS,
        "package_root": str(Path(qwentts_desktop.__file__).parents[1]),
    }
    done = subprocess.run(
        [python, str(script), json.dumps(wish)], capture_output=True, text=True, timeout=_LIMIT_S, check=False
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 or not lines:
        raise EngineUnavailableError(
            f"{name} could not be measured. Install it in an environment of its own and name that "
            "environment's Python with --peer-python.",
            detail=done.stderr[-2000:],
        )
    return {"engine": name, "version": _version(name, python), **json.loads(lines[-1])}


def _version(name: str, python: str) -> str:
    if python == sys.executable:
        return importlib.metadata.version(name)
    question = f"import importlib.metadata as m; print(m.version({name!r}))"
    return subprocess.run(
        [python, "-c", question], capture_output=True, text=True, check=False
    ).stdout.strip()
