"""The instance's door on Windows: a named pipe that only its user's processes reach. No command's meaning."""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import logging
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Client, Listener
from pathlib import Path
from typing import Protocol

from qwentts_desktop.errors import InstanceError, NotRunningError
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

_log = logging.getLogger(__name__)
MAX_CLIENTS = 16
_QUIET_LIMIT_S = 5.0
_CLOSE_LIMIT_S = 0.9


def pipe_name(runtime: Path) -> str:
    """One name for each user and folder. Windows gives a pipe's default rights to its creator alone."""
    who = f"{getpass.getuser()}\n{runtime}".encode("utf-8", errors="replace")
    return rf"\\.\pipe\qwentts-desktop-{hashlib.sha256(who).hexdigest()[:16]}"


class _Connection(Protocol):
    """What pipes and, in tests elsewhere, sockets have in common: whole messages."""

    def poll(self, timeout: float) -> bool: ...
    def recv_bytes(self, maxlength: int) -> bytes: ...
    def send_bytes(self, buf: bytes) -> None: ...
    def close(self) -> None: ...


class PipeServer:
    """A thread that lets clients in and a short-lived one for each; commands run on another, in order."""

    def __init__(self, runtime: Path, handler: Callable[[Command], Reply], address: str = "") -> None:
        """`address` is the runtime folder's pipe where it is empty."""
        self._address = address or pipe_name(runtime)
        try:
            self._listener = Listener(self._address)
        except OSError as error:
            raise InstanceError(
                "The pipe for other processes cannot be opened, so the command line cannot reach this "
                "application. Sign out and in again.",
                detail=str(error),
            ) from error
        self._closing = threading.Event()
        self._places = threading.BoundedSemaphore(MAX_CLIENTS)
        self._desk = CommandDesk(handler)
        self._thread = threading.Thread(target=self._run, name="instance-pipe", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """See InstanceServer."""
        if self._closing.is_set():
            return
        # First the desk, so that the one who asked to quit still gets the answer.
        self._desk.close(_CLOSE_LIMIT_S)
        self._closing.set()
        # Nothing else gets a thread out of waiting for the next client.
        with contextlib.suppress(OSError, EOFError):
            Client(self._address).close()
        self._thread.join(_CLOSE_LIMIT_S)
        self._listener.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                connection = self._listener.accept()
            except (OSError, EOFError) as error:
                _log.info("a client could not be let in: %s", error)
                self._closing.wait(0.05)
                continue
            if self._closing.is_set() or not self._places.acquire(blocking=False):
                connection.close()
                continue
            threading.Thread(
                target=self._serve, args=(connection,), name="instance-client", daemon=True
            ).start()

    def _serve(self, connection: _Connection) -> None:
        with self._in_place(connection):
            if not connection.poll(_QUIET_LIMIT_S):
                return
            reply = self._ask(connection.recv_bytes(MAX_LINE_BYTES))
            if reply is not None:
                connection.send_bytes(encode_reply(reply))

    @contextlib.contextmanager
    def _in_place(self, connection: _Connection) -> Iterator[None]:
        try:
            yield
        except (OSError, EOFError) as error:  # gone, or too much at once: let go
            _log.info("a client was let go: %s", type(error).__name__)
        finally:
            connection.close()
            self._places.release()

    def _ask(self, line: bytes) -> Reply | None:
        try:
            command = decode_command(line)
        except InstanceError as error:
            return refusal(error.message)
        answered = threading.Event()
        replies: list[Reply] = []

        def answer(reply: Reply) -> None:
            replies.append(reply)
            answered.set()

        self._desk.submit(command, answer)
        while not answered.wait(0.1):
            if self._closing.is_set():
                return None
        return replies[0]


def send_over_pipe(runtime: Path, command: Command, timeout_s: float, address: str = "") -> Reply:
    """See send_command. `address` as for PipeServer."""
    line = encode_command(command)
    try:
        connection = Client(address or pipe_name(runtime))
    except (FileNotFoundError, ConnectionRefusedError) as error:
        raise NotRunningError("The application is not running. Start it first.", detail=str(error)) from error
    except OSError as error:
        raise _no_answer(str(error)) from error
    with connection:
        try:
            connection.send_bytes(line)
            if not connection.poll(timeout_s):
                raise _no_answer("no reply in time")
            return decode_reply(connection.recv_bytes(MAX_LINE_BYTES))
        except (OSError, EOFError) as error:
            raise _no_answer(str(error)) from error


def _no_answer(detail: str) -> InstanceError:
    return InstanceError("The running application does not answer. End it and start it again.", detail=detail)
