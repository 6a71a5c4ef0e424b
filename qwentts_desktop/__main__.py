"""Where the program starts: arguments given -> command line, none -> the desktop application."""

from __future__ import annotations

import sys
from collections.abc import Sequence

_APPLICATION_FLAGS = frozenset(("--hidden", "--show"))
"""Start the application in the tray only, or with its window."""

_NO_WINDOWS = (
    "The desktop part cannot start here: {cause}. The command line works: qwentts-desktop speak TEXT, "
    "or qwentts-desktop speak TEXT --output FILE.wav"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and return the exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given and not _APPLICATION_FLAGS.issuperset(given):
        from qwentts_desktop.cli.main import main as run_command

        return run_command(given)
    return _start_application(given)


def _start_application(flags: Sequence[str]) -> int:
    obstacle = _no_screen()
    if obstacle:
        print(_NO_WINDOWS.format(cause=obstacle), file=sys.stderr)  # noqa: T201 - before any log exists
        return 1
    try:
        from qwentts_desktop.app import main as run_application
    except ImportError as error:
        if not (error.name or "").startswith("PySide6"):
            raise
        cause = "PySide6 is not installed"
        print(_NO_WINDOWS.format(cause=cause), file=sys.stderr)  # noqa: T201
        return 1
    return run_application(flags)


def _no_screen() -> str:
    """Why there can be no window, or nothing. Windows and an explicit Qt platform always have a chance."""
    import os

    if sys.platform in ("win32", "darwin"):
        return ""
    if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        return ""
    return "there is no screen"


if __name__ == "__main__":
    sys.exit(main())
