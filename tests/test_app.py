"""The application as a process, on a screen that nobody sees and without a loudspeaker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from qwentts_desktop.errors import NotRunningError
from qwentts_desktop.paths import ensure, user_paths
from qwentts_desktop.system.instance import Command, Reply, send_command

LIMIT_S = 20.0
QUIT_LIMIT_S = 5.0
"""Quitting takes 2 s at most; a busy machine may take longer to notice."""


def ask(name: str) -> Reply:
    return send_command(user_paths().runtime, Command(name))


class RunningProcess:
    """`python -m qwentts_desktop` with these arguments."""

    def __init__(self, *arguments: str) -> None:
        self.said: str | None = None
        with suppress(OSError):  # one test gives it no folder at all
            ensure(user_paths().state).joinpath("assistant-seen").touch()
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QWENTTS_ENGINE": "fake"}
        environment.pop("DISPLAY", None)
        environment.pop("WAYLAND_DISPLAY", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "qwentts_desktop", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def wait_until_ready(self) -> RunningProcess:
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                ask("status")
            except NotRunningError:
                time.sleep(0.02)
            else:
                return self
        raise AssertionError(f"it did not start: {self.end()}")

    def end(self) -> str:
        if self.process.poll() is None:
            self.process.kill()
        if self.said is None:
            self.said = self.process.communicate()[0]
        return self.said


@pytest.fixture
def app() -> Iterator[RunningProcess]:
    running = RunningProcess("--hidden").wait_until_ready()
    yield running
    running.end()


def test_importing_the_application_leaves_torch_and_its_kin_out():
    code = (
        "import pkgutil, importlib, sys\n"
        "import qwentts_desktop.app, qwentts_desktop.ui as ui\n"
        "for module in pkgutil.walk_packages(ui.__path__, 'qwentts_desktop.ui.'):\n"
        "    importlib.import_module(module.name)\n"
        "heavy = {'torch', 'transformers', 'qwen_tts', 'librosa', 'sounddevice'} & set(sys.modules)\n"
        "print(sorted(heavy))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.strip() == "[]"


def test_it_tells_its_state_what_will_speak_and_which_hotkeys_work(app):
    status = ask("status").data
    assert status["state"] == "idle"
    assert status["tray"] is False
    assert status["hotkeys"]["speak_selection"]["problem"]
    assert status["pid"] == app.process.pid


def test_a_second_start_raises_the_first_and_ends_well(app):
    second = RunningProcess()
    assert second.process.wait(LIMIT_S) == 0
    assert second.end() == ""
    assert app.process.poll() is None


def test_quit_ends_it_without_a_word(app):
    assert ask("quit").ok
    assert app.process.wait(QUIT_LIMIT_S) == 0
    assert app.end() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_signals_end_it_cleanly(app, name):
    app.process.send_signal(getattr(signal, name))
    assert app.process.wait(QUIT_LIMIT_S) == 0


def test_after_a_kill_it_starts_again(app):
    app.process.kill()
    app.process.wait(QUIT_LIMIT_S)
    again = RunningProcess("--hidden").wait_until_ready()
    assert ask("quit").ok
    assert again.process.wait(QUIT_LIMIT_S) == 0
    again.end()


def test_a_folder_that_cannot_be_used_is_a_sentence_and_no_trace(monkeypatch, tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    running = RunningProcess("--hidden")
    assert running.process.wait(LIMIT_S) == 1
    said = running.end()
    assert "cannot be written" in said
    assert "Traceback" not in said
