"""A private X server for the tests of this folder, and waiting for conditions instead of sleeping."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator

import pytest


def wait_until(condition: Callable[[], object], limit_s: float = 10.0) -> bool:
    """Whether the condition came true within the limit."""
    deadline = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


class XServer:
    """An Xvfb of this test session with programs that run on it."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        self._process = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writing),
                "-screen",
                "0",
                "640x480x24",
                "-nolisten",
                "tcp",
                "-noreset",
            ],
            pass_fds=[writing],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as numbers:
            self.name = f":{numbers.readline().strip()}"
        self._programs: list[subprocess.Popen[bytes]] = []
        if self.name == ":":
            raise RuntimeError("Xvfb did not start")

    @property
    def environ(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.name}

    def run(self, *command: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(command, env=self.environ, input=text, check=True, timeout=30)

    def start(self, *command: str, text: bytes | None = None) -> subprocess.Popen[bytes]:
        stdin = subprocess.PIPE if text is not None else subprocess.DEVNULL
        program = subprocess.Popen(
            command, env=self.environ, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        if text is not None and program.stdin is not None:
            program.stdin.write(text)
            program.stdin.close()
        self._programs.append(program)
        return program

    def end_programs(self) -> None:
        for program in self._programs:
            program.kill()
            program.wait()
        self._programs.clear()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self.end_programs()
        self.kill()


def _start_server() -> XServer:
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    return XServer()


@pytest.fixture(scope="session")
def shared_x_server() -> Iterator[XServer]:
    server = _start_server()
    yield server
    server.close()


@pytest.fixture
def x_server(shared_x_server: XServer) -> Iterator[XServer]:
    """The shared server; the programs of the test end with it."""
    yield shared_x_server
    shared_x_server.end_programs()


@pytest.fixture
def own_x_server() -> Iterator[XServer]:
    """A server that the test may kill."""
    server = _start_server()
    yield server
    server.close()


@pytest.fixture
def until() -> Callable[..., bool]:
    """`wait_until` for test modules (which are imported without a package)."""
    return wait_until


@pytest.fixture
def in_thread() -> Callable[[Callable[[], object]], threading.Thread]:
    """Starts a function in a daemon thread."""

    def start(target: Callable[[], object]) -> threading.Thread:
        thread = threading.Thread(target=target, daemon=True)
        thread.start()
        return thread

    return start


@pytest.fixture
def sockets_collected() -> Iterator[None]:
    """Lets what a library left open be found here, not in some later test."""
    yield
    gc.collect()
