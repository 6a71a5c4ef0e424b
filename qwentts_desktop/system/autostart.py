"""Starting with the desktop: the protocol, and the XDG entry of Linux. Decides nothing, starts nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.paths import ensure

ENTRY_NAME = "qwentts-desktop.desktop"
_RESERVED = frozenset("\t\n\"'\\><~|&;$*?#()` ")


class Autostart(Protocol):
    """Whether the operating system starts the application when the user logs in."""

    @property
    def is_on(self) -> bool:
        """What the system will do at the next login; False where it cannot be read."""

    def turn_on(self, command: Sequence[str]) -> None:
        """Start `command` (program and arguments) at login. Raises SystemAdapterError."""

    def turn_off(self) -> None:
        """Do not start at login. Nothing happens if it is off. Raises SystemAdapterError."""


def open_autostart() -> Autostart:
    """The one of this operating system."""
    if sys.platform == "win32":
        from qwentts_desktop.system.autostart_windows import RunKey

        return RunKey()
    else:  # noqa: RET505 - the type checker looks at one system at a time
        return DesktopEntry()


class DesktopEntry:
    """A file in the user's XDG autostart folder, which every Linux desktop reads at login."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is `$XDG_CONFIG_HOME/autostart` where it is None."""
        config = os.environ.get("XDG_CONFIG_HOME", "") or Path.home() / ".config"
        self._file = (folder or Path(config) / "autostart") / ENTRY_NAME

    @property
    def is_on(self) -> bool:
        """See Autostart. A desktop's own settings switch an entry off by marking it hidden or disabled."""
        try:
            lines = self._file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return False
        settled = {line.replace(" ", "").lower() for line in lines}
        return not settled & {"hidden=true", "x-gnome-autostart-enabled=false"}

    def turn_on(self, command: Sequence[str]) -> None:
        """See Autostart."""
        entry = (
            "[Desktop Entry]\nType=Application\nName=QwenTTS Desktop\n"
            f"Exec={' '.join(quote_argument(argument) for argument in command)}\n"
            "Terminal=false\nX-GNOME-Autostart-enabled=true\n"
        )
        try:
            ensure(self._file.parent)
            self._file.write_text(entry, encoding="utf-8")
        except OSError as error:
            raise self._refused(error) from error

    def turn_off(self) -> None:
        """See Autostart."""
        try:
            self._file.unlink(missing_ok=True)
        except NotADirectoryError:
            return
        except OSError as error:
            raise self._refused(error) from error

    def _refused(self, error: OSError) -> SystemAdapterError:
        return SystemAdapterError(
            f"{self._file} cannot be changed, so starting at login stays as it is. Mend its permissions.",
            detail=str(error),
        )


def quote_argument(argument: str) -> str:
    """One argument of an `Exec` line: quoted where it must be, field codes and escapes made plain."""
    plain = argument.replace("%", "%%")
    if plain and not _RESERVED.intersection(plain):
        return plain
    for character in '\\"`$':
        plain = plain.replace(character, "\\" + character)
    # Once for the quoting, once more because the value is a string of a desktop entry.
    return '"' + plain.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t") + '"'
