"""Runs the handler of instance commands on one thread, in order; failures become refusals. No socket."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.system.commands import Command, Reply

_log = logging.getLogger(__name__)
_WAITING_LIMIT = 64


class CommandDesk:
    """A queue of commands in front of one handler, so that a slow handler never holds up the sockets."""

    def __init__(self, handler: Callable[[Command], Reply]) -> None:
        self._handler = handler
        self._waiting: queue.Queue[tuple[Command, Callable[[Reply], None]] | None] = queue.Queue(
            _WAITING_LIMIT
        )
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="instance-commands", daemon=True)
        self._thread.start()

    def submit(self, command: Command, answer: Callable[[Reply], None]) -> None:
        """Have `answer` called with the reply, on the desk's thread; on the caller's if too many wait."""
        if self._closing.is_set():
            answer(refusal("The application is closing."))
            return
        try:
            self._waiting.put_nowait((command, answer))
        except queue.Full:
            answer(refusal("Too many commands are waiting. Try again in a moment."))

    def close(self, timeout_s: float) -> None:
        """Let the running command finish and be answered, drop what waits, join the thread.

        A handler that hangs is left behind (daemon) and logged. May be called twice.
        """
        if self._closing.is_set():
            return
        self._closing.set()
        while True:
            try:
                self._waiting.get_nowait()
            except queue.Empty:
                break
        self._waiting.put(None)
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            _log.warning("an instance command did not end in %.1f s", timeout_s)

    def _run(self) -> None:
        while True:
            item = self._waiting.get()
            if item is None or self._closing.is_set():
                return
            command, answer = item
            answer(self._reply(command))

    def _reply(self, command: Command) -> Reply:
        try:
            return self._handler(command)
        except QwenTTSError as error:
            return refusal(error.message)
        except Exception:  # the outer edge of the server: one bad command must not close the door
            _log.exception("the command %r failed", command.name[:40])
            return refusal("The running application failed at this command. Its log says why.")


def refusal(sentence: str, exit_code: int = 1) -> Reply:
    """A reply that says no."""
    return Reply(ok=False, exit_code=exit_code, message=sentence)
