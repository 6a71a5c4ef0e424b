"""What the README promises is what the program has."""

from __future__ import annotations

import re
from pathlib import Path

from qwentts_desktop.cli.main import COMMANDS
from qwentts_desktop.settings.description import settings_table

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_settings_table_is_the_declarations_own() -> None:
    assert settings_table().strip() in README


def test_every_command_that_is_named_exists() -> None:
    named = set(re.findall(r"^    (?:echo .* \\| )?qwentts-desktop ([a-z-]+)", README, re.MULTILINE))
    assert named
    assert named <= set(COMMANDS)


def test_the_keys_are_the_defaults() -> None:
    from qwentts_desktop.settings.schema import HotkeySettings

    keys = HotkeySettings()
    for combination in (keys.speak_selection, keys.pause_resume, keys.stop):
        assert combination in README
