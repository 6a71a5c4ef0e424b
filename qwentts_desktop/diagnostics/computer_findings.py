"""The computer itself: operating system, what sleep does to the card's memory, free disk. No card."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from qwentts_desktop.diagnostics.finding import Finding, fine, not_checked, problem, warning
from qwentts_desktop.diagnostics.known_faults import KEEP_MEMORY

SYSTEM, SLEEP, DISK = "system", "sleep", "disk"
NVIDIA_PARAMETERS = Path("/proc/driver/nvidia/params")
_GIGABYTE = 1e9


def system_finding(session: str) -> Finding:
    """Operating system, Python and desktop session in words; they always are what they are."""
    title = "Operating system"
    words = f"{_system_name()}, {platform.machine()}, Python {platform.python_version()}, {session}."
    if "microsoft" in platform.release().lower():
        return warning(
            SYSTEM,
            title,
            f"WSL: {words}",
            "Hotkeys and selections of Windows programs need the application installed on Windows itself.",
        )
    return fine(SYSTEM, title, words)


def os_release() -> Mapping[str, str]:
    """The distribution's own facts; empty where there are none, as on Windows."""
    try:
        return platform.freedesktop_os_release()
    except OSError:
        return {}


def sleep_finding(parameters: Path = NVIDIA_PARAMETERS) -> Finding:
    """Whether the card's memory outlives a suspend."""
    title = "Card memory over suspend"
    if sys.platform == "win32":
        return not_checked(SLEEP, title, "Windows keeps the card's memory by itself.")
    try:
        lines = parameters.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return not_checked(SLEEP, title, "The NVIDIA driver tells no parameters here.")
    values = dict(line.split(": ", 1) for line in lines if ": " in line)
    kept = values.get("PreserveVideoMemoryAllocations")
    if kept is None:
        return not_checked(SLEEP, title, "The NVIDIA driver does not tell whether it is kept.")
    if kept == "0":
        return warning(
            SLEEP,
            title,
            "It is lost when the computer sleeps, and programs that use the card may fail afterwards.",
            "Let the driver keep it, then restart.",
            KEEP_MEMORY,
        )
    return fine(SLEEP, title, "The driver keeps it.")


def disk_finding(
    folder: Path,
    needed_bytes: int,
    free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
) -> Finding:
    """Free space where models go.

    Args:
        folder: the folder of the models, which need not exist yet.
        needed_bytes: of the model that is still to be downloaded; 0 where it is there.
        free_bytes: of the file system of an existing folder.
    """
    title = "Disk space"
    existing = next((path for path in (folder, *folder.parents) if path.exists()), None)
    if existing is None:
        return problem(DISK, title, f"{folder} is on a drive that is not there.", "Choose another folder.")
    free = free_bytes(existing)
    words = f"{free / _GIGABYTE:.1f} GB are free where models are kept ({folder})"
    if free < needed_bytes:
        return problem(
            DISK,
            title,
            f"{words}; the chosen model needs {needed_bytes / _GIGABYTE:.1f} GB.",
            "Free some space, or choose another folder for models in the settings.",
        )
    if free < _GIGABYTE:
        return warning(DISK, title, f"{words}.", "Free some space: settings and voices need some as well.")
    return fine(DISK, title, f"{words}.")


def _system_name() -> str:
    if sys.platform == "win32":
        return f"Windows {platform.release()} ({platform.version()})"
    return f"{os_release().get('PRETTY_NAME', platform.system())}, kernel {platform.release()}"
