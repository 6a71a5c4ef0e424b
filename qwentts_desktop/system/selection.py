"""Reading selected text and the clipboard: the protocol, and which reader fits the session. Reads nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn, Protocol

from qwentts_desktop.errors import NothingSelectedError, SelectionError
from qwentts_desktop.system.session import Session, SessionKind

READ_LIMIT_S = 1.0


class SelectionReader(Protocol):
    """One way of getting at text that the user marked or copied."""

    def read(self, timeout_s: float = READ_LIMIT_S) -> str:
        """The text, never empty. Blocks up to `timeout_s`: never call it on the GUI thread.

        Every call stands alone and may come from any thread.

        Raises:
            NothingSelectedError: no text is there now, whatever was there before; speak nothing.
            SelectionError: it could not be read in time, or the program that holds it does not want it read.
        """


@dataclass(frozen=True)
class SelectionReaders:
    """The two places text comes from in one session."""

    selection: SelectionReader
    clipboard: SelectionReader


class NoReader:
    """Stands in where nothing can be read, and says so."""

    def __init__(self, sentence: str) -> None:
        self._sentence = sentence

    def read(self, timeout_s: float = READ_LIMIT_S) -> NoReturn:  # noqa: ARG002 - the protocol's signature
        """Always raises SelectionError with the sentence."""
        raise SelectionError(self._sentence)


def open_readers(session: Session) -> SelectionReaders:
    """The readers that fit this session. Opening touches nothing; problems show when reading."""
    if session.kind is SessionKind.X11:
        from qwentts_desktop.system.selection_x11 import X11Clipboard, X11Selection

        return SelectionReaders(X11Selection(session.x_display), X11Clipboard(session.x_display))
    if session.kind is SessionKind.WAYLAND:
        from qwentts_desktop.system.selection_wayland import WaylandClipboard, WaylandSelection

        return SelectionReaders(WaylandSelection(), WaylandClipboard())
    if session.kind is SessionKind.WINDOWS:
        from qwentts_desktop.system.selection_windows import open_windows_readers

        return open_windows_readers()
    nobody = NoReader(
        "There is no desktop here to read a selection from. Give the text: qwentts-desktop speak TEXT"
    )
    return SelectionReaders(nobody, nobody)


def nothing_selected() -> NothingSelectedError:
    """The answer to an empty selection."""
    return NothingSelectedError("Nothing is selected. Mark some text and press the key again.")


def clipboard_empty() -> NothingSelectedError:
    """The answer to a clipboard without anything."""
    return NothingSelectedError("The clipboard is empty. Copy some text first.")


def not_in_time(detail: str = "") -> SelectionError:
    """The answer when the program that holds the text does not deliver it."""
    return SelectionError(
        "The selection or clipboard could not be read, because the program that holds it does not answer. "
        "Try again in a moment.",
        detail=detail,
    )
