"""Facts about this machine that decide what is installed: NVIDIA driver and cards, rights, screen."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from torch_build import Card, Machine

CommandOutput = Callable[[list[str]], str]
"""Runs a program and returns its standard output; empty where it is missing, fails or hangs."""

_QUERY = ["--query-gpu=name,compute_cap", "--format=csv,noheader"]


def output_of(command: list[str]) -> str:
    """Standard output of a program, or an empty string where it is missing, fails or takes over 15 s."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=15, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def read_machine(run: CommandOutput = output_of) -> Machine:
    """Ask nvidia-smi for the driver's CUDA version and the cards; an empty Machine without it."""
    program = nvidia_smi()
    banner = run([program])
    version = re.search(r"CUDA Version:\s*(\d+)\.(\d+)", banner)
    if version is None:
        return Machine()
    cards = tuple(_card(line) for line in run([program, *_QUERY]).splitlines() if line.strip())
    if not cards:  # drivers before 510 do not know compute_cap and refuse the whole question
        names = run([program, "--query-gpu=name", "--format=csv,noheader"]).splitlines()
        cards = tuple(Card(name.strip(), None) for name in names if name.strip())
    return Machine((int(version[1]), int(version[2])), cards)


def nvidia_smi() -> str:
    """Path of nvidia-smi; on Windows it is often not on the PATH."""
    found = shutil.which("nvidia-smi")
    if found:
        return found
    windows = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "nvidia-smi.exe"
    return str(windows) if windows.exists() else "nvidia-smi"


def driver_mark() -> str:
    """A text that changes when the NVIDIA driver does, read without starting a program; empty for none."""
    places = [Path("/proc/driver/nvidia/version")]
    if sys.platform == "win32":
        places = [Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "nvml.dll"]
    for place in places:
        try:
            if sys.platform == "win32":
                status = place.stat()
                return f"{status.st_size}:{status.st_mtime_ns}"
            return place.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
    return ""


def has_screen() -> bool:
    """Whether a window could be shown: always on Windows, else where a display is named."""
    return sys.platform == "win32" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def is_root() -> bool:
    """Whether this process may install system packages by itself."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def may_ask_for_password() -> bool:
    """Whether somebody sits at a terminal to answer sudo."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _card(line: str) -> Card:
    name, _, capability = line.rpartition(",")
    version = re.fullmatch(r"\s*(\d+)\.(\d+)\s*", capability)
    return Card(name.strip(), (int(version[1]), int(version[2])) if version else None)
