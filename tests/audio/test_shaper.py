"""Speed and rate together."""

from __future__ import annotations

import numpy as np
import pytest

from qwentts_desktop.audio.shaper import Shaper
from tests.audio.sounds import frequency_of, tone


def shaped(samples, source_rate_hz, device_rate_hz, speed):
    marks = []
    shaper = Shaper(source_rate_hz, device_rate_hz, speed, lambda frame, fed: marks.append((frame, fed)))
    pieces = [shaper.push(samples[at : at + 240]) for at in range(0, len(samples), 240)]
    return np.concatenate([*pieces, shaper.flush()]), marks


def test_equal_rates_at_speed_one_change_nothing():
    samples = tone(0.5)
    out, _ = shaped(samples, 24_000, 24_000, 1.0)
    assert np.array_equal(out, samples)


@pytest.mark.parametrize("source_rate_hz", [16_000, 22_050, 24_000])
@pytest.mark.parametrize("device_rate_hz", [24_000, 44_100, 48_000])
@pytest.mark.parametrize("speed", [1.0, 1.5])
def test_pitch_length_and_marks_fit(source_rate_hz, device_rate_hz, speed):
    samples = tone(2, 400, rate_hz=source_rate_hz)
    out, marks = shaped(samples, source_rate_hz, device_rate_hz, speed)
    assert frequency_of(out, device_rate_hz) == pytest.approx(400, rel=0.01)
    assert len(out) / device_rate_hz == pytest.approx(2 / speed, abs=0.05)
    assert marks[-1] == (pytest.approx(len(out), abs=1), len(samples))


def test_resampling_in_pieces_equals_resampling_at_once():
    samples = tone(1, 400)
    in_pieces, _ = shaped(samples, 24_000, 44_100, 1.0)
    shaper = Shaper(24_000, 44_100, 1.0, lambda _frame, _fed: None)
    at_once = np.concatenate((shaper.push(samples), shaper.flush()))
    assert np.allclose(in_pieces, at_once, atol=1e-6)
