"""Other speeds at the same pitch."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwentts_desktop.audio.stretch import TimeStretch
from tests.audio.sounds import RATE_HZ, frequency_of, largest_jump, steepest, tone


class Marks:
    """Collects (output, source) marks."""

    def __init__(self):
        self.all = [(0, 0)]

    def __call__(self, out, source):
        self.all.append((out, source))


def stretched(samples, speed, piece=240):
    marks = Marks()
    stretch = TimeStretch(RATE_HZ, speed, marks)
    pieces = [stretch.push(samples[start : start + piece]) for start in range(0, len(samples), piece)]
    return np.concatenate([*pieces, stretch.flush()]), marks


def speechlike(seconds, seed=0):
    """A buzz of changing pitch with pauses and noise between: voiced, unvoiced and silent."""
    random = np.random.default_rng(seed)
    times = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    phase = 2 * np.pi * np.cumsum(110 + 30 * np.sin(2 * np.pi * 1.3 * times)) / RATE_HZ
    voiced = sum(np.sin(k * phase) / k for k in range(1, 12)) * (np.sin(2 * np.pi * 2 * times) > -0.2)
    noise = random.normal(0, 0.1, len(times)) * (np.sin(2 * np.pi * 3.1 * times) > 0.7)
    return (0.2 * (voiced + noise)).astype(np.float32)


@pytest.mark.parametrize("piece", [1, 7, 240, 1_920, 100_000])
def test_speed_one_hands_the_source_on_bit_by_bit(piece):
    samples = speechlike(0.3)
    out, marks = stretched(samples, 1.0, piece)
    assert np.array_equal(out, samples)
    assert marks.all[-1] == (len(samples), len(samples))


@pytest.mark.parametrize("speed", [0.5, 0.75, 1.25, 1.5, 2.0, 2.5])
@pytest.mark.parametrize("hertz", [100.0, 440.0])
def test_pitch_stays_and_length_changes(speed, hertz):
    samples = tone(3, hertz)
    out, marks = stretched(samples, speed)
    assert len(out) == pytest.approx(len(samples) / speed, abs=0.1 * RATE_HZ)
    assert marks.all[-1] == (len(out), len(samples)), "all of the source is accounted for"
    assert frequency_of(out[2_000:-2_000], RATE_HZ) == pytest.approx(hertz, rel=0.01)
    assert largest_jump(out) < 1.3 * steepest(hertz, RATE_HZ)


def test_the_cut_of_the_source_into_pieces_does_not_matter():
    samples = speechlike(2)
    whole, _ = stretched(samples, 1.6, len(samples))
    for piece in (33, 240, 1_920):
        assert np.array_equal(stretched(samples, 1.6, piece)[0], whole)


@pytest.mark.parametrize("speed", [0.5, 0.8, 1.3, 2.5])
def test_marks_follow_the_clock_within_the_search_range(speed):
    _, marks = stretched(speechlike(4), speed)
    drift = [source - out * speed for out, source in marks.all[:-1]]
    assert np.abs(drift).max() < 0.03 * RATE_HZ
    outs, sources = zip(*marks.all, strict=True)
    assert list(outs) == sorted(outs)
    assert list(sources) == sorted(sources), "positions never go back"


@settings(deadline=None, max_examples=40)
@given(
    st.lists(
        st.tuples(st.sampled_from([0.5, 0.9, 1.0, 1.1, 2.0, 2.5]), st.integers(1, 3_000)),
        min_size=1,
        max_size=12,
    )
)
def test_changing_speed_never_clicks_and_never_loses_the_end(changes):
    hertz = 180.0
    samples = tone(2, hertz)
    marks = Marks()
    stretch = TimeStretch(RATE_HZ, 1.0, marks)
    out, position = [], 0
    for speed, count in changes:
        stretch.speed = speed
        out.append(stretch.push(samples[position : position + count]))
        position = min(len(samples), position + count)
    out.append(stretch.flush())
    heard = np.concatenate(out)
    assert largest_jump(heard) < 1.3 * steepest(hertz, RATE_HZ)
    assert marks.all[-1] == (len(heard), position)
    last = min(3, len(heard))
    assert np.allclose(heard[-last:], samples[position - last : position], atol=0.02)


def test_digital_silence_stays_silent():
    out, _ = stretched(np.zeros(RATE_HZ, np.float32), 1.5)
    assert not out.any()


def test_speeds_out_of_range_are_brought_into_it():
    stretch = TimeStretch(RATE_HZ, 9.0, Marks())
    assert stretch.speed == 2.5
    stretch.speed = 0.01
    assert stretch.speed == 0.5


def test_memory_stays_bounded_however_long_it_runs():
    for speed in (0.5, 1.0, 2.5):
        stretch = TimeStretch(RATE_HZ, speed, Marks())
        for _ in range(200):
            stretch.push(np.zeros(2_400, np.float32))
        assert stretch.waiting < 0.2 * RATE_HZ
