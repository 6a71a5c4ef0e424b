from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from qwentts_desktop.engines.system_voice_espeak import Espeak
from qwentts_desktop.errors import EngineError, EngineUnavailableError, VoiceError

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("espeak-ng") is None, reason="espeak-ng is not installed"
)


def spoken(text: str, *, voice: str = "", language: str = "en", program: Espeak | None = None) -> np.ndarray:
    espeak = program or Espeak()
    espeak.open()
    blocks = [pcm for _, pcm in espeak.speak(text, voice, language, threading.Event())]
    return np.frombuffer(b"".join(blocks), "<i2")


def by_hand(text: str, voice: str = "en") -> np.ndarray:
    wav = subprocess.run(
        ["espeak-ng", "--stdout", "-z", "-v", voice, "--", text], capture_output=True, check=True
    ).stdout
    return np.frombuffer(wav[44 : len(wav) & ~1], "<i2")


def script(folder: Path, body: str) -> Espeak:
    program = folder / "voice"
    program.write_text("#!/bin/sh\n" + body)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return Espeak(str(program))


def test_the_sound_is_the_program_s_own():
    assert np.array_equal(spoken("Nine lazy foxes."), by_hand("Nine lazy foxes."))


@pytest.mark.parametrize("language", ["zh", "en", "de", "it", "pt", "es", "ja", "ko", "fr", "ru"])
def test_every_language_has_a_voice(language):
    assert len(spoken("1 2 3", language=language)) > 5_000


def test_a_text_that_looks_like_an_option_is_spoken():
    assert np.array_equal(spoken("-v --help"), by_hand("-v --help"))


def test_a_text_cannot_switch_to_phonemes():
    assert np.array_equal(spoken("[[h@l'oU]]"), by_hand("[ [h@l'oU]]"))


@pytest.mark.parametrize("text", ["a\0b", "a \ud800 b", "…", "", "👩‍👧"])
def test_odd_texts_raise_nothing(text):
    spoken(text)


def test_the_text_never_is_an_argument(tmp_path):
    seen = tmp_path / "seen"
    program = script(tmp_path, f'cat > /dev/null\necho "$@" > "{seen}"\n')
    spoken("a private text", program=program)
    assert "private" not in seen.read_text()


def test_a_voice_that_is_not_there_is_named():
    with pytest.raises(VoiceError, match="nobody"):
        spoken("Hello.", voice="nobody")


def test_a_missing_program_comes_with_the_command_that_installs_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineUnavailableError, match="apt install espeak-ng"):
        Espeak().open()


def test_a_program_that_dies_is_an_error(tmp_path):
    with pytest.raises(EngineError, match="failed"):
        spoken("Hello.", program=script(tmp_path, "exit 3\n"))


def test_a_program_that_prints_something_else_is_an_error(tmp_path):
    with pytest.raises(EngineError, match="not sound"):
        spoken("Hello.", program=script(tmp_path, "cat > /dev/null\necho this is no sound at all\n"))


def test_a_text_larger_than_the_pipe_is_spoken_and_can_be_cancelled():
    cancel, espeak = threading.Event(), Espeak()
    espeak.open()
    stream = espeak.speak("A sentence of a long text. " * 20_000, "", "en", cancel)
    next(stream)
    cancel.set()
    assert list(stream) == []


def test_cancel_ends_a_program_that_hangs_and_leaves_no_process(tmp_path):
    pid_file = tmp_path / "pid"
    espeak, cancel = script(tmp_path, f'echo $$ > "{pid_file}"\nexec sleep 600\n'), threading.Event()
    espeak.open()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    assert list(espeak.speak("Hello.", "", "en", cancel)) == []
    timer.join()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)


def test_a_stream_that_is_dropped_leaves_no_process():
    espeak = Espeak()
    espeak.open()
    stream = espeak.speak("A long text. " * 20_000, "", "en", threading.Event())
    next(stream)
    stream.close()
    children = Path(f"/proc/{os.getpid()}/task/{threading.get_native_id()}/children")
    if children.exists():
        assert children.read_text() == ""
