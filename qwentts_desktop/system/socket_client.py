"""Knocking at the instance's socket: one command out, one reply in. No server."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import time
from pathlib import Path

from qwentts_desktop.errors import InstanceError, NotRunningError
from qwentts_desktop.system.commands import MAX_LINE_BYTES, Command, Reply, decode_reply, encode_command

assert sys.platform != "win32"

from qwentts_desktop.system.socket_address import peer_user, socket_address  # noqa: E402 - nothing there on Windows

_READ_BYTES = 256 * 1024
_RETRY_S = 0.01


def send_over_socket(runtime: Path, command: Command, timeout_s: float) -> Reply:
    """See send_command."""
    line = encode_command(command)
    deadline_s = time.monotonic() + timeout_s
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(timeout_s)
        try:
            with socket_address(runtime) as address:
                _connect(connection, address, deadline_s)
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError) as error:
            raise NotRunningError(
                "The application is not running. Start it first.", detail=str(error)
            ) from error
        except OSError as error:
            raise _no_answer(str(error)) from error
        if peer_user(connection) != os.getuid():
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
