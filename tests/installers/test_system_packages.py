"""Which system packages are missing and how they would be installed."""

from __future__ import annotations

import system_packages
from system_packages import MANAGERS, missing_packages


def test_a_package_that_is_installed_is_not_missing() -> None:
    apt = next(manager for manager in MANAGERS if manager.program == "apt-get")
    missing = missing_packages(apt, for_tests=True)
    assert "espeak-ng" not in missing, "the suite itself needs it"


def test_a_package_that_was_removed_but_left_its_settings_is_missing(monkeypatch) -> None:
    class Removed:
        returncode = 0
        stdout = "config-files"

    monkeypatch.setattr(system_packages.subprocess, "run", lambda *_, **__: Removed)
    apt = MANAGERS[0]
    assert missing_packages(apt, for_tests=False) == apt.wanted(for_tests=False)


def test_tests_need_more_than_running() -> None:
    apt = MANAGERS[0]
    assert set(apt.wanted(for_tests=False)) < set(apt.wanted(for_tests=True))
    assert apt.command(["espeak-ng"])[0] == "apt-get"
