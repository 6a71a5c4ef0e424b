from __future__ import annotations

import sys
from pathlib import Path

import pytest

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.system.autostart import DesktopEntry, open_autostart, quote_argument

COMMAND = ["/opt/Ünï 测试/python", "-m", "qwentts_desktop", "--hidden"]


@pytest.fixture
def entry(tmp_path: Path) -> DesktopEntry:
    return DesktopEntry(tmp_path / "autostart")


def test_it_is_off_until_it_is_turned_on_and_off_again_afterwards(entry) -> None:
    assert not entry.is_on
    entry.turn_off()
    entry.turn_on(COMMAND)
    entry.turn_on(COMMAND)
    assert entry.is_on
    entry.turn_off()
    assert not entry.is_on


def test_the_entry_starts_the_command(entry, tmp_path) -> None:
    entry.turn_on(COMMAND)
    text = (tmp_path / "autostart" / "qwentts-desktop.desktop").read_text(encoding="utf-8")
    assert 'Exec="/opt/Ünï 测试/python" -m qwentts_desktop --hidden\n' in text
    assert text.startswith("[Desktop Entry]\nType=Application\n")


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled = false"])
def test_an_entry_switched_off_by_the_desktop_counts_as_off(entry, tmp_path, line: str) -> None:
    entry.turn_on(COMMAND)
    file = tmp_path / "autostart" / "qwentts-desktop.desktop"
    file.write_text(file.read_text().replace("X-GNOME-Autostart-enabled=true", line))
    assert not entry.is_on


@pytest.mark.parametrize(
    ("argument", "quoted"),
    [
        ("plain", "plain"),
        ("", '""'),
        ("two words", '"two words"'),
        ("100%", "100%%"),
        ('a"b', '"a\\\\"b"'),
        ("$HOME", '"\\\\$HOME"'),
        ("back\\slash", '"back\\\\\\\\slash"'),
    ],
)
def test_arguments_are_quoted_as_desktop_entries_want_them(argument: str, quoted: str) -> None:
    assert quote_argument(argument) == quoted


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    entry = DesktopEntry(tmp_path / "file")
    assert not entry.is_on
    entry.turn_off()
    with pytest.raises(SystemAdapterError, match="cannot be changed"):
        entry.turn_on(COMMAND)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has its own")
def test_the_users_own_folder_is_used(isolated_home: Path) -> None:
    autostart = open_autostart()
    autostart.turn_on(COMMAND)
    assert list(isolated_home.rglob("autostart/qwentts-desktop.desktop"))
