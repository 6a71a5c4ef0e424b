"""A dead card: hands what is unfinished over and asks for a new process, unless it just did. GUI thread."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from qwentts_desktop.service.unfinished import Unfinished
from qwentts_desktop.speech.events import EngineLost, Notice

_log = logging.getLogger(__name__)

SOONEST_S = 60.0
"""A card that dies again so soon after a restart is not mended by another one."""


class UnfinishedWork(Protocol):
    """The service, as far as it is needed here."""

    def unfinished(self) -> Unfinished:
        """What is read and what waits."""

    def take_over(self, unfinished: Unfinished) -> None:
        """Go on with it."""


class EngineRestart(QObject):
    """Decides what a lost card leads to.

    Args:
        service: what is handed over, and what takes it.
        leave: keeps it for the next process; raises OSError.
        clock: seconds since the epoch.
    """

    wanted = Signal()
    """This process shall end and a new one take over."""
    told = Signal(object)
    """`Notice`."""

    def __init__(
        self,
        service: UnfinishedWork,
        leave: Callable[[Unfinished], None],
        parent: QObject | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._leave = leave
        self._clock = clock
        self._restarted_at = -SOONEST_S
        self.is_wanted = False

    def take_over(self, unfinished: Unfinished | None) -> None:
        """Go on where another process ended; nothing where none did."""
        if unfinished is None:
            return
        self._restarted_at = unfinished.left_at
        self._service.take_over(unfinished)
        self.told.emit(
            Notice(self.tr("The graphics card had stopped working, so the program started itself again."))
        )

    def on_engine_lost(self, _event: EngineLost) -> None:
        """Start again, or say why not."""
        now = self._clock()
        if now - self._restarted_at < SOONEST_S:
            self.told.emit(
                Notice(
                    self.tr(
                        "The graphics card failed again right after a restart of the program. The system's "
                        "voice reads from now on; restart the computer to have the card back."
                    )
                )
            )
            return
        try:
            self._leave(replace(self._service.unfinished(), left_at=now))
        except OSError as error:
            _log.warning("what is unfinished cannot be handed over: %s", error)
        self.is_wanted = True
        self.wanted.emit()
