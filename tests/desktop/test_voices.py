"""From the microphone to a voice that is heard: recorded, kept, previewed and used in the real app."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from qwentts_desktop import APP_NAME, APP_TITLE
from qwentts_desktop.ui.voices.reading_texts import reading_text
from qwentts_desktop.ui.voices.recorder_panel import COUNT_FROM
from qwentts_desktop.voices.clip import CLIP_RATE_HZ
from qwentts_desktop.voices.clip_reading import read_clip
from qwentts_desktop.voices.clip_review import review
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.preview_texts import preview_text
from tests.rig import spoken_text
from tests.rig.processes import wait_until
from tests.rig.running_app import RunningApp

pytestmark = [pytest.mark.desktop, pytest.mark.slow]

READ_ALOUD = reading_text("en")
A_SENTENCE = READ_ALOUD.split(". ")[1] + "."
DECOY = "My sister keeps bees behind the old school, and nobody minds the noise."


def library_of(app: RunningApp) -> VoiceLibrary:
    return VoiceLibrary(app.desktop.home / ".local" / "share" / APP_NAME / "voices")


def settings_of(app: RunningApp) -> str:
    file = app.desktop.home / ".config" / APP_NAME / "settings.toml"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def window(app: RunningApp, title: str) -> str:
    """The id of the visible window with this in its title, once it is there."""
    look = ("xdotool", "search", "--onlyvisible", "--name", title)
    wait_until(lambda: bool(app.desktop.run(*look, check=False).strip()), f"the window {title}")
    return app.desktop.run(*look).split()[-1]


def focus(app: RunningApp, title: str) -> None:
    number = window(app, title)
    app.desktop.run("xdotool", "windowactivate", "--sync", number)


def speak_into_microphone(app: RunningApp, text: str) -> None:
    """Let espeak-ng say it into the virtual microphone, in real time."""
    samples, rate_hz = spoken_text.espeak(text, "en")
    pcm = (samples * 20_000).astype("<i2").tobytes()
    feed = ["pacat", "-p", "-d", "micfeed", "--raw", "--format=s16le", f"--rate={rate_hz}", "--channels=1"]
    subprocess.run(feed, input=pcm, env=app.desktop.environment, check=True, timeout=40)


def recorders(app: RunningApp) -> list[str]:
    """Programs that listen to a microphone now; the sound server's own do not count."""
    lines = app.desktop.run("pactl", "list", "short", "source-outputs").splitlines()
    return [line for line in lines if "protocol-native" in line]


def press_until(app: RunningApp, keys: str, is_true: Callable[[], bool], what: str) -> None:
    """Press the keys, again where nothing came of it: what they work on may not have been there yet."""
    for _ in range(4):
        app.desktop.press(keys)
        with suppress(AssertionError):
            wait_until(is_true, what, 4.0)
            return
    raise AssertionError(f"pressed {keys} in vain for: {what}")


def heard_after(app: RunningApp, keys: str, text: str) -> None:
    """Press the keys, and this text is heard from the loudspeaker."""
    with app.desktop.record() as recording:
        wait_until(lambda: len(recording.samples()) > 0, "the recording to begin")
        press_until(app, keys, lambda: recording.loud_seconds() > 0.2, "sound")
        wait_until(lambda: recording.quiet_seconds_at_end() > 1.0, "the end", 30)
        assert spoken_text.holds(recording.samples(), recording.rate_hz, text, [DECOY])


def test_a_voice_is_recorded_kept_heard_and_used(app: RunningApp) -> None:
    desktop, library = app.desktop, library_of(app)
    focus(app, APP_TITLE)
    desktop.press("ctrl+l")
    focus(app, "Voices -")
    desktop.press("ctrl+n")
    desktop.press("m")
    focus(app, "New voice from the microphone")
    wait_until(lambda: bool(recorders(app)), "the microphone to be listened to")

    desktop.press("alt+r")
    began = time.monotonic()
    wait_until(lambda: time.monotonic() > began + COUNT_FROM + 0.3, "the countdown to pass")
    speak_into_microphone(app, READ_ALOUD)
    desktop.press("alt+r")
    heard_after(app, "alt+p", A_SENTENCE)

    desktop.press("alt+n")
    desktop.run("xdotool", "type", "Grandmother")
    desktop.press("alt+g")
    desktop.press("alt+n")
    press_until(app, "Return", lambda: bool(library.entries()), "the voice in the library")
    (entry,) = library.entries()
    assert entry.profile.name == "Grandmother"
    assert entry.profile.transcript == READ_ALOUD
    assert entry.profile.consent
    assert entry.recording_path is not None
    clip = read_clip(entry.recording_path)
    assert spoken_text.holds(clip.samples, CLIP_RATE_HZ, A_SENTENCE, [DECOY])
    assert review(clip).blocking is None
    wait_until(lambda: not recorders(app), "the microphone to be free")

    focus(app, "Voices -")
    heard_after(app, "alt+p", preview_text("en"))  # the system's voice stands in: there is no model here
    desktop.press("alt+u")
    wait_until(lambda: entry.profile.id in settings_of(app), "the voice in the settings")
    assert READ_ALOUD not in app.logs()
