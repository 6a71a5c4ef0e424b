"""Runs what a change must pass, in order; ends at the first that fails.

Arguments go to pytest. Tests that need an NVIDIA card are left out unless the arguments choose markers.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
SOURCES = ["qwentts_desktop", "installers", "tests"]
_LINT_IMPORTS = "from importlinter.cli import lint_imports_command as check; check()"


def checks(pytest_arguments: list[str]) -> list[tuple[str, list[str]]]:
    """Each check's title and the arguments for Python."""
    markers = [] if "-m" in pytest_arguments else ["-m", "not gpu"]
    return [
        ("format", ["-m", "ruff", "format", "--check", *SOURCES]),
        ("lint", ["-m", "ruff", "check", "--quiet", *SOURCES]),
        ("types", ["-m", "mypy"]),
        ("architecture", ["-c", _LINT_IMPORTS]),
        ("tests", ["-m", "pytest", "-q", *markers, *pytest_arguments]),
    ]


def main(arguments: list[str]) -> int:
    """Run all checks; the exit status of the first that fails, else 0."""
    for title, command in checks(arguments):
        print(f"== {title}", flush=True)
        began = time.monotonic()
        status = subprocess.run([sys.executable, *command], cwd=PROJECT, check=False).returncode
        if status != 0:
            print(f"{title}: failed", file=sys.stderr)
            return status
        print(f"{title}: passed in {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
