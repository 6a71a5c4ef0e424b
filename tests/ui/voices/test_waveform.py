from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from qwentts_desktop.ui.voices.waveform import LARGE_STEP_S, SHORTEST_S, STEP_S, Waveform
from qwentts_desktop.voices.clip_trim import Span

SECONDS = 10.0
SOUND = np.sin(np.arange(240_000) / 20).astype(np.float32)


@pytest.fixture
def waveform(qt, appearance):
    waveform = Waveform()
    waveform.resize(516, 120)
    waveform.show_clip(SOUND, SECONDS)
    waveform.show_span(Span(2.0, 8.0))
    waveform.show()
    yield waveform
    waveform.close()


def at(waveform, second):
    return QPoint(round(waveform._x_of(second)), 60)


def drag(waveform, start_s, end_s):
    QTest.mousePress(waveform, Qt.MouseButton.LeftButton, pos=at(waveform, start_s))
    QTest.mouseMove(waveform, at(waveform, end_s))
    QTest.mouseRelease(waveform, Qt.MouseButton.LeftButton, pos=at(waveform, end_s))


def test_handles_are_dragged(waveform):
    told = []
    waveform.span_changed.connect(told.append)
    drag(waveform, 2.0, 4.0)
    assert waveform.span.start_s == pytest.approx(4.0, abs=0.05)
    assert waveform.span.end_s == 8.0
    drag(waveform, 8.0, 9.0)
    assert waveform.span.end_s == pytest.approx(9.0, abs=0.05)
    assert told


def test_a_handle_never_passes_the_other_or_the_ends(waveform):
    drag(waveform, 2.0, 9.5)
    assert waveform.span.seconds == pytest.approx(SHORTEST_S)
    drag(waveform, 8.0, 100.0)
    assert waveform.span.end_s == SECONDS


@pytest.mark.parametrize(
    ("keys", "start_by", "end_by"),
    [
        (Qt.KeyboardModifier.NoModifier, STEP_S, 0),
        (Qt.KeyboardModifier.ShiftModifier, 0, STEP_S),
        (Qt.KeyboardModifier.ControlModifier, LARGE_STEP_S, 0),
    ],
)
def test_handles_move_by_arrow_keys(waveform, keys, start_by, end_by):
    QTest.keyClick(waveform, Qt.Key.Key_Right, keys)
    assert waveform.span.start_s == pytest.approx(2.0 + start_by)
    assert waveform.span.end_s == pytest.approx(8.0 + end_by)


def test_a_click_plays_from_there_and_enter_from_the_start_handle(waveform):
    told = []
    waveform.play_wanted.connect(told.append)
    QTest.mouseClick(waveform, Qt.MouseButton.LeftButton, pos=at(waveform, 5.0))
    QTest.keyClick(waveform, Qt.Key.Key_Return)
    assert told == [pytest.approx(5.0, abs=0.05), pytest.approx(2.0)]


def test_a_fixed_one_is_only_looked_at(waveform):
    waveform.show_clip(SOUND, SECONDS, is_fixed=True)
    QTest.keyClick(waveform, Qt.Key.Key_Right)
    drag(waveform, 0.0, 4.0)
    assert waveform.span == Span(0.0, SECONDS)


def test_a_screen_reader_is_told_what_is_kept(waveform):
    assert waveform.accessibleDescription() == "10.0 seconds, kept from 2.0 to 8.0"


@pytest.mark.parametrize("samples", [0, 1, 3, 100])
def test_it_draws_clips_of_any_length(waveform, samples):
    waveform.show_clip(SOUND[:samples], samples / 24_000)
    waveform.grab()
