"""The main job, end to end on real input: text is selected, a key is pressed, and those words are heard."""

from __future__ import annotations

import pytest

from tests.rig import spoken_text
from tests.rig.processes import wait_until
from tests.rig.recording import Recording
from tests.rig.running_app import RunningApp

pytestmark = pytest.mark.desktop

SAID = "The harbour lights went out one after another."
DECOYS = ["My sister keeps bees behind the old school.", "Twelve engines failed the morning inspection."]
LONG = "The harbour lights went out one after another, and nobody on the quay could say why it was so dark."
SPEAK, PAUSE, STOP = "ctrl+shift+F9", "ctrl+shift+F10", "ctrl+shift+F11"


def recorded(app: RunningApp) -> Recording:
    recording = app.desktop.record()
    wait_until(lambda: len(recording.samples()) > 0, "the recording to begin")
    return recording


def wait_for_the_end(recording: Recording, quiet_s: float = 0.6) -> None:
    wait_until(lambda: recording.loud_seconds() > 0.2, "sound")
    wait_until(lambda: recording.quiet_seconds_at_end() > quiet_s, "silence after the speech", 30)


def test_text_selected_in_a_terminal_is_heard(app: RunningApp) -> None:
    app.desktop.processes.start("xterm", "-e", "sh", "-c", f"printf '{SAID}'; sleep 60")
    terminal = ("xdotool", "search", "--onlyvisible", "--class", "xterm")
    wait_until(lambda: app.desktop.run(*terminal, check=False).strip(), "the terminal")

    def three_clicks_select_the_line() -> bool:
        place = ("mousemove", "--window", "%1", "60", "8")
        app.desktop.run(*terminal, *place, "click", "--repeat", "3", "--delay", "40", "1")
        return app.selected().strip() == SAID

    wait_until(three_clicks_select_the_line, "the line to be selected")
    with recorded(app) as recording:
        app.desktop.press(SPEAK)
        wait_for_the_end(recording)
        assert spoken_text.holds(recording.samples(), recording.rate_hz, SAID, DECOYS)
    assert SAID not in app.logs(), "what users read must not be logged"
    assert "harbour" not in app.logs()


def test_stop_is_silence_at_once(app: RunningApp) -> None:
    app.select(LONG)
    with recorded(app) as recording:
        app.desktop.press(SPEAK)
        wait_until(lambda: recording.loud_seconds() > 0.5, "sound")
        app.desktop.press(STOP)
        app.wait_for_state("idle")
        wait_for_the_end(recording)
        assert recording.loud_seconds() < 2.5, "the whole text takes five seconds"


def test_pause_is_silence_and_the_next_press_goes_on(app: RunningApp) -> None:
    app.select(LONG)
    with recorded(app) as recording:
        app.desktop.press(SPEAK)
        wait_until(lambda: recording.loud_seconds() > 0.5, "sound")
        app.desktop.press(PAUSE)
        app.wait_for_state("paused")
        wait_until(lambda: recording.quiet_seconds_at_end() > 0.5, "silence while paused")
        app.desktop.press(PAUSE)
        app.wait_for_state("speaking")
        wait_for_the_end(recording)
        halves = recording.samples()
    whole, rate_hz = spoken_text.espeak(LONG, "en")
    spoken_s = len(whole) / rate_hz
    heard_s = len(halves) / recording.rate_hz
    assert heard_s > spoken_s, "nothing was skipped"


def test_a_new_press_interrupts_the_text_before(app: RunningApp) -> None:
    app.select(LONG)
    with recorded(app) as recording:
        app.desktop.press(SPEAK)
        wait_until(lambda: recording.loud_seconds() > 0.3, "sound")
        app.select(DECOYS[0])
        app.desktop.press(SPEAK)
        wait_for_the_end(recording)
        assert spoken_text.holds(recording.samples(), recording.rate_hz, DECOYS[0], [DECOYS[1]])
        assert recording.loud_seconds() < 5.5


def test_nothing_selected_speaks_nothing_old(app: RunningApp) -> None:
    app.select(SAID)
    with recorded(app) as recording:
        app.desktop.press(SPEAK)
        wait_for_the_end(recording)
        spoken = recording.loud_seconds()
        app.selection_owner.kill()
        wait_until(lambda: app.selected() == "", "an empty selection")
        app.desktop.press(SPEAK)
        wait_until(lambda: recording.quiet_seconds_at_end() > 1.5, "silence")
        assert recording.loud_seconds() == spoken


def test_fifty_presses_and_then_one_plain_speak(app: RunningApp) -> None:
    app.select(LONG)
    for number in range(50):
        app.desktop.press((SPEAK, PAUSE, STOP, SPEAK, PAUSE)[number * 7 % 5])
    app.select(SAID)
    app.desktop.press(STOP)
    app.wait_for_state("idle")
    with recorded(app) as recording:
        app.desktop.press(SPEAK)
        wait_for_the_end(recording)
        assert spoken_text.holds(recording.samples(), recording.rate_hz, SAID, DECOYS)
