from __future__ import annotations

import pytest

from qwentts_desktop.settings.schema import HotkeySettings
from qwentts_desktop.system.hotkeys import HotkeyListener, open_hotkeys, read_actions
from qwentts_desktop.system.session import Session, SessionKind

LISTENER = HotkeyListener(pressed=lambda action, at_ns: None)


@pytest.mark.parametrize("kind", [SessionKind.WAYLAND, SessionKind.HEADLESS])
def test_where_no_key_can_be_had_nothing_is_bound_and_the_way_out_is_said(kind) -> None:
    # An XWayland display is there, and must not be used.
    hotkeys = open_hotkeys(Session(kind, x_display=":0"), LISTENER)
    results = hotkeys.bind({"speak_selection": "Ctrl+Shift+F9", "stop": "", "next_voice": "Ctrl+F1"})
    assert hotkeys.name == "none"
    assert not any(result.bound for result in results.values())
    assert "Ctrl+Shift+F9" in results["speak_selection"].problem
    assert "qwentts-desktop speak-selection" in results["speak_selection"].problem
    assert results["stop"].problem == ""
    assert "qwentts-desktop" not in results["next_voice"].problem
    hotkeys.close()


def test_wanted_hotkeys_are_told_from_settled_ones() -> None:
    wanted, settled = read_actions({"a": "f5", "b": "F5", "c": " ", "d": "Ctrl+Foo"})
    assert {action: str(combination) for action, combination in wanted.items()} == {"a": "F5"}
    assert "set for two actions" in settled["b"].problem
    assert settled["c"].problem == ""
    assert "Foo" in settled["d"].problem


def test_every_action_of_the_settings_can_be_bound_by_name() -> None:
    fields = HotkeySettings.__dataclass_fields__
    wanted, settled = read_actions({name: f"Ctrl+F{number}" for number, name in enumerate(fields, 1)})
    assert len(wanted) == len(fields)
    assert settled == {}
