from __future__ import annotations

import threading

import pytest

from qwentts_desktop.service.outbox import Outbox
from qwentts_desktop.speech.events import Notice, State, StateChanged


def test_events_come_in_order_also_from_a_listener_that_posts():
    outbox, heard = Outbox(), []

    def listener(event):
        heard.append(event)
        if event == Notice("1"):
            outbox.post(Notice("3"))
            outbox.drain()

    outbox.add_listener(listener)
    outbox.post(Notice("1"))
    outbox.post(Notice("2"))
    outbox.drain()
    assert heard == [Notice("1"), Notice("2"), Notice("3")]


def test_of_states_that_nobody_has_seen_the_last_one_counts():
    outbox, heard = Outbox(), []
    outbox.add_listener(heard.append)
    for state in (State.SPEAKING, State.PAUSED, State.IDLE):
        outbox.post(StateChanged(state))
    outbox.drain()
    assert heard == [StateChanged(State.IDLE)]


@pytest.mark.logs_warnings
def test_a_listener_that_fails_stops_nobody():
    outbox, heard = Outbox(), []

    def broken(event):
        raise ValueError

    outbox.add_listener(broken)
    outbox.add_listener(heard.append)
    outbox.post(Notice("x"))
    outbox.drain()
    assert heard == [Notice("x")]


def test_many_threads_lose_nothing_and_never_deliver_at_once():
    outbox, heard, inside, overlaps = Outbox(), [], threading.Lock(), []

    def listener(event):
        if not inside.acquire(blocking=False):
            overlaps.append(event)
            return
        heard.append(event)
        inside.release()

    outbox.add_listener(listener)

    def post(name):
        for number in range(300):
            outbox.post(Notice(f"{name}{number}"))
            outbox.drain()

    threads = [threading.Thread(target=post, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outbox.drain()
    assert overlaps == []
    assert len(heard) == 1_200
    for name in "abcd":
        own = [event.message for event in heard if event.message.startswith(name)]
        assert own == [f"{name}{number}" for number in range(300)]
