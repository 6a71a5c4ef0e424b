"""Selected text (PRIMARY) and clipboard of an X server, each read on a connection of its own. No Qt."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from Xlib.display import Display

from qwentts_desktop.errors import NothingSelectedError, SelectionError, SystemAdapterError
from qwentts_desktop.system.clipboard_content import (
    PASSWORD_HINT,
    TEXT_FORMATS,
    decode_text,
    password,
    text_format,
)
from qwentts_desktop.system.selection import READ_LIMIT_S, clipboard_empty, not_in_time, nothing_selected
from qwentts_desktop.system.x11_connection import X_GONE, open_display
from qwentts_desktop.system.x11_transfer import Transfer

LATE_ANSWER_S = 30.0
"""How long a window stays for the answer of an owner that hung."""


class X11Selection:
    """Reads PRIMARY: what is marked now, without touching the clipboard."""

    def __init__(self, display_name: str = "") -> None:
        self._display_name = display_name

    def read(self, timeout_s: float = READ_LIMIT_S) -> str:
        """See SelectionReader."""
        with _transfer(self._display_name, timeout_s) as (transfer, atom_of):
            primary = atom_of("PRIMARY")
            if not transfer.has_owner(primary):
                raise nothing_selected()
            # Straight to the text: asking for the list of formats first would double the waiting.
            for target in TEXT_FORMATS[:3]:
                data = transfer.fetch(primary, target)
                if data is not None:
                    return _not_blank(decode_text(data, target))
        raise nothing_selected()


class X11Clipboard:
    """Reads CLIPBOARD, unless a password manager marked it, and says what else it holds."""

    def __init__(self, display_name: str = "") -> None:
        self._display_name = display_name

    def read(self, timeout_s: float = READ_LIMIT_S) -> str:
        """See SelectionReader."""
        with _transfer(self._display_name, timeout_s) as (transfer, atom_of):
            clipboard = atom_of("CLIPBOARD")
            if not transfer.has_owner(clipboard):
                raise clipboard_empty()
            formats = transfer.targets(clipboard) or list(TEXT_FORMATS[:1])
            if PASSWORD_HINT in formats and transfer.fetch(clipboard, PASSWORD_HINT) == b"secret":
                raise password()
            target = text_format(formats)
            data = transfer.fetch(clipboard, target)
        text = decode_text(data or b"", target)
        if not text.strip():
            raise clipboard_empty()
        return text


@contextmanager
def _transfer(display_name: str, timeout_s: float) -> Iterator[tuple[Transfer, Callable[[str], int]]]:
    deadline_s = time.monotonic() + timeout_s
    try:
        display = open_display(display_name)
    except SystemAdapterError as error:
        raise SelectionError(error.message, detail=error.detail) from error
    close = partial(_close, display)
    try:
        yield Transfer(display, deadline_s), display.intern_atom
    except X_GONE as gone:
        raise not_in_time(str(gone)) from gone
    except SelectionError as error:
        if not isinstance(error, NothingSelectedError):
            close = partial(_close_later, display)
        raise
    finally:
        close()


def _close(display: Display) -> None:
    with suppress(*X_GONE):
        display.close()


def _close_later(display: Display) -> None:
    """An owner that was stopped answers when it goes on, and some programs die if nobody is there."""
    timer = threading.Timer(LATE_ANSWER_S, _close, (display,))
    timer.daemon = True
    timer.start()


def _not_blank(text: str) -> str:
    if not text.strip():
        raise nothing_selected()
    return text
