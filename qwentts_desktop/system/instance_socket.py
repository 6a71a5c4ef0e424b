"""The instance's door on Linux: a Unix socket that only its user's processes reach. No command's meaning."""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from qwentts_desktop.errors import InstanceError
from qwentts_desktop.paths import ensure
from qwentts_desktop.system.command_desk import CommandDesk, refusal
from qwentts_desktop.system.commands import (
    MAX_LINE_BYTES,
    Command,
    Reply,
    decode_command,
    encode_reply,
)

assert sys.platform != "win32"

from qwentts_desktop.system.socket_address import SOCKET_NAME, peer_user, socket_address  # noqa: E402 - nothing there on Windows

_log = logging.getLogger(__name__)
MAX_CLIENTS = 32
_MAX_HELD_BYTES = 4 * MAX_LINE_BYTES
_QUIET_LIMIT_S = 5.0
_CLOSE_LIMIT_S = 0.9
_READ_BYTES = 256 * 1024
_RETRY_S = 0.01


@dataclass(eq=False)
class _Client:
    """One connection: its half line, its unsent reply, and when something last moved."""

    connection: socket.socket
    moved_s: float
    received: bytearray = field(default_factory=bytearray)
    unsent: bytes = b""
    is_asking: bool = True


class SocketServer:
    """One thread serves all sockets without ever waiting for one of them; commands run on another.

    A client sends one line and gets one line. One that sends garbage, too much, or nothing for 5 s is told
    so where possible and let go; beyond 32 clients the one that was quiet longest makes room.
    """

    def __init__(self, runtime: Path, handler: Callable[[Command], Reply]) -> None:
        self._runtime = runtime
        self._listener = _listen(runtime)
        self._clients: set[_Client] = set()
        self._answers: list[tuple[_Client, Reply]] = []
        self._answers_lock = threading.Lock()
        self._wake_read, self._wake_write = socket.socketpair()
        for end in (self._wake_read, self._wake_write):
            end.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._closing = threading.Event()
        self._desk = CommandDesk(handler)
        self._thread = threading.Thread(target=self._run, name="instance-socket", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """See InstanceServer."""
        if self._closing.is_set():
            return
        # First the desk, so that the one who asked to quit still gets the answer.
        self._desk.close(_CLOSE_LIMIT_S)
        self._closing.set()
        self._wake()
        self._thread.join(_CLOSE_LIMIT_S)
        with contextlib.suppress(OSError):
            (self._runtime / SOCKET_NAME).unlink()
        for end in (self._wake_read, self._wake_write):
            end.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            for key, events in self._selector.select(1.0 if self._clients else None):
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj is self._wake_read:
                    self._take_answers()
                elif isinstance(key.data, _Client) and key.data in self._clients:
                    self._move(key.data, events)
            self._drop_quiet()
        self._send_off()

    def _send_off(self) -> None:
        self._take_answers()
        for client in list(self._clients):
            self._drop(client)
        self._selector.close()
        self._listener.close()

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except OSError as error:  # gone again, or no descriptors left: an old client must make room
            _log.info("a client could not be let in: %s", error)
            self._drop_quietest()
            self._closing.wait(_RETRY_S)
            return
        if peer_user(connection) != os.getuid():
            connection.close()
            return
        if len(self._clients) >= MAX_CLIENTS:
            self._drop_quietest()
        connection.setblocking(False)
        client = _Client(connection, time.monotonic())
        self._clients.add(client)
        self._selector.register(connection, selectors.EVENT_READ, client)

    def _move(self, client: _Client, events: int) -> None:
        client.moved_s = time.monotonic()
        try:
            if events & selectors.EVENT_WRITE:
                self._write(client)
            else:
                self._read(client)
        except BlockingIOError:
            return
        except OSError:
            self._drop(client)

    def _read(self, client: _Client) -> None:
        data = client.connection.recv(_READ_BYTES)
        if not data:
            # A half line is nobody's command; a client that waits for its reply may close its sending half.
            if client.is_asking:
                self._drop(client)
            else:
                self._selector.unregister(client.connection)
            return
        if not client.is_asking:
            return
        client.received += data
        if b"\n" in data:
            self._ask(client)
        elif len(client.received) > MAX_LINE_BYTES or self._held_bytes() > _MAX_HELD_BYTES:
            self._answer(client, refusal("The command is too long."))

    def _ask(self, client: _Client) -> None:
        line = bytes(client.received.partition(b"\n")[0])
        client.received.clear()
        client.is_asking = False
        try:
            command = decode_command(line)
        except InstanceError as error:
            self._answer(client, refusal(error.message))
            return
        self._desk.submit(command, lambda reply: self._answer_later(client, reply))

    def _answer_later(self, client: _Client, reply: Reply) -> None:
        with self._answers_lock:
            self._answers.append((client, reply))
        self._wake()

    def _take_answers(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._wake_read.recv(4096)
        with self._answers_lock:
            answers, self._answers = self._answers, []
        for client, reply in answers:
            if client in self._clients:
                self._answer(client, reply)

    def _answer(self, client: _Client, reply: Reply) -> None:
        client.is_asking = False
        client.received.clear()
        client.moved_s = time.monotonic()
        client.unsent = encode_reply(reply)
        try:
            self._write(client)
        except BlockingIOError:
            self._want(client, selectors.EVENT_WRITE)
        except OSError:
            self._drop(client)

    def _write(self, client: _Client) -> None:
        sent = client.connection.send(client.unsent)
        client.unsent = client.unsent[sent:]
        if client.unsent:
            self._want(client, selectors.EVENT_WRITE)
        else:
            self._drop(client)

    def _want(self, client: _Client, events: int) -> None:
        try:
            self._selector.modify(client.connection, events, client)
        except KeyError:
            self._selector.register(client.connection, events, client)

    def _held_bytes(self) -> int:
        return sum(len(client.received) for client in self._clients)

    def _drop_quiet(self) -> None:
        oldest_s = time.monotonic() - _QUIET_LIMIT_S
        for client in [client for client in self._clients if client.moved_s < oldest_s]:
            if client.is_asking or client.unsent:  # one whose command is running may wait
                self._drop(client)

    def _drop_quietest(self) -> None:
        if self._clients:
            # One whose command is under way goes last.
            self._drop(min(self._clients, key=lambda client: (not client.is_asking, client.moved_s)))

    def _drop(self, client: _Client) -> None:
        self._clients.discard(client)
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(client.connection)
        with contextlib.suppress(OSError):
            client.connection.close()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            self._wake_write.send(b"x")


def _listen(runtime: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        ensure(runtime, private=True)
        # Left behind by a killed instance; whoever holds the lock is the only server, so it may go.
        (runtime / SOCKET_NAME).unlink(missing_ok=True)
        with socket_address(runtime) as address:
            listener.bind(address)
        (runtime / SOCKET_NAME).chmod(0o600)
        listener.listen(128)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise InstanceError(
            f"The socket in {runtime} cannot be opened, so the command line cannot reach this application. "
            "Free disk space or mend the folder's permissions.",
            detail=str(error),
        ) from error
    return listener
