"""Programs that a test starts and that end with it."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path


def wait_until(is_true: Callable[[], bool], what: str, limit_s: float = 10.0) -> None:
    """Wait for a condition, looking every 20 ms; fails with `what` in the sentence."""
    deadline = time.monotonic() + limit_s
    while not is_true():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {limit_s:g} s in vain for: {what}")
        time.sleep(0.02)


class Processes:
    """Starts programs with one environment and ends them, the last first."""

    def __init__(self, environment: Mapping[str, str], log_folder: Path) -> None:
        self.environment = dict(environment)
        self._log_folder = log_folder
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str, pass_fds: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        """Start a program; its output goes to a log file named after it."""
        with (self._log_folder / f"{Path(command[0]).name}.log").open("ab") as log:
            process = subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=pass_fds,
            )
        self._running.append(process)
        return process

    def run(self, *command: str, limit_s: float = 10.0, check: bool = True) -> str:
        """Run a program to its end and return what it printed."""
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=limit_s, check=False
        )
        if check and done.returncode != 0:
            raise AssertionError(f"{command} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def end(self) -> None:
        """End all that still run."""
        for process in reversed(self._running):
            process.terminate()
        for process in reversed(self._running):
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)
        self._running.clear()
