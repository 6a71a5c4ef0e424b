"""Limits follow the text's length, and silence is noticed across chunks."""

from __future__ import annotations

import numpy as np
import pytest

from qwentts_desktop.engines.qwen.decoding.guards import SilenceGuard, expected_seconds, limit_for
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.speech.chunk import FinishReason, Samples


def silence(seconds: float) -> Samples:
    return np.full(int(seconds * 24_000), 0.001, np.float32)


def noise(seconds: float) -> Samples:
    return np.random.default_rng(0).uniform(-0.3, 0.3, int(seconds * 24_000)).astype(np.float32)


def test_letters_and_characters_take_their_time() -> None:
    assert expected_seconds("Hello") == pytest.approx(0.35)
    assert expected_seconds("東京です한") == pytest.approx(1.25)
    assert expected_seconds("Привет") == pytest.approx(0.42)


def test_the_limit_is_three_times_the_expected_length_and_three_seconds() -> None:
    limit = limit_for("x" * 100, 0, room=2000)
    assert limit.expected == 88  # 7 s
    assert 3 * 87.5 + 37 <= limit.frames <= 3 * 88 + 38
    assert limit.reason is FinishReason.LENGTH_GUARD


def test_slow_speech_is_not_cut() -> None:
    tokens = 5  # "unbelievable story", at 6 frames a token and more
    assert limit_for("unbelievable story", 0, room=2000).frames > tokens * 12


def test_a_limit_of_ones_own_is_kept_and_named() -> None:
    limit = limit_for("x" * 1000, 20, room=100)
    assert (limit.frames, limit.reason) == (20, FinishReason.MAX_FRAMES)


def test_the_room_bounds_the_limit_and_a_text_that_cannot_fit_is_refused() -> None:
    assert limit_for("x" * 100, 0, room=120).frames == 120
    with pytest.raises(InvalidRequestError, match="too long"):
        limit_for("x" * 100, 0, room=80)
    with pytest.raises(InvalidRequestError, match="too long"):
        limit_for("x", 5, room=0)


def test_two_seconds_of_silence_end_it_and_one_second_does_not() -> None:
    guard = SilenceGuard()
    guard.listen(noise(1))
    for _ in range(12):
        guard.listen(silence(0.08))
    assert not guard.is_over
    for _ in range(14):
        guard.listen(silence(0.08))
    assert guard.is_over


def test_sound_begins_the_count_anew() -> None:
    guard = SilenceGuard()
    guard.listen(np.concatenate((silence(1.9), noise(0.1), silence(1.5))))
    assert not guard.is_over
    guard.listen(silence(0.6))
    assert guard.is_over


def test_it_knows_whether_anything_was_heard() -> None:
    guard = SilenceGuard()
    guard.listen(silence(1))
    assert not guard.heard_anything
    guard.listen(noise(0.08))
    assert guard.heard_anything
