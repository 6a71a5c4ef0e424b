"""Sleep as systemd's logind tells it on the system bus, with a delay lock so that it waits for us. No Qt."""

from __future__ import annotations

import contextlib
import logging
import os
import select
import threading
from typing import TYPE_CHECKING

from qwentts_desktop import APP_TITLE
from qwentts_desktop.system.sleep import SleepListener

if TYPE_CHECKING:
    from jeepney import Message  # type: ignore[import-untyped]
    from jeepney.io.blocking import DBusConnection  # type: ignore[import-untyped]

_log = logging.getLogger(__name__)
_LOGIN, _PATH, _MANAGER = (
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
)
_SIGNAL = "PrepareForSleep"
_ANSWER_LIMIT_S = 5.0
_WHY = "Gives the card's memory back"


class LogindSleepWatch:
    """Watches on a thread of its own; where there is no system bus or no logind it ends at once."""

    def __init__(self, listener: SleepListener) -> None:
        self._listener = listener
        self._lock_fd: int | None = None
        self._wake_read, self._wake_write = os.pipe()
        self._thread = threading.Thread(target=self._run, name="sleep-watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread and let go of the lock."""
        if self._wake_write >= 0:
            os.close(self._wake_write)  # the reading end becomes readable, which ends the loop
            self._wake_write = -1
            self._thread.join(2.0)

    def _run(self) -> None:
        try:
            self._watch()
        except Exception as error:  # an outer edge: a bus that ends must not end more than this
            _log.info("sleep is not watched: %s: %s", type(error).__name__, error)
        finally:
            self._let_sleep()
            os.close(self._wake_read)

    def _watch(self) -> None:
        from jeepney.io.blocking import open_dbus_connection

        with contextlib.closing(open_dbus_connection("SYSTEM", enable_fds=True)) as connection:
            self._subscribe(connection)
            self._hold_off_sleep(connection)
            while self._wait(connection):
                for message in _messages(connection):
                    self._take(message, connection)

    def _wait(self, connection: DBusConnection) -> bool:
        """False once the watch is closed."""
        readable, _, _ = select.select([connection.sock, self._wake_read], [], [])
        return self._wake_read not in readable

    def _take(self, message: Message, connection: DBusConnection) -> None:
        from jeepney import HeaderFields

        if message.header.fields.get(HeaderFields.member) != _SIGNAL:
            return
        if message.body[0]:
            try:
                self._listener.falling_asleep()
            finally:
                self._let_sleep()
        else:
            self._hold_off_sleep(connection)
            self._listener.awake()

    def _subscribe(self, connection: DBusConnection) -> None:
        from jeepney import MatchRule, message_bus

        rule = MatchRule(type="signal", interface=_MANAGER, member=_SIGNAL, path=_PATH)
        connection.send_and_get_reply(message_bus.AddMatch(rule), timeout=_ANSWER_LIMIT_S)

    def _hold_off_sleep(self, connection: DBusConnection) -> None:
        """Take a delay lock: sleep waits until it is let go, five seconds at most by logind's default."""
        from jeepney import DBusAddress, MessageType, new_method_call

        manager = DBusAddress(_PATH, bus_name=_LOGIN, interface=_MANAGER)
        call = new_method_call(manager, "Inhibit", "ssss", ("sleep", APP_TITLE, _WHY, "delay"))
        reply = connection.send_and_get_reply(call, timeout=_ANSWER_LIMIT_S)
        if reply.header.message_type is MessageType.method_return:
            self._let_sleep()
            self._lock_fd = reply.body[0].to_raw_fd()

    def _let_sleep(self) -> None:
        if self._lock_fd is not None:
            os.close(self._lock_fd)
            self._lock_fd = None


def _messages(connection: DBusConnection) -> list[Message]:
    """All that has arrived, without waiting for more."""
    found = []
    with contextlib.suppress(TimeoutError):
        while True:
            found.append(connection.receive(timeout=0))
    return found
