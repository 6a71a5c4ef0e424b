"""Selected text and clipboard of Windows: which way is tried, in which order. No foreign functions here."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from qwentts_desktop.errors import SelectionError
from qwentts_desktop.system.clipboard_content import holds, password
from qwentts_desktop.system.selection import (
    READ_LIMIT_S,
    SelectionReaders,
    clipboard_empty,
    nothing_selected,
)

AUTOMATION_LIMIT_S = 0.3


class TextAutomation(Protocol):
    """UI Automation, asked about the focused element and the elements around it."""

    def selected_text(self, timeout_s: float) -> str | None:
        """The selected text, "" where the element says that none is, None where nothing in reach tells.

        Answers within `timeout_s` even if the program in front hangs. Never raises.
        """


class Copy(Protocol):
    """The second way, see SyntheticCopy."""

    def read(self, deadline_s: float) -> str:
        """The selected text. Raises SelectionError."""


@dataclass(frozen=True)
class WindowsClip:
    """What the clipboard holds.

    Attributes:
        formats: numbers of the standard formats and names of the registered ones.
        text: the text in it, None for none.
        history_allowed: False where the program that copied asked for it to be kept from histories.
    """

    formats: frozenset[int | str]
    text: str | None
    history_allowed: bool = True


CF_BITMAP, CF_DIB, CF_HDROP, CF_DIBV5 = 2, 8, 15, 17
EXCLUDED = "ExcludeClipboardContentFromMonitorProcessing"
IGNORED = "Clipboard Viewer Ignore"
RESTORED = "QwenTTS Desktop restored this"
"""Our mark on content that we put back: its exclusion from histories is ours, not a password manager's."""


class WindowsSelection:
    """UI Automation first, because it touches nothing; then a copy that cleans up behind itself."""

    def __init__(self, automation: TextAutomation, copy: Copy) -> None:
        self._automation = automation
        self._copy = copy

    def read(self, timeout_s: float = READ_LIMIT_S) -> str:
        """See SelectionReader."""
        deadline_s = time.monotonic() + timeout_s
        text = self._automation.selected_text(min(AUTOMATION_LIMIT_S, timeout_s))
        if text is None:
            return self._copy.read(deadline_s)
        # Where the element knows its selection to be empty, a copy would take the whole line in some editors.
        if not text.strip():
            raise nothing_selected()
        return text


class WindowsClipboard:
    """Reads the clipboard, unless a password manager marked it, and says what else it holds."""

    def __init__(self, look: Callable[[float], WindowsClip]) -> None:
        """`look` opens the clipboard within so many seconds; raises SelectionError."""
        self._look = look

    def read(self, timeout_s: float = READ_LIMIT_S) -> str:
        """See SelectionReader."""
        clip = self._look(timeout_s)
        if not clip.formats:
            raise clipboard_empty()
        marked = not clip.history_allowed or not clip.formats.isdisjoint((EXCLUDED, IGNORED))
        if marked and RESTORED not in clip.formats:
            raise password()
        if clip.text is not None and clip.text.strip():
            return clip.text
        raise _without_text(clip)


def _without_text(clip: WindowsClip) -> SelectionError:
    if CF_HDROP in clip.formats:
        return holds("files")
    if not clip.formats.isdisjoint((CF_BITMAP, CF_DIB, CF_DIBV5)):
        return holds("a picture")
    return clipboard_empty() if clip.text is not None else holds("something")


def open_windows_readers() -> SelectionReaders:
    """With the real calls. Raises SelectionError anywhere but on Windows."""
    if sys.platform == "win32":
        from qwentts_desktop.system.automation_windows import FocusedText
        from qwentts_desktop.system.clipboard_windows import User32Clipboard
        from qwentts_desktop.system.keyboard_windows import User32Keyboard
        from qwentts_desktop.system.synthetic_copy import SyntheticCopy

        clipboard = User32Clipboard()
        return SelectionReaders(
            WindowsSelection(FocusedText(), SyntheticCopy(User32Keyboard(), clipboard)),
            WindowsClipboard(clipboard.look),
        )
    else:  # noqa: RET505 - the type checker looks at one system at a time
        raise SelectionError("This way of reading a selection exists on Windows only.")
