"""A text that was read is kept as a sound file, by keys alone, in the real window."""

from __future__ import annotations

import numpy as np
import pytest
import soundfile

from qwentts_desktop.engines.fake import tone_of
from tests.rig.private_desktop import PrivateDesktop
from tests.rig.processes import wait_until
from tests.rig.running_app import RunningApp

pytestmark = pytest.mark.desktop

TEXT = "The harbour lights went out one after another."


def test_what_was_read_is_kept_by_keys_alone(private_desktop: PrivateDesktop) -> None:
    private_desktop.environment["QWENTTS_ENGINE"] = "fake"
    with RunningApp(private_desktop) as app:
        app.start()
        app.send("speak", text=TEXT, language="en")
        app.wait_for_state("idle", 20)
        app.send("raise")
        press_in(private_desktop, "^QwenTTS Desktop$", "ctrl+s")
        press_in(private_desktop, "^Keep as a sound file", "alt+s")
        target = private_desktop.home / "Speech.mp3"
        wait_until(target.exists, "the sound file", 20)
    sound, rate = soundfile.read(target, dtype="float32")
    expected = tone_of(TEXT)
    assert len(sound) / rate == pytest.approx(len(expected) / 24_000, abs=0.15)
    spectrum, right = (np.abs(np.fft.rfft(samples[:24_000])).argmax() for samples in (sound, expected))
    assert spectrum == pytest.approx(right, abs=2)
    assert "harbour" not in app.logs()


def press_in(desktop: PrivateDesktop, title: str, keys: str) -> None:
    """Press keys in the window of this title, once it is there and has the keyboard."""
    search = ("xdotool", "search", "--onlyvisible", "--name", title)
    wait_until(lambda: desktop.run(*search, check=False).strip() != "", f"the window {title}")

    def is_active() -> bool:
        desktop.run(*search, "windowactivate", "%1", check=False)
        return desktop.run("xdotool", "getactivewindow", check=False) in desktop.run(*search, check=False)

    wait_until(is_active, f"the keyboard in {title}")
    desktop.press(keys)
