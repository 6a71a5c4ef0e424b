"""Selected text by pressing Ctrl+C for the user, the clipboard left as it was. No Windows call here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from qwentts_desktop.errors import SelectionError
from qwentts_desktop.system.selection import not_in_time, nothing_selected

# Windows in which Ctrl+C ends the running command instead of copying.
CONSOLE_CLASSES = frozenset(
    (
        "ConsoleWindowClass",
        "PseudoConsoleWindow",
        "CASCADIA_HOSTING_WINDOW_CLASS",
        "mintty",
        "PuTTY",
        "KiTTY",
        "VirtualConsoleClass",
        "Alacritty",
        "org.wezfurlong.wezterm",
        "Window Class",  # MobaXterm's terminals and other X servers
    )
)
_POLL_S = 0.01
# Programs put several formats one after another; the copy is over when nothing has come for this long.
_SETTLED_S = 0.03
_MODIFIERS_LIMIT_S = 0.6


@dataclass(frozen=True)
class ClipboardFormat:
    """One format of a clipboard's content as bytes."""

    number: int
    data: bytes


class CopyClipboard(Protocol):
    """The clipboard as the copy needs it. Every method may raise SelectionError where it stays locked."""

    def sequence(self) -> int:
        """A number that changes with every change of the content."""

    def snapshot(self) -> tuple[ClipboardFormat, ...]:
        """All content that can be put back."""

    def text(self) -> str:
        """The text in it, "" for none."""

    def restore(self, content: tuple[ClipboardFormat, ...]) -> None:
        """Put content back, marked so that no clipboard history takes it up a second time."""


class CopyKeyboard(Protocol):
    """The keyboard and the window it writes to."""

    def foreground_class(self) -> str:
        """Class name of the window in front, "" for none."""

    def modifiers_are_up(self) -> bool:
        """Whether Ctrl, Alt, Shift and Super are all released."""

    def press_copy(self) -> None:
        """Send Ctrl+C to the window in front."""


class SyntheticCopy:
    """One careful Ctrl+C. `now` and `sleep` can be replaced by a test's own clock."""

    def __init__(
        self,
        keyboard: CopyKeyboard,
        clipboard: CopyClipboard,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._keyboard = keyboard
        self._clipboard = clipboard
        self._now = now
        self._sleep = sleep

    def read(self, deadline_s: float) -> str:
        """The selected text; the clipboard is as before afterwards, unless somebody else has changed it.

        Raises:
            NothingSelectedError: the copy changed nothing, so nothing was selected.
            SelectionError: a console window is in front, the hotkey is still held, the clipboard is locked.
        """
        if self._keyboard.foreground_class() in CONSOLE_CLASSES:
            raise SelectionError(
                "A terminal does not hand over its selection, and Ctrl+C would stop its program. "
                "Copy the text there and use the hotkey for the clipboard."
            )
        # With Shift or Alt still down the window would see another combination.
        held_until_s = min(deadline_s, self._now() + _MODIFIERS_LIMIT_S)
        if not self._wait(self._keyboard.modifiers_are_up, held_until_s):
            raise SelectionError("The keys of the hotkey are still held. Let go of them sooner.")
        before = self._clipboard.snapshot()
        sequence = self._clipboard.sequence()
        self._keyboard.press_copy()
        if not self._wait(lambda: self._clipboard.sequence() != sequence, deadline_s):
            raise nothing_selected()
        copied = self._settle(deadline_s)
        try:
            text = self._clipboard.text()
        finally:
            # Changed again: somebody copied meanwhile, and that is theirs.
            if self._clipboard.sequence() == copied:
                self._clipboard.restore(before)
        if not text.strip():
            raise nothing_selected()
        return text

    def _settle(self, deadline_s: float) -> int:
        """Wait until the program has put all its formats; the sequence number of its content."""
        sequence = self._clipboard.sequence()
        quiet_since_s = self._now()
        while self._now() - quiet_since_s < _SETTLED_S:
            if self._now() > deadline_s:
                raise not_in_time("the clipboard keeps changing")
            self._sleep(_POLL_S)
            latest = self._clipboard.sequence()
            if latest != sequence:
                sequence, quiet_since_s = latest, self._now()
        return sequence

    def _wait(self, condition: Callable[[], bool], deadline_s: float) -> bool:
        while not condition():
            if self._now() >= deadline_s:
                return False
            self._sleep(_POLL_S)
        return True
