"""The doctor on a whole private desktop: sound, keys, selection and tray are truly there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from qwentts_desktop.diagnostics.finding import FindingState
from qwentts_desktop.diagnostics.report import Report, report_of_json
from tests.rig.private_desktop import PrivateDesktop

pytestmark = pytest.mark.desktop


def doctor_on(desktop: PrivateDesktop) -> Report:
    done = subprocess.run(
        [sys.executable, "-m", "qwentts_desktop", "doctor", "--json"],
        env=desktop.environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return report_of_json(done.stdout)


def test_a_good_desktop_is_found_good(private_desktop: PrivateDesktop) -> None:
    report = doctor_on(private_desktop)
    for check in ("sound", "hotkeys", "selection", "tray"):
        assert report.of(check).state is FindingState.OK, report.as_text()
    assert "Ctrl+Shift+F9" in report.of("hotkeys").reason
