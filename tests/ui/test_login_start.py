from __future__ import annotations

from qwentts_desktop.errors import SystemAdapterError
from qwentts_desktop.system.autostart import DesktopEntry
from qwentts_desktop.ui.login_start import LoginStart


def test_the_setting_is_what_the_system_does(tmp_path, qt):
    entry = DesktopEntry(tmp_path)
    start = LoginStart(entry, ["qwentts-desktop", "--hidden"])
    start.apply(True)
    assert entry.is_on
    start.apply(False)
    assert not entry.is_on


def test_a_refusal_is_told(tmp_path, qt):
    class Refusing(DesktopEntry):
        def turn_on(self, command):
            raise SystemAdapterError("The folder cannot be written.")

    told = []
    start = LoginStart(Refusing(tmp_path), ["qwentts-desktop"])
    start.failed.connect(told.append)
    start.apply(True)
    assert told[0].error.message == "The folder cannot be written."
