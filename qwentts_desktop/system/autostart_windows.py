"""Starting with Windows: this user's Run key. Linux and the command's meaning are not known here."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from qwentts_desktop.errors import SystemAdapterError

assert sys.platform == "win32"

import winreg  # noqa: E402 - only there on Windows

_RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
_APPROVED = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
_NAME = "QwenTTSDesktop"


class RunKey:
    """A value under HKEY_CURRENT_USER; the task manager's start-up page can switch it off beside us."""

    @property
    def is_on(self) -> bool:
        """See Autostart."""
        if _read(_RUN) is None:
            return False
        approved = _read(_APPROVED)
        # First byte of the task manager's note: even is on, odd is off.
        return not (isinstance(approved, bytes) and approved and approved[0] & 1)

    def turn_on(self, command: Sequence[str]) -> None:
        """See Autostart."""
        try:
            with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, _RUN, access=winreg.KEY_SET_VALUE) as key:
                winreg.SetValueEx(key, _NAME, 0, winreg.REG_SZ, subprocess.list2cmdline(command))
            _delete(_APPROVED)
        except OSError as error:
            raise _refused(error) from error

    def turn_off(self) -> None:
        """See Autostart."""
        try:
            _delete(_RUN)
        except OSError as error:
            raise _refused(error) from error


def _read(path: str) -> object:
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
            value: object = winreg.QueryValueEx(key, _NAME)[0]
    except OSError:
        return None
    return value


def _delete(path: str) -> None:
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path, access=winreg.KEY_SET_VALUE) as key:
            winreg.DeleteValue(key, _NAME)
    except FileNotFoundError:
        return


def _refused(error: OSError) -> SystemAdapterError:
    return SystemAdapterError(
        "Windows did not allow a change of what starts at login. Use Settings > Apps > Startup instead.",
        detail=str(error),
    )
