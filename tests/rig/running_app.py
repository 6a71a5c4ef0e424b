"""The real application on a private desktop, as a user and another program meet it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from qwentts_desktop import APP_NAME
from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.system.instance import Command, Reply, send_command
from tests.rig.private_desktop import PrivateDesktop
from tests.rig.processes import wait_until

PROGRAM = (sys.executable, "-m", "qwentts_desktop")
START_LIMIT_S = 30.0


class RunningApp:
    """Starts the application, looks at it through its command socket, ends it."""

    def __init__(self, desktop: PrivateDesktop) -> None:
        self.desktop = desktop
        self._runtime = Path(desktop.environment["XDG_RUNTIME_DIR"]) / APP_NAME
        self._process: subprocess.Popen[bytes] | None = None
        self._selection_owner: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> RunningApp:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait(5)

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The application's process."""
        assert self._process is not None, "the application was not started"
        return self._process

    def start(self, *arguments: str, is_first_run: bool = False) -> None:
        """Start it and wait until it answers; the assistant comes up only where it is wanted."""
        if not is_first_run:
            seen = self.desktop.home / ".local" / "state" / APP_NAME / "assistant-seen"
            seen.parent.mkdir(parents=True, exist_ok=True)
            seen.touch()
        self.spawn(*arguments)
        wait_until(lambda: self.status().get("state") == "idle", "the application to be idle", START_LIMIT_S)

    def spawn(self, *arguments: str) -> None:
        """Start it and do not wait."""
        self._process = self.desktop.processes.start(*PROGRAM, *arguments)

    def send(self, name: str, **arguments: Any) -> Reply:
        """Give it a command through its socket, as the command line does."""
        return send_command(self._runtime, Command(name, arguments), timeout_s=5.0)

    def status(self) -> dict[str, Any]:
        """What it says of itself; empty while it does not answer."""
        try:
            return dict(self.send("status").data)
        except QwenTTSError:
            return {}

    def wait_for_state(self, state: str, limit_s: float = 10.0) -> None:
        """Wait until it is idle, loading, speaking, paused or in error."""
        wait_until(lambda: self.status().get("state") == state, f"the state {state}", limit_s)

    def command_line(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the command line on the same desktop, as a second start."""
        return subprocess.run(
            [*PROGRAM, *arguments],
            env=self.desktop.environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    @property
    def selection_owner(self) -> subprocess.Popen[bytes]:
        """The program that holds the selection."""
        assert self._selection_owner is not None, "nothing was selected"
        return self._selection_owner

    def select(self, text: str) -> None:
        """Select this text, as a program of the desktop would."""
        file = self.desktop.folder / "selected.txt"
        file.write_text(text, encoding="utf-8")
        command = ("xclip", "-quiet", "-selection", "primary", "-in", str(file))
        self._selection_owner = self.desktop.processes.start(*command)
        wait_until(lambda: self.selected() == text, "the selection")

    def selected(self) -> str:
        """What is selected now."""
        return self.desktop.run("xclip", "-selection", "primary", "-out", check=False)

    def logs(self) -> str:
        """All that it logged or printed."""
        files = [*self.desktop.home.rglob("*.log*"), *self.desktop.folder.glob("python*.log")]
        return "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in files)
