from __future__ import annotations

import pytest

from qwentts_desktop.ui.time_left import NATURAL_CHARACTERS_PER_S, TimeLeft


def test_before_anything_was_heard_it_assumes_an_unhurried_voice():
    assert TimeLeft().seconds(1_400, speed=1.0) == pytest.approx(1_400 / NATURAL_CHARACTERS_PER_S)


def test_it_learns_the_pace_of_the_voice_and_counts_the_speed():
    left = TimeLeft()
    for sentence in range(40):
        left.heard(sentence, start=sentence * 100, at_s=sentence * 5.0, speed=2.0)
    assert left.seconds(1_000, speed=1.0) == pytest.approx(100, rel=0.01)
    assert left.seconds(1_000, speed=2.0) == pytest.approx(50, rel=0.01)


def test_a_pause_teaches_nothing():
    left = TimeLeft()
    left.heard(0, 0, 0.0, 1.0)
    left.interrupted()
    left.heard(1, 100, 600.0, 1.0)
    assert left.seconds(1_400, 1.0) == pytest.approx(1_400 / NATURAL_CHARACTERS_PER_S)


def test_a_jump_teaches_nothing():
    left = TimeLeft()
    left.heard(0, 0, 0.0, 1.0)
    left.heard(9, 900, 1.0, 1.0)
    left.heard(2, 200, 2.0, 1.0)
    assert left.seconds(1_400, 1.0) == pytest.approx(1_400 / NATURAL_CHARACTERS_PER_S)
