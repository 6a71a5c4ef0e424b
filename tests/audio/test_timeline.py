"""From device frames back to sentences."""

from __future__ import annotations

from qwentts_desktop.audio.timeline import Timeline


def test_one_to_one_without_marks_of_another_slope():
    timeline = Timeline(2, 100)
    timeline.mark_frame(1_000, 1_000)
    assert timeline.locate(0) == (2, 100)
    assert timeline.locate(500) == (2, 600)
    assert timeline.locate(1_000) == (2, 1_100)


def test_places_that_are_not_shaped_yet_stand_at_the_last_mark():
    timeline = Timeline(0, 0)
    timeline.mark_frame(100, 100)
    assert timeline.locate(5_000) == (0, 100)


def test_the_next_sentence_begins_after_a_pause_that_stands_still():
    timeline = Timeline(0, 0)
    timeline.mark_source(100, 0, 100, is_moving=False)
    timeline.mark_source(150, 1, 0)
    timeline.mark_frame(200, 200)
    assert [timeline.locate(frame) for frame in (99, 100, 149, 150, 160)] == [
        (0, 99),
        (0, 100),
        (0, 100),
        (1, 0),
        (1, 10),
    ]


def test_speed_and_rate_are_slopes():
    timeline = Timeline(0, 0)
    timeline.mark_frame(100, 200)
    timeline.mark_frame(300, 300)
    assert timeline.locate(50) == (0, 100)
    assert timeline.locate(200) == (0, 250)


def test_forgetting_keeps_what_is_still_to_come():
    timeline = Timeline(0, 0)
    for frame in range(10, 1_010, 10):
        timeline.mark_frame(frame, frame)
        if frame % 100 == 0:
            timeline.mark_source(frame, frame // 100, 0)
    expected = [timeline.locate(frame) for frame in range(455, 1_010)]
    timeline.forget_before(455)
    assert [timeline.locate(frame) for frame in range(455, 1_010)] == expected
