"""For every test: a home of its own and no noise in the log. For those that ask: a private desktop."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rig.private_desktop import PrivateDesktop

_FOLDERS = {
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_CACHE_HOME": ".cache",
    "XDG_STATE_HOME": ".local/state",
}


@pytest.fixture(autouse=True)
def isolated_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of this test's own, so that none reads or changes the user's files."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name, folder in _FOLDERS.items():
        monkeypatch.setenv(name, str(home / folder))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return home


@pytest.fixture(autouse=True)
def no_unexpected_warnings_logged(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """Fail a test whose code logged a warning or worse, unless it carries the marker `logs_warnings`."""
    yield
    if request.node.get_closest_marker("logs_warnings"):
        return
    unexpected = [
        f"{record.name}: {record.getMessage()}"
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING and record.name.startswith("qwentts_desktop")
    ]
    if unexpected:
        pytest.fail("logged without being expected:\n" + "\n".join(unexpected))


@pytest.fixture
def private_desktop() -> Iterator[PrivateDesktop]:
    """A whole desktop for one test: screen, bus, sound card, windows, tray."""
    with PrivateDesktop() as desktop:
        yield desktop
