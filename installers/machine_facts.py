"""Facts about this machine that decide how it is set up: rights, screen, whether the driver changed."""

from __future__ import annotations

import os
import sys
from pathlib import Path


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
