from __future__ import annotations

import json
import subprocess
import sys

import pytest

from qwentts_desktop.cli.exit_codes import MEANING, ExitCode
from qwentts_desktop.cli.main import COMMANDS
from qwentts_desktop.system.instance import Reply

REMOTE = ["stop", "pause", "resume", "toggle-pause", "next", "previous", "quit"]


def test_every_exit_code_is_explained_in_the_help(capsys, run):
    assert run("--help").exit_code == ExitCode.OK
    shown = capsys.readouterr().out
    assert set(MEANING) == set(ExitCode)
    assert all(meaning in shown for meaning in MEANING.values())
    assert all(name in shown for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name, capsys, run):
    assert run(name, "--help").exit_code == ExitCode.OK
    assert "exit codes" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line", [["dance"], ["speak"], ["speak", "a", "b"], ["stop", "now"], ["settings", "get", "--x"]]
)
def test_a_wrong_command_line_is_usage(line, capsys, run):
    assert run(*line).exit_code == ExitCode.USAGE
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("name", [*REMOTE, "status"])
def test_without_a_running_application_that_is_said(name, run):
    outcome = run(name)
    assert outcome.exit_code == ExitCode.NOT_RUNNING
    assert "not running" in outcome.err


@pytest.mark.parametrize("name", REMOTE)
def test_the_running_application_carries_a_command_out(name, run, application):
    assert run(name).exit_code == ExitCode.OK
    assert [command.name for command in application.commands] == [name]


def test_a_refusal_is_shown_with_its_exit_code(run, application):
    application.reply = lambda command: Reply(ok=False, exit_code=4, message="Nothing is selected.")
    outcome = run("speak-selection")
    assert (outcome.exit_code, outcome.err) == (4, "Nothing is selected.\n")


def test_status_is_json_also_where_nothing_runs(run):
    outcome = run("status", "--json")
    assert outcome.exit_code == ExitCode.NOT_RUNNING
    assert json.loads(outcome.out)["running"] is False


def test_status_shows_what_the_application_tells(run, application):
    data = {
        "state": "speaking",
        "engine": {"name": "espeak-ng"},
        "hotkeys": {"stop": {"bound": True}},
        "rtf": None,
    }
    application.reply = lambda command: Reply(data=data)
    assert json.loads(run("status", "--json").out) == {"running": True, **data}
    shown = run("status").out
    assert "state: speaking" in shown
    assert "  name: espeak-ng" in shown
    assert "    bound: yes" in shown


def test_settings_are_shown_changed_and_found(run):
    assert run("settings", "get", "audio.volume").out == "1.0\n"
    assert run("settings", "set", "audio.volume", "0.5").exit_code == ExitCode.OK
    assert run("settings", "get", "audio.volume").out == "0.5\n"
    assert "hotkeys.stop = Ctrl+Shift+F11" in run("settings", "get").out
    assert run("settings", "path").out.strip() == str(run.paths.settings_file)


@pytest.mark.parametrize(
    "line", [("set", "audio.volume", "7"), ("set", "audio.colour", "red"), ("get", "nothing")]
)
def test_a_setting_that_cannot_be_is_refused_with_a_sentence(line, run):
    outcome = run("settings", *line)
    assert outcome.exit_code == ExitCode.FAILED
    assert outcome.err.strip()
    assert "Traceback" not in outcome.err


def test_the_command_line_never_imports_qt_or_torch():
    code = (
        "import sys\n"
        "from qwentts_desktop.__main__ import main\n"
        "main(['status', '--json'])\n"
        "heavy = {'PySide6', 'torch', 'numpy', 'sounddevice', 'soundfile'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
