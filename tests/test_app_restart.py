"""The application whose card dies: it becomes a new process in the same place and goes on with its texts."""

from __future__ import annotations

import os
import time

import pytest

from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.paths import user_paths
from qwentts_desktop.service.unfinished import FILE_NAME
from qwentts_desktop.system.instance import Command, send_command
from tests.test_app import LIMIT_S, RunningProcess, ask

pytestmark = pytest.mark.skipif(os.name != "posix", reason="looks at the process's files")

TEXT = "First sentence. It has a landmine in it. Third sentence."


def test_a_dead_card_ends_in_a_new_process_that_goes_on_and_leaves_no_text_behind(monkeypatch) -> None:
    monkeypatch.setenv("QWENTTS_FAKE_LOST_CARD", "landmine")
    app = RunningProcess("--hidden").wait_until_ready()
    try:
        assert send_command(user_paths().runtime, Command("speak", {"text": TEXT})).ok
        log = user_paths().log
        deadline = time.monotonic() + LIMIT_S
        while sum(file.read_text().count("tray after") for file in log.glob("*.log")) < 2:
            assert time.monotonic() < deadline, "it did not start again"
            assert app.process.poll() is None, app.end()
            time.sleep(0.05)
        app.wait_until_ready()
        while not (status := _status()) or status["job"] is None:
            assert time.monotonic() < deadline, f"it did not go on: {status}"
            time.sleep(0.05)
        assert status["pid"] == app.process.pid
        assert status["state"] in ("speaking", "paused", "loading")
        assert not (user_paths().runtime / FILE_NAME).exists()
        logged = "\n".join(file.read_text() for file in log.glob("*.log"))
        assert "landmine" not in logged
        assert ask("quit").ok
        assert app.process.wait(LIMIT_S) == 0
    finally:
        app.end()


def _status() -> dict:
    try:
        return dict(ask("status").data)
    except QwenTTSError:
        return {}
