"""A stand-in of logind on a bus of its own tells of sleep; its delay lock is a pipe that must be let go."""

from __future__ import annotations

import os
import queue
import select
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from qwentts_desktop.system.sleep import NoSleepWatch, SleepListener, watch_sleep
from qwentts_desktop.system.sleep_windows import RESUME_AUTOMATIC, SUSPEND, WindowsSleepWatch
from tests.rig.processes import wait_until

needs_bus = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("dbus-daemon") is None, reason="needs dbus-daemon"
)


class StandInLogind:
    """Owns logind's name, gives out locks, tells of sleep."""

    def __init__(self) -> None:
        from jeepney import message_bus
        from jeepney.io.blocking import open_dbus_connection

        self._connection = open_dbus_connection("SYSTEM", enable_fds=True)
        self._connection.send_and_get_reply(message_bus.RequestName("org.freedesktop.login1"))
        self.locks: list[int] = []
        self._todo: queue.Queue[bool | None] = queue.Queue()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def tell(self, *, sleeps: bool) -> None:
        self._todo.put(sleeps)

    def is_held_off(self) -> bool:
        """The lock given out last is still held: its pipe has not come to its end."""
        readable, _, _ = select.select(self.locks[-1:], [], [], 0)
        return bool(self.locks) and not readable

    def close(self) -> None:
        self._todo.put(None)
        self._thread.join(5)
        self._connection.close()
        for lock in self.locks:
            os.close(lock)

    def _serve(self) -> None:
        from jeepney import DBusAddress, HeaderFields, new_method_return, new_signal

        address = DBusAddress("/org/freedesktop/login1", interface="org.freedesktop.login1.Manager")
        while True:
            try:
                told = self._todo.get_nowait()
                if told is None:
                    return
                self._connection.send(new_signal(address, "PrepareForSleep", "b", (told,)))
            except queue.Empty:
                pass
            try:
                message = self._connection.receive(timeout=0.02)
            except TimeoutError:
                continue
            if message.header.fields.get(HeaderFields.member) == "Inhibit":
                assert message.body[0] == "sleep"
                assert message.body[3] == "delay"
                ours, theirs = os.pipe()
                self._connection.send(new_method_return(message, "h", (theirs,)))
                os.close(theirs)
                self.locks.append(ours)


@pytest.fixture
def logind(tmp_path, monkeypatch) -> Iterator[StandInLogind]:
    address = f"unix:path={tmp_path}/bus"
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", f"--address={address}"], stderr=subprocess.DEVNULL
    )
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
    wait_until(lambda: (tmp_path / "bus").exists(), "the bus", 10)
    stand_in = StandInLogind()
    yield stand_in
    stand_in.close()
    bus.kill()
    bus.wait(5)


@needs_bus
def test_sleep_waits_for_us_and_is_held_off_again_after_waking(logind) -> None:
    told: list[str] = []
    may_sleep = threading.Event()

    def falling_asleep() -> None:
        told.append("falling asleep")
        assert may_sleep.wait(10)

    watch = watch_sleep(SleepListener(falling_asleep, lambda: told.append("awake")))
    wait_until(lambda: logind.locks and logind.is_held_off(), "the lock", 10)
    logind.tell(sleeps=True)
    wait_until(lambda: told == ["falling asleep"], "the news", 10)
    assert logind.is_held_off()
    may_sleep.set()
    wait_until(lambda: not logind.is_held_off(), "the lock to be let go", 10)
    logind.tell(sleeps=False)
    wait_until(lambda: told[-1] == "awake", "the morning", 10)
    wait_until(lambda: len(logind.locks) == 2 and logind.is_held_off(), "another lock", 10)
    watch.close()
    wait_until(lambda: not logind.is_held_off(), "the lock to be let go at the end", 10)


@needs_bus
def test_without_a_bus_nothing_is_watched_and_closing_is_quick(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    watch = watch_sleep(SleepListener(lambda: None, lambda: None), "linux")
    watch.close()
    watch.close()


def test_an_unknown_system_tells_nothing() -> None:
    watch_sleep(SleepListener(lambda: None, lambda: None), "plan9").close()
    assert isinstance(watch_sleep(SleepListener(lambda: None, lambda: None), "plan9"), NoSleepWatch)


class FakePowerApi:
    def __init__(self, error: int = 0) -> None:
        self.error = error
        self.on_event = None
        self.unregistered = 0

    def register(self, on_event) -> int:
        self.on_event = on_event
        return self.error

    def unregister(self) -> None:
        self.unregistered += 1


def test_windows_tells_of_suspend_and_resume_and_of_other_things_that_do_not_count() -> None:
    told: list[str] = []
    api = FakePowerApi()
    watch = WindowsSleepWatch(SleepListener(lambda: told.append("sleep"), lambda: told.append("awake")), api)
    for event in (0x000A, SUSPEND, RESUME_AUTOMATIC, 0x0007):
        api.on_event(event)
    assert told == ["sleep", "awake"]
    watch.close()
    watch.close()
    assert api.unregistered == 1


def test_a_windows_that_refuses_is_not_watched() -> None:
    api = FakePowerApi(error=87)
    WindowsSleepWatch(SleepListener(lambda: None, lambda: None), api).close()
    assert api.unregistered == 0
