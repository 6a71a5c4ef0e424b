from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel

from qwentts_desktop.audio.fake_input import FakeInput
from qwentts_desktop.audio.recorder import InputLevel, Recorder
from qwentts_desktop.ui.voices.background import Background
from qwentts_desktop.ui.voices.level_meter import LevelMeter, level_words
from qwentts_desktop.ui.voices.recorder_panel import RecorderPanel

LOUD = np.full(4_800, 0.3, np.float32)


@pytest.fixture
def microphone():
    return FakeInput()


@pytest.fixture
def panel(screen, microphone, wait_until):
    background = Background("test")
    panel = RecorderPanel(Recorder(microphone), background, screen.icons)
    panel._counting.setInterval(1)
    panel.takes = []
    panel.recorded.connect(panel.takes.append)
    panel.show()
    panel.open()
    wait_until(lambda: not background.is_busy)
    yield panel
    panel.close_microphone()
    wait_until(lambda: not background.is_busy)
    background.close()
    panel.close()


def state(panel):
    return panel.findChild(QLabel, "recording_state").text()


def test_the_meter_moves_before_anything_is_recorded(panel, microphone, wait_until):
    microphone.hear(LOUD)
    wait_until(lambda: panel.meter.share > 0.5)
    assert panel.meter.accessibleDescription() == "Good."


def test_a_countdown_then_a_take_then_another(panel, microphone, wait_until):
    for seconds in (1, 2):
        panel.record_button.click()
        assert state(panel).startswith("Recording begins in 3")
        wait_until(lambda: panel._recorder.is_keeping)
        microphone.hear(np.tile(LOUD, 10 * seconds))
        panel.record_button.click()
        assert panel.takes[-1].seconds == pytest.approx(seconds)
    assert panel.record_button.text() == "&Record"


def test_a_click_during_the_countdown_calls_it_off(panel):
    panel._counting.setInterval(60_000)
    panel.record_button.click()
    panel.record_button.click()
    assert panel.takes == []
    assert panel.record_button.text() == "&Record"


def test_a_microphone_that_is_pulled_out_leaves_what_was_recorded(panel, microphone, wait_until):
    panel.record_button.click()
    wait_until(lambda: panel._recorder.is_keeping)
    microphone.hear(np.tile(LOUD, 10))
    microphone.unplug()
    wait_until(lambda: panel.takes)
    wait_until(lambda: "gone" in state(panel))


def test_without_a_microphone_it_says_so(screen, wait_until):
    microphone = FakeInput()
    microphone.unplug()
    background = Background("test")
    panel = RecorderPanel(Recorder(microphone), background, screen.icons)
    panel.open()
    wait_until(lambda: not background.is_busy)
    assert "no microphone" in state(panel)
    assert not panel.record_button.isEnabled()
    background.close()


def test_another_microphone_can_be_chosen(panel, microphone, wait_until):
    assert [panel.device_box.itemText(at) for at in range(2)] == ["System default", "Microphone (Fake)"]
    panel.device_box.setCurrentIndex(1)
    panel.device_box.activated.emit(1)
    wait_until(lambda: len(microphone.streams) == 2 and microphone.streams[0].is_closed)


@pytest.mark.parametrize(
    ("peak", "has_clipped", "words"),
    [(0.0, False, "Nothing"), (0.01, False, "Quiet"), (0.3, False, "Good"), (1.0, True, "Too loud")],
)
def test_the_level_is_advice(qt, peak, has_clipped, words):
    assert level_words(InputLevel(peak, has_clipped)).startswith(words)
    meter = LevelMeter()
    meter.show_level(InputLevel(peak, has_clipped))
    meter.grab()
