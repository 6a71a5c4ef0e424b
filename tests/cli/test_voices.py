"""The `voices` command, as somebody without a screen uses it."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.main import main
from qwentts_desktop.paths import user_paths
from qwentts_desktop.settings.store import SettingsStore
from tests.cli.conftest import CommandLine, RunningApplication

TEXT = "The quick brown fox jumps over the lazy dog. She sells sea shells by the sea shore, every day."


class Terminal:
    """Runs the command; what it printed is in `out` and `err`."""

    def __init__(self) -> None:
        self.out = self.err = ""

    def __call__(self, *arguments: str) -> int:
        out, err = io.StringIO(), io.StringIO()
        code = main(["voices", *arguments], Context(stdout=out, stderr=err))
        self.out, self.err = out.getvalue(), err.getvalue()
        return code

    def json(self, *arguments: str):
        assert self(*arguments, "--json") == ExitCode.OK, self.err
        return json.loads(self.out)


@pytest.fixture
def voices() -> Terminal:
    return Terminal()


@pytest.fixture(scope="module")
def speech_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("speech") / "speech.wav"
    subprocess.run(["espeak-ng", "-v", "en", "-w", str(path), TEXT], check=True)
    return path


@pytest.fixture
def anna(voices: Terminal, speech_file: Path):
    return voices.json("add", str(speech_file), "--name", "Anna", "--transcript", TEXT, "--language", "en")


def test_a_voice_is_added_without_a_model_listed_shown_and_found(voices, anna):
    assert anna["kind"] == "cloned"
    assert anna["transcript"] == TEXT
    assert anna["encoded_for"] == []
    assert [voice["id"] for voice in voices.json("list")] == [anna["id"]]
    assert voices.json("list", "nobody") == []
    assert voices.json("show", "ANNA")["id"] == anna["id"]
    voices("show", anna["id"])
    assert "name: Anna" in voices.out
    voices("list")
    assert "Anna" in voices.out


def test_a_transcript_that_cannot_be_right_is_refused_unless_insisted_on(voices, speech_file):
    arguments = ("add", str(speech_file), "--name", "Anna", "--transcript", "No.")
    assert voices(*arguments) == ExitCode.FAILED
    assert "--voice-only" in voices.err
    assert voices(*arguments, "--anyway") == ExitCode.OK


def test_the_voice_alone_is_cloned_on_demand(voices, speech_file):
    assert voices.json("add", str(speech_file), "--name", "Anna", "--voice-only")["transcript"] == ""


def test_a_part_of_a_recording_is_used(voices, speech_file):
    added = voices.json("add", str(speech_file), "--name", "A", "--voice-only", "--start", "1", "--end", "4")
    assert added["recording"]["seconds"] == pytest.approx(3.0)


def test_an_encoded_voice_of_another_program_is_taken_in(voices, tmp_path):
    from safetensors.numpy import save_file

    path = tmp_path / "v.safetensors"
    save_file({"speaker": np.ones(2048, np.float32)}, str(path))
    added = voices.json("add", str(path), "--name", "Peer", "--notes", "from elsewhere")
    assert (added["model"], added["notes"], added["encoded_for"]) == ("1.7B", "from elsewhere", ["1.7B"])
    assert voices("add", str(path), "--name", "Other", "--transcript", "x") == ExitCode.FAILED
    assert "encoded voice" in voices.err


def test_what_cannot_serve_is_refused_in_a_sentence(voices, tmp_path):
    path = tmp_path / "silence.wav"
    soundfile.write(path, np.zeros(48_000), 24_000)
    assert voices("add", str(path), "--name", "Anna") == ExitCode.FAILED
    assert "silent" in voices.err
    assert voices("add", str(tmp_path / "nothing.wav"), "--name", "Anna") == ExitCode.FAILED
    assert "cannot be read" in voices.err
    assert voices.json("list") == []


def test_a_recording_is_checked_without_adding_anything(voices, speech_file):
    found = voices.json("check", str(speech_file))
    assert found["findings"] == []
    assert found["suggestion"]["end_s"] > 4
    assert voices("check", str(speech_file)) == ExitCode.OK
    assert "suggested: --start" in voices.out


def test_presets_designs_and_system_voices_are_voices_too(voices):
    assert voices.json("add-preset", "Vivian", "--instruction", "gently")["speaker"] == "vivian"
    assert voices.json("add-design", "a calm voice", "--name", "Calm")["description"] == "a calm voice"
    assert voices.json("add-system", "en-us+f3", "--name", "Robot")["system_name"] == "en-us+f3"
    assert voices("add-preset", "nobody") == ExitCode.FAILED
    assert "vivian" in voices.err
    assert [voice["name"] for voice in voices.json("list", "--kind", "preset")] == ["Vivian"]


def test_it_is_renamed_edited_copied_and_removed(voices, anna):
    assert voices.json("rename", "anna", "Berta")["id"] == anna["id"]
    assert voices.json("edit", "Berta", "--notes", "mine", "--language", "de")["notes"] == "mine"
    assert voices.json("duplicate", "Berta")["name"] == "Berta 2"
    assert voices("rename", "Berta 2", "BERTA") == ExitCode.FAILED
    assert "already" in voices.err


def test_a_removed_voice_goes_to_the_trash_and_leaves_the_settings_to_the_user(voices, anna):
    voices("default", "Anna")
    assert voices("remove", "Anna") == ExitCode.OK
    assert "trash" in voices.out
    assert "voices default" in voices.err
    assert voices.json("list") == []
    assert SettingsStore(user_paths().settings_file).load().voice.voice == anna["id"]


def test_the_default_is_kept_in_the_settings_by_id(voices, anna):
    voices("add-preset", "vivian")
    assert voices("default", "Anna") == ExitCode.OK
    assert SettingsStore(user_paths().settings_file).load().voice.voice == anna["id"]
    assert voices.json("default", "vivian", "--language", "zh")["by_language"].keys() == {"zh"}
    voices("default")
    assert voices.out == "default: Anna\nzh: Vivian\n"
    assert voices.json("default", "--language", "zh", "--clear")["by_language"] == {}
    assert voices.json("default", "preset:ryan")["default"] == "preset:ryan"
    assert voices.json("default", "system")["default"] == ""
    assert voices("default", "nobody") == ExitCode.FAILED
    assert "nobody" in voices.err


def test_a_voice_travels_in_a_file_with_a_warning(voices, anna, tmp_path):
    archive = tmp_path / "anna.qwenvoice"
    voices("edit", "Anna", "--consent", "Anna herself")
    assert voices("export", "Anna", str(archive)) == ExitCode.OK
    assert "person's voice" in voices.err
    assert voices.json("inspect", str(archive))["consent"] == "Anna herself"
    assert voices("import", str(archive)) == ExitCode.OK
    assert "Anna herself" in voices.out
    assert voices.json("import", str(archive), "--name", "Berta")["name"] == "Berta"
    assert len(voices.json("list")) == 3


def test_what_only_pretends_to_be_a_voice_is_refused(voices, tmp_path):
    (tmp_path / "x.qwenvoice").write_bytes(b"text")
    assert voices("import", str(tmp_path / "x.qwenvoice")) == ExitCode.FAILED
    assert "damaged" in voices.err


def test_a_missing_recording_is_told_in_the_list(voices, anna):
    (Path(anna["folder"]) / anna["recording"]["file"]).unlink()
    assert voices("list") == ExitCode.OK
    assert "choose another voice" in voices.err


def test_a_preview_is_spoken_by_the_running_application(run: CommandLine, application: RunningApplication):
    run("voices", "add-system", "de", "--name", "Robot", "--language", "de")
    assert run("voices", "preview", "robot").exit_code == ExitCode.OK
    (command,) = application.commands
    assert command.name == "speak"
    assert command.arguments["language"] == "de"
    assert "klinge" in command.arguments["text"]
    assert len(command.arguments["voice"]) == 32


def test_no_action_is_a_usage_error(voices):
    assert voices() == ExitCode.USAGE
