"""Asks UI Automation for the selected text of the focused element. Nothing is pressed, nothing is copied."""

from __future__ import annotations

import logging
import sys
import threading
from typing import Any

assert sys.platform == "win32"

import comtypes  # type: ignore[import-untyped]  # noqa: E402 - only there on Windows
import comtypes.client  # type: ignore[import-untyped]  # noqa: E402

_log = logging.getLogger(__name__)
# CUIAutomation8: the first version whose calls can be given a time limit.
_CLASS_ID = "{E22AD333-B25F-460C-83D0-0581107395C9}"
_TEXT_PATTERN_ID = 10014
_ANCESTORS = 10
_WHOLE_TEXT = -1


class FocusedText:
    """See TextAutomation. Asks on a thread of its own, because a program that hangs holds the call."""

    def __init__(self) -> None:
        self._asking = threading.Lock()

    def selected_text(self, timeout_s: float) -> str | None:
        """See TextAutomation."""
        if not self._asking.acquire(blocking=False):
            return None  # the last question still hangs in a program
        answer: list[str | None] = []
        done = threading.Event()

        def ask() -> None:
            try:
                answer.append(_ask(timeout_s))
            finally:
                self._asking.release()
                done.set()

        threading.Thread(target=ask, name="ui-automation", daemon=True).start()
        done.wait(timeout_s)
        return answer[0] if answer else None


def _ask(timeout_s: float) -> str | None:
    comtypes.CoInitializeEx(comtypes.COINIT_MULTITHREADED)
    try:
        return _find(timeout_s)
    except (comtypes.COMError, OSError, ValueError) as error:  # the window has just gone, or knows no COM
        _log.info("UI Automation gave nothing: %s", type(error).__name__)
        return None
    finally:
        comtypes.CoUninitialize()


def _find(timeout_s: float) -> str | None:
    uia: Any = comtypes.client.GetModule("UIAutomationCore.dll")
    automation = comtypes.client.CreateObject(_CLASS_ID, interface=uia.IUIAutomation2)
    limit_ms = int(timeout_s * 1000)
    automation.ConnectionTimeout = limit_ms
    automation.TransactionTimeout = limit_ms
    element = automation.GetFocusedElement()
    walker = automation.ControlViewWalker
    for _ in range(_ANCESTORS):
        if not element:
            return None
        pattern = element.GetCurrentPattern(_TEXT_PATTERN_ID)
        if pattern:
            return _selection_of(pattern.QueryInterface(uia.IUIAutomationTextPattern))
        element = walker.GetParentElement(element)
    return None


def _selection_of(pattern: Any) -> str:
    ranges = pattern.GetSelection()
    texts = [ranges.GetElement(place).GetText(_WHOLE_TEXT) for place in range(ranges.Length)]
    return "\n".join(text for text in texts if text)
