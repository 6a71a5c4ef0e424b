from __future__ import annotations

import json
import threading

import pytest

from qwentts_desktop.errors import InvalidRequestError, NothingSelectedError, QwenTTSError, SelectionError
from qwentts_desktop.service.status import ServiceStatus
from qwentts_desktop.speech.engine import EngineInfo, EngineKind
from qwentts_desktop.speech.events import Problem, State
from qwentts_desktop.system.commands import COMMAND_NAMES, Command
from qwentts_desktop.ui.remote import RemoteControl
from tests.ui.fakes import FakeService


class ServiceWithStatus(FakeService):
    def status(self) -> ServiceStatus:
        engine = EngineInfo(EngineKind.FAKE, "fake")
        return ServiceStatus(State.IDLE, engine, None, None, 0, 0, "", "", 1.0, 1.0, None, None)


@pytest.fixture
def remote(screen):
    service = ServiceWithStatus()
    remote = RemoteControl(
        service, lambda: screen.model.settings, screen.selection, screen.clipboard, screen.facts
    )
    remote.service = service
    remote.submitted.connect(screen.controller.on_submitted)
    return remote


@pytest.mark.parametrize(
    ("command", "call"),
    [
        ("stop", "stop"),
        ("pause", "pause"),
        ("resume", "resume"),
        ("toggle-pause", "toggle_pause"),
        ("next", "next_sentence"),
        ("previous", "previous_sentence"),
    ],
)
def test_commands_of_the_transport_reach_the_service(remote, command, call):
    assert remote.handle(Command(command)).ok
    assert remote.service.calls == [(call,)]


@pytest.mark.parametrize("name", COMMAND_NAMES)
def test_every_command_is_known(remote, name):
    assert remote.handle(Command(name, {"text": "hello"})).ok


def test_a_command_of_a_newer_version_is_refused(remote):
    with pytest.raises(InvalidRequestError, match="does not know"):
        remote.handle(Command("dance"))


def test_a_text_is_spoken_and_shown_in_the_window(remote, screen):
    shown = []
    screen.controller.text_submitted.connect(shown.append)
    reply = remote.handle(Command("speak", {"text": "Hello.", "language": "de"}))
    assert reply.data == {"job": 1}
    assert remote.service.requests[0].language == "de"
    assert shown[0].text == "Hello."


@pytest.mark.parametrize("arguments", [{}, {"text": "  "}, {"text": 7}, {"text": "x", "voice": 7}])
def test_nonsense_is_refused_with_a_sentence(remote, arguments):
    with pytest.raises(QwenTTSError):
        remote.handle(Command("speak", arguments))


def test_the_selection_is_read_where_the_command_is_handled(remote, screen):
    remote.handle(Command("speak-selection"))
    assert remote.service.requests[0].text == "selected words"
    assert screen.selection.threads == [threading.current_thread().name]


def test_nothing_selected_is_a_refusal(remote, screen):
    screen.selection.error = NothingSelectedError("Nothing is selected.")
    with pytest.raises(NothingSelectedError):
        remote.handle(Command("speak-selection"))
    assert remote.service.requests == []


def test_a_very_long_selection_is_asked_about_in_the_window(remote, screen):
    asked = []
    remote.asked.connect(asked.append)
    screen.selection.text = "word " * 100_000
    assert "asks" in remote.handle(Command("speak-selection")).message
    assert remote.service.requests == []
    assert asked[0].characters == 500_000


def test_the_status_has_the_newest_error(remote):
    remote.on_problem(Problem(SelectionError("It could not be read.")))
    assert remote.status()["last_error"] == "It could not be read."


def test_the_status_is_json_and_tells_of_the_hotkeys(remote):
    remote.set_tray(True)
    status = json.loads(json.dumps(remote.handle(Command("status")).data))
    assert status["state"] == "idle"
    assert status["engine"]["kind"] == "fake"
    assert status["hotkeys"]["speak_selection"]["bound"] is True
    assert status["tray"] is True


def test_a_speed_on_the_command_line_moves_the_slider_before_the_text_is_read(screen, remote, wait_until):
    remote.speed_wanted.connect(screen.controller.set_speed)
    remote.handle(Command("speak", {"text": "Faster.", "speed": 1.5}))
    wait_until(lambda: ("set_speed", 1.5) in screen.service.calls)
    remote.handle(Command("speak", {"text": "As before.", "speed": "fast"}))
    assert [call for call in screen.service.calls if call[0] == "set_speed"] == [("set_speed", 1.5)]
