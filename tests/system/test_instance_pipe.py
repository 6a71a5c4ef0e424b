"""The named pipe's server over a socket: the standard library gives both the same connection."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Iterator
from multiprocessing.connection import Client
from pathlib import Path

import pytest

from qwentts_desktop.errors import InstanceError, NotRunningError
from qwentts_desktop.system.commands import Command, Reply
from qwentts_desktop.system.instance_pipe import PipeServer, pipe_name, send_over_pipe


@pytest.fixture
def address() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"{folder}/pipe"


@pytest.fixture
def server(address: str) -> Iterator[PipeServer]:
    server = PipeServer(Path(), lambda command: Reply(data={"name": command.name}), address)
    yield server
    server.close()


def ask(address: str, name: str = "status", timeout_s: float = 10) -> Reply:
    return send_over_pipe(Path(), Command(name), timeout_s, address)


def test_a_command_gets_its_reply(server, address) -> None:
    assert ask(address, "stop").data == {"name": "stop"}


def test_garbage_is_refused_and_the_door_stays_open(server, address) -> None:
    with Client(address) as client:
        client.send_bytes(b"garbage")
        assert b"false" in client.recv_bytes()
    with Client(address) as client, contextlib.suppress(OSError):
        client.send_bytes(b"a" * 17_000_000)
    assert ask(address).ok


def test_clients_that_hang_up_or_say_nothing_keep_nobody_out(server, address) -> None:
    for _ in range(20):
        Client(address).close()
    silent = [Client(address) for _ in range(5)]
    assert ask(address).ok
    for client in silent:
        client.close()


def test_many_at_once_are_all_answered(server, address) -> None:
    replies: list[bool] = []

    def run() -> None:
        for _ in range(20):
            replies.append(ask(address).ok)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert replies == [True] * 80


def test_nobody_there_is_said(address) -> None:
    with pytest.raises(NotRunningError):
        ask(address)


def test_no_reply_in_time_is_an_error(address) -> None:
    go_on = threading.Event()
    server = PipeServer(Path(), lambda command: Reply(ok=go_on.wait(10)), address)
    with pytest.raises(InstanceError, match="does not answer"):
        ask(address, timeout_s=0.2)
    go_on.set()
    server.close()
    server.close()
    with pytest.raises(InstanceError):
        ask(address)


def test_each_folder_has_its_own_pipe() -> None:
    assert pipe_name(Path("a")) == pipe_name(Path("a")) != pipe_name(Path("b"))
    assert pipe_name(Path("a")).startswith("\\\\.\\pipe\\qwentts-desktop-")
