"""A page is read with skips and changes of speed, and the recording holds what should have been played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from qwentts_desktop.engines.fake import frequency_of, tone_of
from tests.rig.private_desktop import PrivateDesktop
from tests.rig.processes import wait_until
from tests.rig.recording import Recording
from tests.rig.running_app import PROGRAM, RunningApp

pytestmark = pytest.mark.desktop

PAGE = (
    "The harbour was quiet under the heavy moon.",
    "Gulls slept on every far roof of the town.",
    "A lamp went out beside the big mill.",
    "Nobody saw the small big boat come in.",
    "Its old oars made no sound at all that night.",
    "Two white men stepped ashore and looked around.",
    "One of them carried a red box of wood.",
    "They walked up to the big church together.",
    "Its big door stood wide open in the wind.",
    "Then the big bell rang twice, and all was still.",
)
KEYS = {"next_sentence": "F5", "previous_sentence": "F6", "faster": "F7"}
FASTER_PRESSES, FASTER_SPEED = 5, 1.5
WINDOW_S, HOP_S = 0.04, 0.01
SLACK_S = 0.09
"""Two windows of the analysis, and a step of the stretch."""
Samples = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Run:
    """A stretch of the recording that is one tone."""

    sentence: int
    start_s: float
    end_s: float

    @property
    def length_s(self) -> float:
        return self.end_s - self.start_s


@pytest.fixture
def fake_app(private_desktop: PrivateDesktop) -> Iterator[RunningApp]:
    """The application with an engine that makes a tone of its own for each sentence."""
    private_desktop.environment["QWENTTS_ENGINE"] = "fake"
    for action, key in KEYS.items():
        private_desktop.run(*PROGRAM, "settings", "set", f"hotkeys.{action}", f"Ctrl+Shift+{key}", limit_s=60)
    with RunningApp(private_desktop) as running:
        running.start()
        yield running


def press(app: RunningApp, action: str) -> None:
    app.desktop.press(f"ctrl+shift+{KEYS[action]}")


def wait_for_sentence(app: RunningApp, index: int, recording: Recording) -> None:
    """Until this sentence is the one being heard, and 0.3 s of it are recorded."""
    wait_until(lambda: app.status().get("sentence") == index, f"sentence {index}", 30)
    heard = recording.loud_seconds()
    wait_until(lambda: recording.loud_seconds() > heard + 0.3, "some of that sentence", 10)


def runs_in(samples: Samples, rate_hz: int) -> list[Run]:
    """Which sentences are heard when, in order; a run of one begins anew after silence or another tone."""
    size, hop = round(WINDOW_S * rate_hz), round(HOP_S * rate_hz)
    windows = np.lib.stride_tricks.sliding_window_view(samples, size)[::hop]
    spectra = np.abs(np.fft.rfft(windows * np.hanning(size), axis=1))
    bins = {round(frequency_of(text) * WINDOW_S): index for index, text in enumerate(PAGE)}
    assert len(bins) == len(PAGE), "two sentences share a tone; choose others"
    loudness = np.abs(windows).mean(axis=1)
    sentences = [
        bins.get(int(peak)) if loud > 0.1 else None
        for peak, loud in zip(spectra.argmax(axis=1), loudness, strict=True)
    ]
    starts = [0, *(place for place in range(1, len(sentences)) if sentences[place] != sentences[place - 1])]
    runs: list[Run] = []
    for start, end in pairwise([*starts, len(sentences)]):
        sentence = sentences[start]
        if sentence is not None and (end - start) * HOP_S > WINDOW_S:
            runs.append(Run(sentence, start * HOP_S, end * HOP_S + WINDOW_S / 2))
    return runs


def full_length_s(sentence: int) -> float:
    return len(tone_of(PAGE[sentence])) / 24_000


def test_what_is_recorded_is_what_should_have_been_played(fake_app: RunningApp) -> None:
    with fake_app.desktop.record() as recording:
        wait_until(lambda: len(recording.samples()) > 0, "the recording to begin")
        fake_app.send("speak", text=" ".join(PAGE), language="en")
        wait_for_sentence(fake_app, 1, recording)
        press(fake_app, "next_sentence")
        wait_for_sentence(fake_app, 3, recording)
        press(fake_app, "previous_sentence")
        wait_until(lambda: fake_app.status().get("sentence") == 2, "the sentence before")
        wait_for_sentence(fake_app, 4, recording)
        for _ in range(FASTER_PRESSES):
            press(fake_app, "faster")
        fake_app.wait_for_state("idle", 60)
        wait_until(lambda: recording.quiet_seconds_at_end() > 0.5, "the end")
        runs = runs_in(recording.samples(), recording.rate_hz)
    assert [run.sentence for run in runs] == [0, 1, 2, 3, 2, 3, 4, 5, 6, 7, 8, 9]
    skipped, whole_before, faster = (runs[1], runs[3]), (runs[0], runs[2], runs[4], runs[5]), runs[7:]
    for run in skipped:
        assert 0.3 - SLACK_S < run.length_s < full_length_s(run.sentence) - SLACK_S, "it was cut short"
    for run in whole_before:
        assert run.length_s == pytest.approx(full_length_s(run.sentence), abs=SLACK_S)
    assert full_length_s(4) / FASTER_SPEED - SLACK_S < runs[6].length_s < full_length_s(4) + SLACK_S
    for run in faster:
        assert run.length_s == pytest.approx(full_length_s(run.sentence) / FASTER_SPEED, abs=SLACK_S)
    for before, after in pairwise(faster):
        pause_s = after.start_s - before.end_s
        assert pause_s == pytest.approx(0.25 / FASTER_SPEED, abs=SLACK_S), "the pause between two sentences"


@pytest.mark.parametrize("appearance", ["light", "dark"])
@pytest.mark.parametrize("scale", ["1", "2"])
def test_the_reading_window_is_drawn_in_the_appearance_and_size_asked_for(
    private_desktop: PrivateDesktop, appearance: str, scale: str
) -> None:
    private_desktop.environment.update(QWENTTS_ENGINE="fake", QT_SCALE_FACTOR=scale)
    private_desktop.run(*PROGRAM, "settings", "set", "general.appearance", appearance, limit_s=60)
    with RunningApp(private_desktop) as app:
        app.start()
        app.send("speak", text=" ".join(PAGE * 5), language="en")
        wait_until(lambda: (app.status().get("sentence") or 0) >= 1, "the second sentence", 20)
        picture = brightness(private_desktop, private_desktop.folder / "reading.png")
    ground = float(np.median(picture))
    assert (ground > 0.8) if appearance == "light" else (ground < 0.3)
    letters = picture < 0.4 if appearance == "light" else picture > 0.6
    assert letters.mean() > 0.005, "there is text to be read"


def brightness(desktop: PrivateDesktop, file: Path) -> npt.NDArray[np.float64]:
    """The screen's middle as it looks now, [H, W] from 0, black, to 1, white."""
    from PySide6.QtGui import QImage

    desktop.screenshot(file)
    image = QImage(str(file)).convertToFormat(QImage.Format.Format_Grayscale8)
    grey = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    height, width = image.height(), image.width()
    return grey[height // 4 : 3 * height // 4, width // 4 : 3 * width // 4] / 255.0
