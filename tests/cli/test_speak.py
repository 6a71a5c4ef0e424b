from __future__ import annotations

import shutil
import signal
import subprocess
import sys

import numpy as np
import pytest
import soundfile

from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.engines.fake import tone_of
from tests.rig.private_desktop import PrivateDesktop
from tests.rig.processes import wait_until
from tests.rig.spoken_text import holds

needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")

TEXT = "Seven ships sail slowly past the harbour wall."
DECOYS = ["The cat sat upon a warm tin roof.", "Winter mornings are cold and very bright."]


@pytest.fixture
def fake_engine(monkeypatch):
    monkeypatch.setenv("QWENTTS_ENGINE", "fake")


@needs_espeak
@pytest.mark.parametrize("ending", ["wav", "flac", "ogg", "opus", "mp3"])
def test_a_text_becomes_a_sound_file_that_holds_its_words(ending, tmp_path, run):
    target = tmp_path / f"speech.{ending}"
    outcome = run("speak", TEXT, "--output", str(target), "--language", "en")
    assert outcome.exit_code == ExitCode.OK, outcome.err
    assert "espeak-ng" in outcome.out
    sound, rate = soundfile.read(target)
    assert holds(np.pad(sound, rate), rate, TEXT, DECOYS)
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_sentences_follow_one_another_with_their_pause(tmp_path, run, fake_engine):
    first, second = "The first sentence is here.", "A second one follows it."
    run("speak", f"{first} {second}", "--output", str(tmp_path / "x.wav"), "--language", "en")
    sound, rate = soundfile.read(tmp_path / "x.wav", dtype="float32")
    one, two = tone_of(first), tone_of(second)
    pause = len(sound) - len(one) - len(two)
    assert 0 < pause < rate
    assert np.allclose(sound[: len(one)], one, atol=1e-3)
    assert np.allclose(sound[len(one) + pause :], two, atol=1e-3)
    assert abs(sound[len(one) : len(one) + pause]).max() == 0


@pytest.mark.parametrize(
    "data",
    [TEXT.encode(), b"\xef\xbb\xbf" + TEXT.encode(), TEXT.encode("utf-16"), TEXT.encode() + b"\xff\xfe"],
)
def test_text_comes_from_a_file_or_from_standard_input(data, tmp_path, run, fake_engine):
    source = tmp_path / "text.txt"
    source.write_bytes(data)
    lengths = set()
    for number, line in enumerate((["--file", str(source)], ["-"])):
        target = tmp_path / f"{number}.wav"
        outcome = run("speak", *line, "--output", str(target), stdin=data)
        assert outcome.exit_code == ExitCode.OK, outcome.err
        lengths.add(soundfile.info(target).frames)
    assert len(lengths) == 1


def test_a_text_that_starts_with_a_dash_is_a_text(tmp_path, run, fake_engine):
    assert run("speak", "--output", str(tmp_path / "x.wav"), "--", "-v is a flag.").exit_code == ExitCode.OK


@pytest.mark.parametrize("text", ["", "   ", "...", "🎉🎉"])
def test_nothing_to_say_has_its_own_exit_code_and_leaves_no_file(text, tmp_path, run, fake_engine):
    outcome = run("speak", text, "--output", str(tmp_path / "x.wav"))
    assert outcome.exit_code == ExitCode.NOTHING_TO_SAY
    assert outcome.err.strip()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "line",
    [
        ["--file", "/nowhere/text.txt", "--output", "x.wav"],
        ["Hello.", "--output", "x.xyz"],
        ["Hello.", "--output", "/nowhere/x.wav"],
        ["Hello.", "--voice", "nobody", "--output", "x.wav"],
        ["Hello.", "--voice", "preset:vivian", "--language", "xx", "--output", "x.wav"],
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(line, tmp_path, monkeypatch, run, fake_engine):
    monkeypatch.chdir(tmp_path)
    outcome = run("speak", *line)
    assert outcome.exit_code == ExitCode.FAILED
    assert outcome.err.strip().endswith(".") or "preset" in outcome.err
    assert list(tmp_path.iterdir()) == []


@needs_espeak
def test_a_stand_in_for_the_voice_that_was_asked_for_is_said(tmp_path, run):
    outcome = run("speak", TEXT, "--voice", "preset:vivian", "--output", str(tmp_path / "x.wav"))
    assert outcome.exit_code == ExitCode.OK
    assert outcome.err.startswith("The system voice speaks, because no ")  # driver, or model


@needs_espeak
def test_a_voice_that_espeak_does_not_have_is_said(tmp_path, run):
    outcome = run("speak", TEXT, "--voice", "system:nobody", "--output", str(tmp_path / "x.wav"))
    assert outcome.exit_code == ExitCode.FAILED
    assert "nobody" in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_the_running_application_speaks_when_there_is_one(run, application):
    assert run("speak", TEXT, "--voice", "system:en-us", "--language", "en").exit_code == ExitCode.OK
    (command,) = application.commands
    assert command.name == "speak"
    assert command.arguments == {"text": TEXT, "voice": "system:en-us", "language": "en"}


def test_a_sound_file_is_made_here_although_an_application_runs(tmp_path, run, application, fake_engine):
    assert run("speak", TEXT, "--output", str(tmp_path / "x.wav")).exit_code == ExitCode.OK
    assert application.commands == []


def test_without_any_sound_output_it_says_so_and_ends(run, fake_engine, monkeypatch, tmp_path):
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/nobody")
    outcome = run("settings", "set", "audio.output_device", "A device that is not there")
    assert outcome.exit_code == ExitCode.OK
    code = f"import sys; from qwentts_desktop.__main__ import main; sys.exit(main(['speak', {TEXT!r}]))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == ExitCode.FAILED
    assert "A device that is not there" in done.stderr or "no sound output" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.desktop
@needs_espeak
def test_without_an_application_it_speaks_from_here_and_ctrl_c_stops_it():
    command = [sys.executable, "-m", "qwentts_desktop", "speak", "--language", "en"]
    with PrivateDesktop(frozenset({"bus", "sound"})) as desktop, desktop.record() as recording:
        done = subprocess.run(
            [*command, TEXT], env=desktop.environment, capture_output=True, timeout=30, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert holds(recording.samples(), recording.rate_hz, TEXT, DECOYS)
        spoken = recording.loud_seconds()
        process = subprocess.Popen(
            [*command, "This goes on and on and on. " * 200],
            env=desktop.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        wait_until(lambda: recording.loud_seconds() > spoken + 1.0, "the second text", limit_s=20)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=5)
        assert process.returncode == ExitCode.INTERRUPTED
        assert out + err == b""
        wait_until(lambda: recording.quiet_seconds_at_end() > 0.5, "silence", limit_s=3)
