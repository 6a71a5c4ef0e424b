"""Work that takes a while, one piece after another on a thread of its own; answers come on the GUI thread.

It knows nothing of what the work is. Disk, decoding and microphones are reached through it.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from qwentts_desktop.errors import QwenTTSError

T = TypeVar("T")
Failed = Callable[[QwenTTSError], None]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Task:
    """Work, and what to do with its result or its error."""

    work: Callable[[], Any]
    done: Callable[[Any], None]
    failed: Failed


@dataclass(frozen=True)
class _Outcome:
    """What became of a task."""

    task: _Task
    result: Any = None
    error: QwenTTSError | None = None


class Background(QObject):
    """A queue with one worker thread. Methods belong to the GUI thread; `done` and `failed` run there."""

    busy_changed = Signal(object)
    """bool: whether work is under way or waits."""
    _ended = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._under_way = 0
        self._is_closed = False
        self._ended.connect(self._on_ended)

    @property
    def is_busy(self) -> bool:
        """Whether work is under way or waits."""
        return self._under_way > 0

    def run(self, work: Callable[[], T], done: Callable[[T], None], failed: Failed) -> None:
        """Do the work on the worker thread, then call `done` with its result, or `failed`."""
        if self._is_closed:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._work_off, name=self._name, daemon=True)
            self._thread.start()
        self._under_way += 1
        self._tasks.put(_Task(work, done, failed))
        if self._under_way == 1:
            self.busy_changed.emit(True)

    def close(self, timeout_s: float = 2.0) -> None:
        """Answer nothing any more and end the thread after the piece that it is at."""
        self._is_closed = True
        if self._thread is not None:
            self._tasks.put(None)
            self._thread.join(timeout_s)

    def _work_off(self) -> None:
        """On the worker thread."""
        while (task := self._tasks.get()) is not None and not self._is_closed:
            self._ended.emit(self._outcome_of(task))

    def _outcome_of(self, task: _Task) -> _Outcome:
        try:
            return _Outcome(task, task.work())
        except QwenTTSError as error:
            return _Outcome(task, error=error)
        except Exception as error:  # the outer edge of this thread: who asked must get an answer
            _log.exception("work in the background failed")
            return _Outcome(
                task,
                error=QwenTTSError(
                    self.tr("That did not work. The log says more; please report it."), detail=str(error)
                ),
            )

    def _on_ended(self, outcome: _Outcome) -> None:
        """On the GUI thread: the signal's receiver lives there."""
        self._under_way -= 1
        if self._under_way == 0:
            self.busy_changed.emit(False)
        if self._is_closed:
            return
        if outcome.error is not None:
            _answer(outcome.task.failed, outcome.error)
        else:
            _answer(outcome.task.done, outcome.result)


def _answer(callback: Callable[[Any], None], value: Any) -> None:
    """Call back, unless it is a method of a window that was closed and deleted meanwhile."""
    owner = getattr(callback, "__self__", None)
    if not isinstance(owner, QObject) or isValid(owner):
        callback(value)
