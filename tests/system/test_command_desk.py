from __future__ import annotations

import threading

from qwentts_desktop.system.command_desk import CommandDesk
from qwentts_desktop.system.commands import Command, Reply


def test_commands_run_one_at_a_time_in_order(until) -> None:
    done: list[str] = []
    desk = CommandDesk(lambda command: done.append(command.name) or Reply(message=command.name))
    replies: list[str] = []
    for number in range(50):
        desk.submit(Command(str(number)), lambda reply: replies.append(reply.message))
    assert until(lambda: len(replies) == 50)
    assert done == replies == [str(number) for number in range(50)]
    desk.close(1)


def test_too_many_waiting_are_refused_at_once_and_the_rest_is_served(until) -> None:
    go_on = threading.Event()
    desk = CommandDesk(lambda command: Reply(ok=go_on.wait(10)))
    replies: list[Reply] = []
    for _ in range(200):
        desk.submit(Command("status"), replies.append)
    refused = len(replies)
    assert 130 <= refused < 200
    assert "Too many commands" in replies[0].message
    go_on.set()
    assert until(lambda: len(replies) == 200)
    assert sum(reply.ok for reply in replies) == 200 - refused
    desk.close(1)


def test_a_desk_that_is_closed_refuses() -> None:
    desk = CommandDesk(lambda command: Reply())
    desk.close(1)
    desk.close(1)
    replies: list[Reply] = []
    desk.submit(Command("status"), replies.append)
    assert not replies[0].ok
