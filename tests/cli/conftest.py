"""A command line in this process: its exit code, what it printed, and a running application that answers."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.main import main
from qwentts_desktop.paths import user_paths
from qwentts_desktop.system.instance import Command, InstanceLock, InstanceServer, Reply


@dataclass(frozen=True)
class Outcome:
    """What came of a command line."""

    exit_code: int
    out: str
    err: str


class CommandLine:
    """Runs command lines with folders of their own."""

    def __init__(self, runtime: Path) -> None:
        self.paths = replace(user_paths(), runtime=runtime)

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Outcome:
        out, err = io.StringIO(), io.StringIO()
        context = Context(self.paths, io.TextIOWrapper(io.BytesIO(stdin)), out, err)
        code = main(arguments, context)
        return Outcome(int(code), out.getvalue(), err.getvalue())


@pytest.fixture
def run() -> Iterator[CommandLine]:
    """Run a command line."""
    with tempfile.TemporaryDirectory(prefix="qd-") as folder:  # short: sockets have 107 characters
        yield CommandLine(Path(folder))


class RunningApplication:
    """Answers commands like the application and remembers them."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.reply: Callable[[Command], Reply] = lambda command: Reply()

    def handle(self, command: Command) -> Reply:
        self.commands.append(command)
        return self.reply(command)


@pytest.fixture
def application(run: CommandLine) -> Iterator[RunningApplication]:
    """An application that runs."""
    running = RunningApplication()
    with InstanceLock(run.paths.runtime):
        server = InstanceServer(run.paths.runtime, running.handle)
        yield running
        server.close()
