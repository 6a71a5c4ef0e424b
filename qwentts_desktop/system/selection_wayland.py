"""Selection and clipboard under Wayland, through the program wl-paste. No claim beyond what it delivers."""

from __future__ import annotations

import shutil
import subprocess
import time

from qwentts_desktop.errors import SelectionError
from qwentts_desktop.system.clipboard_content import PASSWORD_HINT, decode_text, password, text_format
from qwentts_desktop.system.selection import READ_LIMIT_S, clipboard_empty, not_in_time, nothing_selected

PROGRAM = "wl-paste"
_NO_PROGRAM = (
    "Reading a selection under Wayland needs wl-paste. Install the package wl-clipboard, "
    "or give the text: qwentts-desktop speak TEXT"
)
_NOT_ALLOWED = (
    "This Wayland desktop does not let a program in the background read the selection. "
    "Copy the text and give it over: wl-paste | qwentts-desktop speak -"
)
# What wl-paste says when it cannot read at all; every other failure of it means that nothing is there.
_NO_ACCESS_WORDS = (b"seem to support", b"failed to connect", b"requires a compositor")


class WaylandSelection:
    """Reads the primary selection where the desktop gives it to wl-paste."""

    def __init__(self, program: str = PROGRAM) -> None:
        self._paste = _Paste(program)

    def read(self, timeout_s: float = READ_LIMIT_S) -> str:
        """See SelectionReader."""
        data = self._paste.run(time.monotonic() + timeout_s, "--primary", "--type", "text")
        text = decode_text(data or b"", "UTF8_STRING")
        if not text.strip():
            raise nothing_selected()
        return text


class WaylandClipboard:
    """Reads the clipboard through wl-paste, unless a password manager marked it."""

    def __init__(self, program: str = PROGRAM) -> None:
        self._paste = _Paste(program)

    def read(self, timeout_s: float = READ_LIMIT_S) -> str:
        """See SelectionReader."""
        deadline_s = time.monotonic() + timeout_s
        listed = self._paste.run(deadline_s, "--list-types")
        if not listed:
            raise clipboard_empty()
        formats = listed.decode("utf-8", errors="replace").split("\n")
        if PASSWORD_HINT in formats and self._paste.run(deadline_s, "--type", PASSWORD_HINT) == b"secret":
            raise password()
        name = text_format(formats)
        text = decode_text(self._paste.run(deadline_s, "--type", name) or b"", name)
        if not text.strip():
            raise clipboard_empty()
        return text


class _Paste:
    """Runs wl-paste against a deadline; it is killed when the owner of the text does not answer."""

    def __init__(self, program: str) -> None:
        self._program = program

    def run(self, deadline_s: float, *options: str) -> bytes | None:
        """What it prints; None where it says that there is nothing. Raises SelectionError."""
        program = shutil.which(self._program)
        if program is None:
            raise SelectionError(_NO_PROGRAM)
        try:
            done = subprocess.run(
                [program, "--no-newline", *options],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=max(0.01, deadline_s - time.monotonic()),
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise not_in_time() from error
        except OSError as error:
            raise SelectionError(_NO_PROGRAM, detail=str(error)) from error
        if done.returncode == 0:
            return done.stdout
        _refuse_where_not_allowed(done.stderr.lower())
        return None


def _refuse_where_not_allowed(complaint: bytes) -> None:
    """Tell "nothing is there" (returns) from "not to be had here" (raises) by the program's own words."""
    if any(word in complaint for word in _NO_ACCESS_WORDS):
        raise SelectionError(_NOT_ALLOWED, detail=complaint.decode("utf-8", errors="replace")[:200])
