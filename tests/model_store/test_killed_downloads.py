"""A download that is killed at any byte goes on where it was, and its files are right."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwentts_desktop.checkpoints.hub import Hub
from qwentts_desktop.checkpoints.store import ModelStore, StoreFolders
from tests.model_store.conftest import MODEL, QUICK, contents, model_contents
from tests.rig.model_hub import ModelHub

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL and fork")

COUNT = 50


class Starter:
    """Starts downloads in processes of their own."""

    def __init__(self, hub: ModelHub, folder: Path) -> None:
        script = Path(__file__).with_name("killed_downloads.py")
        self._process = subprocess.Popen(
            [sys.executable, str(script), hub.url, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )

    def start(self, name: str) -> int:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def wait(self) -> None:
        assert self._process.stdout
        assert self._process.stdout.readline() == "ended\n"

    def close(self) -> None:
        self._process.communicate("", timeout=10)


@pytest.fixture
def starter(hub: ModelHub, tmp_path: Path) -> Iterator[Starter]:
    running = Starter(hub, tmp_path)
    yield running
    running.close()


class KillAt:
    """Kills a process once the hub has sent so many bytes; before the first block where that is 0."""

    def __init__(self, hub: ModelHub, threshold: int) -> None:
        self._hub = hub
        self._limit = hub.sent_bytes + threshold
        self._pid_known = threading.Event()
        self._pid = 0
        hub.on_bytes = self._look

    def aim(self, pid: int) -> None:
        self._pid = pid
        self._pid_known.set()

    def _look(self, sent: int) -> None:
        if self._hub.sent_bytes >= self._limit and self._pid_known.wait(5) and self._pid:
            os.kill(self._pid, signal.SIGKILL)
            self._pid = 0


@pytest.mark.slow
def test_fifty_killed_downloads_go_on_and_are_right(hub, starter, source, tmp_path):
    wanted = model_contents(source)
    total = sum(len(data) for data in wanted.values())
    chance = random.Random(7)
    went_on = 0
    hub.faults.bytes_per_second = 20_000_000  # slow enough that what is sent is also received and written
    for number in range(COUNT):
        kill = KillAt(hub, total if number % 10 == 9 else chance.randrange(total))
        kill.aim(starter.start(str(number)))
        starter.wait()
        hub.on_bytes = lambda sent: None
        hub.faults.bytes_per_second = 0
        hub.asked.clear()
        root = tmp_path / str(number)
        store = ModelStore(StoreFolders(root / "models", root / "cache"), Hub(hub.url), QUICK)
        found = store.find(MODEL.id)
        assert found is None or contents(found.folder) == wanted, f"a half model counted in round {number}"
        folder = store.download(MODEL.id).folder
        assert contents(folder) == wanted, f"round {number}"
        assert [path.name for path in folder.rglob("*.part")] == []
        hub.faults.bytes_per_second = 20_000_000
        went_on += any(one.range for one in hub.file_requests())
    assert went_on > COUNT // 4, "hardly any download went on in the middle of a file"
