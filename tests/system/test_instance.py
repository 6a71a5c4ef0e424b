from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwentts_desktop.errors import InstanceError, InvalidRequestError, NotRunningError
from qwentts_desktop.system.commands import Command, Reply
from qwentts_desktop.system.instance import InstanceLock, InstanceServer, send_command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a Unix socket")


def answer(command: Command) -> Reply:
    """A handler that repeats what it was asked, or fails on demand."""
    if command.name == "refuse":
        raise InvalidRequestError("There is no such voice.")
    if command.name == "crash":
        raise ZeroDivisionError
    return Reply(data={"name": command.name, "arguments": dict(command.arguments)})


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    return tmp_path / "run"


@pytest.fixture
def server(runtime: Path) -> Iterator[InstanceServer]:
    server = InstanceServer(runtime, answer)
    yield server
    server.close()


def connect(runtime: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(str(runtime / "instance.sock"))
    connection.settimeout(10)
    return connection


def still_answers(runtime: Path) -> bool:
    return send_command(runtime, Command("status")).ok


def test_a_command_and_its_reply_arrive_as_they_were_sent(runtime, server) -> None:
    arguments = {"text": "Zeile\nzwei – 日本 🎧 \ud800", "voice": None, "n": [1, 2.5, True]}
    reply = send_command(runtime, Command("speak", arguments))
    assert reply.ok
    assert reply.exit_code == 0
    assert reply.data == {"name": "speak", "arguments": arguments}


def test_five_megabytes_of_text_go_through(runtime, server) -> None:
    text = "ä" * (5 * 1024 * 1024 // 2)
    assert send_command(runtime, Command("speak", {"text": text})).data["arguments"]["text"] == text


def test_a_text_beyond_the_limit_is_refused_before_it_is_sent(runtime, server) -> None:
    with pytest.raises(InstanceError, match="too long"):
        send_command(runtime, Command("speak", {"text": "a" * 17_000_000}))


def test_a_refusal_comes_back_with_its_sentence(runtime, server) -> None:
    reply = send_command(runtime, Command("refuse"))
    assert (reply.ok, reply.exit_code, reply.message) == (False, 1, "There is no such voice.")


@pytest.mark.logs_warnings
def test_a_handler_that_crashes_is_a_refusal_and_the_door_stays_open(runtime, server) -> None:
    assert not send_command(runtime, Command("crash")).ok
    assert still_answers(runtime)


def test_nobody_there_is_said_at_once(runtime) -> None:
    with pytest.raises(NotRunningError, match="not running"):
        send_command(runtime, Command("status"))


def test_an_instance_that_is_still_starting_is_waited_for(runtime, in_thread) -> None:
    servers: list[InstanceServer] = []
    asking = threading.Event()

    def start() -> None:
        asking.wait(10)
        servers.append(InstanceServer(runtime, answer))

    starting = in_thread(start)
    asking.set()
    assert send_command(runtime, Command("raise"), patience_s=10).ok
    starting.join()
    servers[0].close()
    with pytest.raises(NotRunningError):
        send_command(runtime, Command("raise"), patience_s=0.2)


def test_a_socket_left_behind_counts_as_nobody_and_is_replaced(runtime) -> None:
    runtime.mkdir()
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(runtime / "instance.sock"))
    left.close()
    with pytest.raises(NotRunningError):
        send_command(runtime, Command("status"))
    server = InstanceServer(runtime, answer)
    assert still_answers(runtime)
    server.close()


def test_folder_and_socket_are_closed_to_other_users(runtime, server) -> None:
    assert stat.S_IMODE(runtime.stat().st_mode) == 0o700
    assert stat.S_IMODE((runtime / "instance.sock").stat().st_mode) == 0o600


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs to become another user")
def test_another_user_gets_no_answer_even_through_an_open_folder(runtime, server) -> None:
    program = (
        "import os, socket, sys\n"
        "s = socket.socket(socket.AF_UNIX); s.settimeout(10)\n"
        "folder = os.open(sys.argv[1], os.O_RDONLY)\n"
        "os.setuid(65534)\n"
        "s.connect(f'/proc/self/fd/{folder}/instance.sock')\n"
        's.sendall(b\'{"command": "status"}\\n\')\n'
        "sys.stdout.buffer.write(s.recv(100))\n"
    )
    runtime.chmod(0o777)
    (runtime / "instance.sock").chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-c", program, str(runtime)], capture_output=True, timeout=30, check=False
    )
    assert b"ok" not in done.stdout


@pytest.mark.parametrize(
    "garbage",
    [
        *(
            b"\n",
            b"\0\0\0\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"[]\n",
            b"null\n",
            b"{}\n",
            b"\xff\xfe\n",
            b"[" * 50_000 + b"\n",
        ),
        *(
            b'{"command": 5}\n',
            b'{"command": "speak", "arguments": []}\n',
            b'"' + b"a" * 1000 + b"\n",
            b"1e999\n",
        ),
    ],
)
def test_garbage_is_answered_with_a_refusal(runtime, server, garbage: bytes) -> None:
    with connect(runtime) as connection:
        connection.sendall(garbage)
        reply = json.loads(connection.makefile("rb").readline())
    assert reply["ok"] is False
    assert still_answers(runtime)


def test_half_a_line_and_a_hang_up_do_nothing(runtime, server) -> None:
    for _ in range(20):
        with connect(runtime) as connection:
            connection.sendall(b'{"command": "sta')
    assert still_answers(runtime)


def test_a_line_in_single_bytes_is_put_together(runtime, server) -> None:
    with connect(runtime) as connection:
        for byte in b'{"command": "status"}\n':
            connection.sendall(bytes([byte]))
        assert json.loads(connection.makefile("rb").readline())["ok"]


def test_a_hundred_megabytes_without_a_newline_are_cut_off(runtime, server) -> None:
    piece, sent = b"a" * 1024 * 1024, 0
    with connect(runtime) as connection:
        try:
            for _ in range(100):
                connection.sendall(piece)
                sent += 1
        except OSError:
            pass
    assert sent < 40
    assert still_answers(runtime)


def test_a_flood_of_idle_connections_keeps_nobody_out(runtime, server) -> None:
    idle = [connect(runtime) for _ in range(200)]
    started = time.monotonic()
    assert still_answers(runtime)
    assert time.monotonic() - started < 4
    for connection in idle:
        connection.close()


def test_a_flood_of_commands_is_answered_to_the_last(runtime, server) -> None:
    good: list[bool] = []

    def ask() -> None:
        for _ in range(25):
            good.append(send_command(runtime, Command("status"), timeout_s=20).ok)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert good == [True] * 200


def test_a_client_that_never_reads_does_not_hold_up_the_others(runtime) -> None:
    big = Reply(data={"big": "a" * 4_000_000})
    server = InstanceServer(runtime, lambda command: big if command.name == "big" else Reply())
    slow = [connect(runtime) for _ in range(5)]
    for connection in slow:
        connection.sendall(b'{"command": "big"}\n')
    assert still_answers(runtime)
    for connection in slow:
        connection.close()
    server.close()


def test_a_handler_that_takes_its_time_does_not_stop_new_clients_from_connecting(runtime) -> None:
    go_on = threading.Event()
    server = InstanceServer(runtime, lambda command: Reply(ok=go_on.wait(10)))
    with connect(runtime) as first, connect(runtime) as second:
        first.sendall(b'{"command": "slow"}\n')
        second.sendall(b"garbage\n")
        assert b"false" in second.recv(1000)
        go_on.set()
        assert b"true" in first.recv(1000)
    server.close()


def test_a_server_that_does_not_answer_is_an_error_within_the_limit(runtime) -> None:
    go_on = threading.Event()
    server = InstanceServer(runtime, lambda command: Reply(ok=go_on.wait(10)))
    with pytest.raises(InstanceError, match="does not answer"):
        send_command(runtime, Command("status"), timeout_s=0.2)
    go_on.set()
    server.close()


@pytest.mark.logs_warnings
def test_closing_takes_less_than_two_seconds_even_with_a_handler_that_hangs(runtime) -> None:
    go_on, busy = threading.Event(), threading.Event()

    def hang(command: Command) -> Reply:
        busy.set()
        go_on.wait(30)
        return Reply()

    server = InstanceServer(runtime, hang)
    with connect(runtime) as client:
        client.sendall(b'{"command": "status"}\n')
        assert busy.wait(10)
        started = time.monotonic()
        server.close()
        server.close()
        assert time.monotonic() - started < 2.0
    go_on.set()
    with pytest.raises(NotRunningError):
        send_command(runtime, Command("status"))


def test_the_one_who_asks_to_quit_still_gets_the_answer(runtime) -> None:
    asked = threading.Event()

    def quit_soon(command: Command) -> Reply:
        asked.set()
        return Reply(message="Bye.")

    replies: list[Reply] = []
    for _ in range(20):
        asked.clear()
        server = InstanceServer(runtime, quit_soon)
        client = threading.Thread(target=lambda: replies.append(send_command(runtime, Command("quit"))))
        client.start()
        assert asked.wait(10)
        server.close()
        client.join()
    assert replies == [Reply(message="Bye.")] * 20


def test_a_path_longer_than_a_socket_address_works(tmp_path: Path) -> None:
    runtime = tmp_path / ("Ünï 测试 " * 8) / "run"
    server = InstanceServer(runtime, answer)
    assert still_answers(runtime)
    server.close()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InstanceError, match="cannot be opened"):
        InstanceServer(tmp_path / "file" / "run", answer)
    with pytest.raises(InstanceError, match="cannot be written"):
        InstanceLock(tmp_path / "file" / "run").acquire()


def test_only_one_process_holds_the_lock_and_a_kill_frees_it(runtime) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from qwentts_desktop.system.instance import InstanceLock\n"
        "lock = InstanceLock(Path(sys.argv[1])); print(lock.acquire(), flush=True); time.sleep(60)\n"
    )
    first = subprocess.Popen([sys.executable, "-c", program, str(runtime)], stdout=subprocess.PIPE)
    assert first.stdout is not None
    with first, first.stdout:
        assert first.stdout.readline() == b"True\n"
        assert not InstanceLock(runtime).acquire()
        first.send_signal(signal.SIGKILL)
        first.wait()
        lock = InstanceLock(runtime)
        assert lock.acquire()
        assert not InstanceLock(runtime).acquire()
        lock.release()
        lock.release()
        with (
            InstanceLock(runtime),
            pytest.raises(InstanceError, match="running already"),
            InstanceLock(runtime),
        ):
            pass
