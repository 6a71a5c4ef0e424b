"""One running application a user: the lock, the door for other processes, and knocking at it. No Qt."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from qwentts_desktop.errors import InstanceError, NotRunningError
from qwentts_desktop.paths import ensure
from qwentts_desktop.system.commands import Command, Reply

if sys.platform == "win32":
    from qwentts_desktop.system.instance_pipe import PipeServer as _Server
    from qwentts_desktop.system.instance_pipe import send_over_pipe as _send
else:
    from qwentts_desktop.system.instance_socket import SocketServer as _Server
    from qwentts_desktop.system.socket_client import send_over_socket as _send

__all__ = ["Command", "InstanceLock", "InstanceServer", "Reply", "send_command"]

REPLY_LIMIT_S = 5.0
_KNOCK_AGAIN_S = 0.05


class InstanceLock:
    """Held by the first instance. The operating system frees it when the process ends, however it ends."""

    def __init__(self, runtime: Path) -> None:
        from filelock import FileLock  # it brings asyncio along, which only the first instance should pay for

        self._runtime = runtime
        self._lock = FileLock(runtime / "instance.lock", timeout=0, thread_local=False)

    def acquire(self) -> bool:
        """Whether this process is the first.

        Raises:
            InstanceError: the folder cannot be written.
        """
        from filelock import Timeout

        try:
            ensure(self._runtime, private=True)
            self._lock.acquire()
        except Timeout:
            return False
        except OSError as error:
            raise InstanceError(
                f"The folder {self._runtime} cannot be written. Free disk space or mend its permissions.",
                detail=str(error),
            ) from error
        return True

    def release(self) -> None:
        """Let the next one be first. May be called twice."""
        self._lock.release()

    def __enter__(self) -> InstanceLock:
        if not self.acquire():
            raise InstanceError("The application is running already.")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


class InstanceServer:
    """Answers other processes of the same user. Start it only while holding the lock.

    `handler` is called on a thread of the server's own, one command at a time in order of arrival; what it
    raises as QwenTTSError becomes a refusal with that sentence. It should answer within a second or so.

    Raises:
        InstanceError: the door cannot be opened.
    """

    def __init__(self, runtime: Path, handler: Callable[[Command], Reply]) -> None:
        self._server = _Server(runtime, handler)

    def close(self) -> None:
        """Answer nobody any more; threads are joined within 2 s. May be called twice."""
        self._server.close()


def send_command(
    runtime: Path, command: Command, timeout_s: float = REPLY_LIMIT_S, *, patience_s: float = 0.0
) -> Reply:
    """Ask the running instance and wait for its reply.

    `patience_s` is how long to wait for an instance that does not answer the door yet: whoever finds the
    lock taken knows that one is starting.

    Raises:
        NotRunningError: there is none.
        InstanceError: it does not answer in time or was not understood, or the text is too long.
    """
    give_up_s = time.monotonic() + patience_s
    while True:
        try:
            return _send(runtime, command, timeout_s)
        except NotRunningError:
            if time.monotonic() >= give_up_s:
                raise
            time.sleep(_KNOCK_AGAIN_S)
