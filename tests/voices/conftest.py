"""Speech to make voices of, and libraries to keep them in."""

from __future__ import annotations

import functools
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from qwentts_desktop.voices.clip import Clip, clip_of_samples
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import Profile, VoiceKind

TEXT = "The quick brown fox jumps over the lazy dog. She sells sea shells by the sea shore, every day."


@functools.cache
def spoken(text: str = TEXT, voice: str = "en") -> tuple[np.ndarray, int]:
    """What espeak-ng says: ([N] float32, rate)."""
    import io

    done = subprocess.run(["espeak-ng", "--stdout", "-v", voice, text], capture_output=True, check=True)
    samples, rate = soundfile.read(io.BytesIO(done.stdout), dtype="float32")
    return samples, rate


@pytest.fixture
def speech() -> tuple[np.ndarray, int]:
    """Six seconds of English: ([N] float32, rate)."""
    samples, rate = spoken()
    return samples.copy(), rate


@pytest.fixture
def clip(speech) -> Clip:
    """The same as a clip."""
    return clip_of_samples(*speech)


@pytest.fixture
def speech_file(tmp_path: Path, speech) -> Path:
    """The same as a WAV file."""
    path = tmp_path / "speech.wav"
    soundfile.write(path, *speech)
    return path


class Trash:
    """Stands in for the system's trash: a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, voice: Path) -> None:
        self.folder.mkdir(exist_ok=True)
        shutil.move(str(voice), str(self.folder / voice.name))


@pytest.fixture
def trash(tmp_path: Path) -> Trash:
    return Trash(tmp_path / "trash")


@pytest.fixture
def library(tmp_path: Path, trash: Trash) -> VoiceLibrary:
    """An empty library."""
    return VoiceLibrary(tmp_path / "voices", trash)


@pytest.fixture
def cloned(library: VoiceLibrary, clip: Clip) -> Callable[..., object]:
    """Adds a cloned voice: cloned(name, **facts)."""

    def add(name: str = "Anna", **facts: str):
        facts = {"transcript": TEXT, "language": "en", **facts}
        return library.add(Profile(name=name, kind=VoiceKind.CLONED, **facts), clip)

    return add
