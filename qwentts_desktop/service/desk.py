"""The board behind its locks, shared by commands, speech thread and player events. It decides nothing.

`commands` puts one command after another, player calls included. `change` guards the board for a moment and
is never held while the player, an engine or a listener is called, so none of them can lock the service up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qwentts_desktop.service.board import Board
from qwentts_desktop.service.outbox import Outbox
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.events import JobFinished, Listener, SpeechEvent, State, StateChanged
from qwentts_desktop.speech.job import SpeechJob


class Desk:
    """Board, locks and outbox of one service."""

    def __init__(self, board: Board) -> None:
        self.commands = threading.RLock()
        self._board = board
        self._changed = threading.Condition(threading.Lock())
        self._outbox = Outbox()
        self._told = State.IDLE

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        """See `Outbox.add_listener`."""
        return self._outbox.add_listener(listener)

    @contextmanager
    def change(self) -> Iterator[Board]:
        """Change the board; wakes the speech thread and tells the state where it is another one."""
        with self._changed:
            try:
                yield self._board
            finally:
                self._note_state()
                self._board.give_way()
                self._changed.notify_all()
        self._outbox.drain()

    @contextmanager
    def look(self) -> Iterator[Board]:
        """Read the board."""
        with self._changed:
            yield self._board

    def wait_until(self, ready: Callable[[Board], bool], timeout_s: float | None) -> bool:
        """Wait on the board; False after the timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: ready(self._board), timeout_s)

    def note(self, event: SpeechEvent) -> None:
        """Tell an event at the end of the `change` under way."""
        self._outbox.post(event)

    def note_finished(self, job: SpeechJob, reason: FinishReason | None) -> None:
        """Tell at the end of the `change` under way that a job is over."""
        self._outbox.post(JobFinished(job.id, reason))

    def tell(self, event: SpeechEvent) -> None:
        """Tell an event now."""
        self._outbox.post(event)
        self._outbox.drain()

    def _note_state(self) -> None:
        state = self._board.state
        if state is not self._told:
            self._told = state
            self._outbox.post(StateChanged(state))
