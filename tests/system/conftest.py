"""A screen for the tests of this folder, and waiting for conditions instead of sleeping."""

from __future__ import annotations

import gc
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.rig.private_desktop import PrivateDesktop
from tests.rig.processes import Processes


class XServer:
    """A private X server, and the programs that one test starts on it."""

    def __init__(self, desktop: PrivateDesktop) -> None:
        self._desktop = desktop
        self._programs = Processes(desktop.environment, desktop.folder)

    @property
    def name(self) -> str:
        return self._desktop.environment["DISPLAY"]

    def run(self, *command: str) -> str:
        return self._programs.run(*command, limit_s=30)

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        return self._programs.start(*command)

    def file(self, content: bytes) -> Path:
        """A file for a program that reads its text from one."""
        file = self._desktop.folder / "content"
        file.write_bytes(content)
        return file

    def end_programs(self) -> None:
        self._programs.end()

    def kill(self) -> None:
        self._desktop.screen_process.kill()
        self._desktop.screen_process.wait()


@pytest.fixture(scope="session")
def screen() -> Iterator[PrivateDesktop]:
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    with PrivateDesktop(frozenset({"screen"})) as desktop:
        yield desktop


@pytest.fixture
def x_server(screen: PrivateDesktop) -> Iterator[XServer]:
    """The server that all tests share; the programs of the test end with it."""
    server = XServer(screen)
    yield server
    server.end_programs()


@pytest.fixture
def own_x_server() -> Iterator[XServer]:
    """A server that the test may kill."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    with PrivateDesktop(frozenset({"screen"})) as desktop:
        server = XServer(desktop)
        yield server
        server.end_programs()


@pytest.fixture
def until() -> Callable[..., bool]:
    """Whether a condition came true within a limit; looks every 5 ms."""

    def wait(condition: Callable[[], object], limit_s: float = 10.0) -> bool:
        deadline = time.monotonic() + limit_s
        while not condition():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)
        return True

    return wait


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
