"""The voice windows on a real library in a folder of the test, with sound and microphone faked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import soundfile

from qwentts_desktop.audio.fake_input import FakeInput
from qwentts_desktop.audio.recorder import Recorder
from qwentts_desktop.errors import VoiceError
from qwentts_desktop.service.sound_playback import MadeSound
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.system.installed_voices import InstalledVoice
from qwentts_desktop.ui.voices.ports import VoiceParts
from qwentts_desktop.ui.voices.voices_window import VoicesWindow
from qwentts_desktop.voices.clip import CLIP_RATE_HZ, clip_of_samples
from qwentts_desktop.voices.defaults import LanguageDefaults
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.presets import PRESET_SPEAKERS
from qwentts_desktop.voices.profile import Profile, VoiceKind
from qwentts_desktop.voices.speech_voice import voice_of


class FakePlayback:
    def __init__(self) -> None:
        self.position_s: float | None = 0.0


class FakeSound:
    """Remembers what was asked for; `made` is what a preview leaves."""

    def __init__(self) -> None:
        self.requests: list[SpeechRequest] = []
        self.played: list[np.ndarray] = []
        self.playbacks: list[FakePlayback] = []
        self.stops = 0
        self.made = MadeSound(speech(2.0), CLIP_RATE_HZ)

    def submit(self, request, *, origin_ns=None, is_interrupting=None):
        self.requests.append(request)
        return len(self.requests)

    def stop(self):
        self.stops += 1

    def play_sound(self, samples, sample_rate_hz):
        self.played.append(samples)
        self.playbacks.append(FakePlayback())
        return self.playbacks[-1]

    def made_sound(self, job_id):
        return self.made


def speech(seconds: float, rate_hz: int = CLIP_RATE_HZ) -> np.ndarray:
    """Something that swells and fades as syllables do, with a pitch that moves and two pauses."""
    at = np.arange(round(seconds * rate_hz)) / rate_hz
    pitch = 140 + 25 * np.sin(2 * np.pi * 0.7 * at)
    phase = 2 * np.pi * np.cumsum(pitch) / rate_hz
    sound = sum(np.sin(k * phase) / k for k in range(1, 12)) * (0.55 + 0.45 * np.sin(2 * np.pi * 4 * at))
    for middle in (0.35, 0.7):
        sound[np.abs(at - middle * seconds) < 0.2] = 0
    noise = np.random.default_rng(1).normal(0, 1e-4, len(at))
    return (0.2 * sound + noise).astype(np.float32)


@dataclass
class VoiceRig:
    """The window, what it works on, and what it asked for."""

    window: VoicesWindow
    library: VoiceLibrary
    defaults: LanguageDefaults
    sound: FakeSound
    microphone: FakeInput
    folder: Path

    def add_cloned(self, name: str = "Ann", seconds: float = 6.0) -> str:
        profile = Profile(name, VoiceKind.CLONED, "en", transcript="Some words that fit the length of it.")
        return self.library.add(profile, clip_of_samples(speech(seconds), CLIP_RATE_HZ)).profile.id

    def add(self, name: str, kind: VoiceKind, **fields: str) -> str:
        return self.library.add(Profile(name, kind, **fields)).profile.id

    def recording(self, seconds: float = 8.0, name: str = "Grandmother.wav") -> Path:
        file = self.folder / name
        soundfile.write(file, speech(seconds, 44_100), 44_100)
        return file


@pytest.fixture
def voices(screen, tmp_path, wait_until) -> Iterator[VoiceRig]:
    library, defaults = VoiceLibrary(tmp_path / "voices", trash=_trash), LanguageDefaults(tmp_path / "voices")
    sound, microphone = FakeSound(), FakeInput()

    def request_of(settings, text, voice, language):
        return SpeechRequest(text, voice_of(library.get(voice)), language or "en")

    parts = VoiceParts(
        library,
        defaults,
        sound,
        request_of,
        Recorder(microphone),
        lambda: PRESET_SPEAKERS,
        lambda: (
            InstalledVoice("en-gb", "English (Great Britain)", "en"),
            InstalledVoice("de", "German", "de"),
        ),
    )
    window = VoicesWindow(parts, screen.controller, screen.model, screen.status, screen.bridge, screen.icons)
    window.show()
    wait_until(lambda: not window.background.is_busy)
    yield VoiceRig(window, library, defaults, sound, microphone, tmp_path)
    window.close()
    if window.commands.dialog is not None:
        window.commands.dialog.reject()
    window.stop_work()
    window.deleteLater()


def _trash(folder: Path) -> None:
    if not folder.is_dir():
        raise VoiceError("It is gone.")
    folder.rename(folder.with_name(f".trash-{folder.name}"))
