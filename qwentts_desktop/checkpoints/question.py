"""One blocking call that its asker can stop waiting for. Knows nothing of what is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Question(Generic[_T]):
    """Runs a call in a thread of its own; an answer that nobody waits for any more is closed.

    Args:
        call: what to run; its result is closed if it comes too late and has a `close`.
    """

    def __init__(self, call: Callable[[], _T]) -> None:
        self._call = call
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._answers: list[_T] = []
        self._error: BaseException | None = None
        self._is_abandoned = False

    def ask(self, limit_s: float) -> None:
        """Start the call and wait for its end, for `wake`, or for so long."""
        threading.Thread(target=self._run, name="hub-question", daemon=True).start()
        try:
            self._woken.wait(limit_s)
        finally:
            with self._lock:
                self._is_abandoned = not self.is_answered

    def wake(self) -> None:
        """End the waiting; any thread."""
        self._woken.set()

    @property
    def is_answered(self) -> bool:
        """The call has ended in time, well or not."""
        return bool(self._answers) or self._error is not None

    def answer(self) -> _T:
        """What the call returned; raises what it raised."""
        if self._error is not None:
            raise self._error
        return self._answers[0]

    def discard(self) -> None:
        """The answer is not wanted any more."""
        with self._lock:
            self._is_abandoned = True
            late = self._answers[:]
        for answer in late:
            _close(answer)

    def _run(self) -> None:
        try:
            answer = self._call()
        except BaseException as error:  # an edge: it is raised again by `answer`
            self._error = error
        else:
            with self._lock:
                is_late = self._is_abandoned
                if not is_late:
                    self._answers.append(answer)
            if is_late:
                _close(answer)
        self._woken.set()


def _close(answer: object) -> None:
    close = getattr(answer, "close", None)
    if close is not None:
        with suppress(Exception):  # an edge: nobody is left to hear of it
            close()
