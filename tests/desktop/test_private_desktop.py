"""The rig itself: a sound played on the private desktop is the sound recorded there."""

from __future__ import annotations

from pathlib import Path

import pytest
import soundfile

from tests.rig import spoken_text
from tests.rig.private_desktop import PrivateDesktop
from tests.rig.processes import wait_until

pytestmark = pytest.mark.desktop

SAID = "The harbour lights went out one after another."
DECOYS = ["My sister keeps bees behind the old school.", "Twelve engines failed the morning inspection."]


def test_what_is_played_is_recorded_and_recognised(private_desktop: PrivateDesktop, tmp_path: Path) -> None:
    samples, rate_hz = spoken_text.espeak(SAID, "en")
    soundfile.write(tmp_path / "said.wav", samples, rate_hz)
    with private_desktop.record() as recording:
        wait_until(lambda: len(recording.samples()) > 0, "the recording to begin")
        private_desktop.run("paplay", str(tmp_path / "said.wav"))
        wait_until(lambda: recording.quiet_seconds_at_end() > 0.3, "silence after the sentence")
        heard = recording.samples()
    assert spoken_text.holds(heard, recording.rate_hz, SAID, DECOYS)
    assert not spoken_text.holds(heard, recording.rate_hz, DECOYS[0], [SAID, DECOYS[1]])


def test_it_has_a_screen_with_a_tray(private_desktop: PrivateDesktop, tmp_path: Path) -> None:
    picture = private_desktop.screenshot(tmp_path / "screen.png")
    assert picture.stat().st_size > 0
    assert "tint2" in private_desktop.run("xwininfo", "-root", "-tree")
