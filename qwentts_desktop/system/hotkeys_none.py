"""Where no global hotkey can be had: binds nothing, claims nothing, says what works instead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.system.session import SessionKind

_WHERE = MappingProxyType(
    {
        SessionKind.WAYLAND: "Under Wayland a program cannot take {combination} by itself.",
        SessionKind.HEADLESS: "There is no desktop here to take {combination} from.",
    }
)
_WHAT_WORKS = " Set a shortcut in the desktop's own keyboard settings that runs: qwentts-desktop {command}"
_COMMANDS = MappingProxyType(
    {
        "speak_selection": "speak-selection",
        "speak_clipboard": "speak-clipboard",
        "pause_resume": "toggle-pause",
        "stop": "stop",
        "next_sentence": "next",
        "previous_sentence": "previous",
    }
)


class NoHotkeys:
    """Stands in for a backend. A grab through XWayland would work over some windows only: none is tried."""

    def __init__(self, kind: SessionKind) -> None:
        self._where = _WHERE.get(kind, _WHERE[SessionKind.HEADLESS])

    @property
    def name(self) -> str:
        """Said in status and doctor."""
        return "none"

    def bind(self, actions: Mapping[str, str]) -> dict[str, BindResult]:
        """No key is bound; each wanted one names the command that does the same, where there is one."""
        return {action: self._result(action, text.strip()) for action, text in actions.items()}

    def close(self) -> None:
        """Nothing to give back."""

    def _result(self, action: str, combination: str) -> BindResult:
        if not combination:
            return BindResult("", bound=False)
        problem = self._where.format(combination=combination)
        if action in _COMMANDS:
            problem += _WHAT_WORKS.format(command=_COMMANDS[action])
        return BindResult(combination, bound=False, problem=problem)
