from __future__ import annotations

import numpy as np
import pytest

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.clip import CLIP_RATE_HZ, PEAK_LIMIT, clip_of_samples, speech_level


def test_quiet_and_loud_speech_come_to_the_same_level(speech):
    samples, rate = speech
    levels = [
        speech_level(clip_of_samples(samples * gain, rate).leveled().samples) for gain in (0.01, 0.1, 1.0)
    ]
    assert 20 * np.log10(levels[0]) == pytest.approx(-20, abs=3)
    assert levels[0] == pytest.approx(levels[1], rel=0.01) == pytest.approx(levels[2], rel=0.01)


def test_nothing_is_leveled_beyond_full_scale(clip):
    peaky = clip.samples.copy()
    peaky[1_000] = 30 * np.abs(peaky).max()
    assert np.abs(clip_of_samples(peaky, CLIP_RATE_HZ).leveled().samples).max() <= PEAK_LIMIT + 1e-6


def test_silence_stays_silent():
    silent = clip_of_samples(np.zeros(24_000, np.float32), 24_000).leveled()
    assert not silent.samples.any()


def test_a_cut_has_soft_edges_inside_the_recording_and_keeps_its_ends(clip):
    part = clip.cut(1.0, 3.0)
    assert part.seconds == pytest.approx(2.0)
    assert part.samples[0] == 0.0
    assert part.samples[-1] == 0.0
    middle = slice(CLIP_RATE_HZ // 2, CLIP_RATE_HZ)
    assert np.array_equal(part.samples[middle], clip.samples[CLIP_RATE_HZ:][middle])
    assert np.array_equal(clip.cut(0.0, clip.seconds).samples, clip.samples)


@pytest.mark.parametrize(("start", "end"), [(3.0, 1.0), (99.0, 100.0), (2.0, 2.0)])
def test_a_cut_that_leaves_nothing_is_refused(clip, start, end):
    with pytest.raises(VoiceError, match="handles"):
        clip.cut(start, end)


def test_an_empty_recording_is_refused():
    with pytest.raises(VoiceError, match="empty"):
        clip_of_samples(np.zeros((0, 2), np.float32), 48_000)
