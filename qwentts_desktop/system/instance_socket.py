"""The instance's door on Linux: a Unix socket that only its user's processes reach. No command's meaning."""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from qwentts_desktop.errors import InstanceError, NotRunningError
from qwentts_desktop.paths import ensure
from qwentts_desktop.system.command_desk import CommandDesk, refusal
from qwentts_desktop.system.commands import (
    MAX_LINE_BYTES,
    Command,
    Reply,
    decode_command,
    decode_reply,
    encode_command,
    encode_reply,
)

assert sys.platform != "win32"

_log = logging.getLogger(__name__)
SOCKET_NAME = "instance.sock"
MAX_CLIENTS = 32
_MAX_HELD_BYTES = 4 * MAX_LINE_BYTES
_QUIET_LIMIT_S = 5.0
_CLOSE_LIMIT_S = 0.9
_READ_BYTES = 256 * 1024
_RETRY_S = 0.01
_PATH_LIMIT_BYTES = 100  # the kernel's own limit is 107


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
        if _peer_user(connection) != os.getuid():
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


def send_over_socket(runtime: Path, command: Command, timeout_s: float) -> Reply:
    """See send_command."""
    line = encode_command(command)
    deadline_s = time.monotonic() + timeout_s
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(timeout_s)
        try:
            with _address(runtime) as address:
                _connect(connection, address, deadline_s)
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError) as error:
            raise NotRunningError(
                "The application is not running. Start it first.", detail=str(error)
            ) from error
        except OSError as error:
            raise _no_answer(str(error)) from error
        if _peer_user(connection) != os.getuid():
            raise InstanceError(
                f"The socket in {runtime} belongs to another user. Remove it and start again."
            )
        try:
            # Refused early (too long), the server may have stopped reading and still have answered.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(line)
            return decode_reply(_receive_line(connection, deadline_s))
        except OSError as error:
            raise _no_answer(str(error)) from error


def _connect(connection: socket.socket, address: str, deadline_s: float) -> None:
    """Connect; a full queue of callers answers "try again" at once, and so we do until the deadline."""
    while True:
        try:
            connection.connect(address)
        except BlockingIOError:
            if time.monotonic() > deadline_s:
                raise
            time.sleep(_RETRY_S)
        else:
            return


def _receive_line(connection: socket.socket, deadline_s: float) -> bytes:
    received = bytearray()
    while b"\n" not in received:
        connection.settimeout(max(0.001, deadline_s - time.monotonic()))
        data = connection.recv(_READ_BYTES)
        if not data:
            raise _no_answer("closed without a reply")
        received += data
        if len(received) > MAX_LINE_BYTES:
            raise _no_answer("the reply is too long")
    return bytes(received.partition(b"\n")[0])


def _no_answer(detail: str) -> InstanceError:
    return InstanceError("The running application does not answer. End it and start it again.", detail=detail)


def _listen(runtime: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        ensure(runtime, private=True)
        # Left behind by a killed instance; whoever holds the lock is the only server, so it may go.
        (runtime / SOCKET_NAME).unlink(missing_ok=True)
        with _address(runtime) as address:
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


@contextlib.contextmanager
def _address(runtime: Path) -> Iterator[str]:
    """The socket's path; through an open folder where it is longer than the kernel takes."""
    path = str(runtime / SOCKET_NAME)
    if len(os.fsencode(path)) <= _PATH_LIMIT_BYTES:
        yield path
        return
    folder = os.open(runtime, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{SOCKET_NAME}"
    finally:
        os.close(folder)


def _peer_user(connection: socket.socket) -> int:
    """User id of the process at the other end, as the kernel saw it when it connected."""
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, user, _ = struct.unpack("3i", credentials)
    return int(user)
