"""Where the instance's socket is, and who is at its other end. Opens no socket."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

assert sys.platform != "win32"

SOCKET_NAME = "instance.sock"
_PATH_LIMIT_BYTES = 100  # the kernel's own limit is 107


@contextlib.contextmanager
def socket_address(runtime: Path) -> Iterator[str]:
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


def peer_user(connection: socket.socket) -> int:
    """User id of the process at the other end, as the kernel saw it when it connected."""
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, user, _ = struct.unpack("3i", credentials)
    return int(user)
