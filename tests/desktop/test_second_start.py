"""A second start, other programs on the socket, and the end: commands act on the running application."""

from __future__ import annotations

import json
import signal
import threading

import pytest

from qwentts_desktop.cli.exit_codes import ExitCode
from tests.desktop.test_key_to_sound import DECOYS, LONG, SAID, recorded, wait_for_the_end
from tests.rig import spoken_text
from tests.rig.private_desktop import PrivateDesktop
from tests.rig.processes import wait_until
from tests.rig.running_app import RunningApp

pytestmark = pytest.mark.desktop


def test_a_second_start_with_a_command_lets_the_first_do_it(app: RunningApp) -> None:
    with recorded(app) as recording:
        done = app.command_line("speak", SAID)
        assert done.returncode == 0, done.stderr
        wait_for_the_end(recording)
        assert spoken_text.holds(recording.samples(), recording.rate_hz, SAID, DECOYS)


def test_stop_pause_and_resume_from_the_command_line(app: RunningApp) -> None:
    with recorded(app) as recording:
        app.command_line("speak", LONG)
        wait_until(lambda: recording.loud_seconds() > 0.3, "sound")
        assert app.command_line("pause").returncode == 0
        app.wait_for_state("paused")
        assert app.command_line("resume").returncode == 0
        app.wait_for_state("speaking")
        assert app.command_line("stop").returncode == 0
        app.wait_for_state("idle")
        wait_until(lambda: recording.quiet_seconds_at_end() > 0.3, "silence")


def test_a_second_start_without_a_command_raises_the_first_window(app: RunningApp) -> None:
    def is_shown() -> bool:
        search = ("xdotool", "search", "--onlyvisible", "--name", "QwenTTS Desktop")
        return bool(app.desktop.run(*search, check=False).strip())

    app.desktop.press("alt+F4")
    wait_until(lambda: not is_shown(), "the window to be closed")
    done = app.command_line()
    assert done.returncode == 0
    wait_until(is_shown, "the window to be shown again")
    assert app.process.poll() is None


def test_status_names_hotkeys_device_and_voice(app: RunningApp) -> None:
    status = json.loads(app.command_line("status", "--json").stdout)
    assert status["state"] == "idle"
    assert status["hotkeys"]["speak_selection"] == {
        "combination": "Ctrl+Shift+F9",
        "bound": True,
        "problem": "",
    }
    assert {"engine", "voice", "device"} <= set(status)


def test_without_the_application_a_command_says_so(private_desktop: PrivateDesktop) -> None:
    done = RunningApp(private_desktop).command_line("stop")
    assert done.returncode == ExitCode.NOT_RUNNING
    assert "not running" in done.stderr.lower()


def test_after_a_kill_it_starts_again(app: RunningApp) -> None:
    app.process.send_signal(signal.SIGKILL)
    app.process.wait(5)
    app.start()
    assert app.status()["hotkeys"]["speak_selection"]["bound"]


@pytest.mark.parametrize("way", ["quit", "terminate"])
def test_quit_while_speaking_leaves_silence_and_no_process(app: RunningApp, way: str) -> None:
    with recorded(app) as recording:
        app.send("speak", text=LONG)
        wait_until(lambda: recording.loud_seconds() > 0.3, "sound")
        threading.Thread(
            target=app.send, args=("quit",)
        ).start() if way == "quit" else app.process.terminate()
        app.process.wait(2.0)
        spoken = recording.loud_seconds()
        wait_until(lambda: recording.quiet_seconds_at_end() > 0.5, "silence")
        assert recording.loud_seconds() <= spoken + 0.1


def test_when_the_screen_dies_no_process_stays(app: RunningApp) -> None:
    app.send("speak", text=LONG)
    app.wait_for_state("speaking")
    app.desktop.screen_process.kill()
    app.process.wait(4.0)
