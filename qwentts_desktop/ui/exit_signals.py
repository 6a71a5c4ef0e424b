"""SIGTERM, SIGINT and SIGHUP end the application cleanly, through Qt's own loop. It only tells."""

from __future__ import annotations

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_NAMES = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")


class ExitSignals(QObject):
    """Emits `received` on the GUI thread.

    Python runs a signal's handler only when Qt's loop returns to it, so a byte on a socket wakes the loop.
    """

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._fd_before = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._handlers_before = {
            number: signal.signal(number, self._on_signal)
            for number in (getattr(signal, name, None) for name in _NAMES)
            if number is not None
        }
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_byte)

    def close(self) -> None:
        """Put the handlers back."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._fd_before)
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        self._reader.close()
        self._writer.close()

    def _on_signal(self, *_arguments: object) -> None:
        """The byte does the work; without a handler the signal would end the process at once."""

    def _on_byte(self) -> None:
        self._reader.recv(64)
        self.received.emit()
