from __future__ import annotations

import itertools
import re

import pytest

from qwentts_desktop.text.subtitles import LINE_CHARACTERS, Cue, SubtitleFormat, subtitles

LONG = (
    "When the ships came in at last, the whole town stood upon the quay and waved, and nobody who saw it "
    "ever forgot how the sails, one after another, were lowered in the evening light."
)


def seconds(clock):
    hours, minutes, rest = clock.replace(",", ".").split(":")
    return 3_600 * int(hours) + 60 * int(minutes) + float(rest)


def times(text):
    return [(seconds(a), seconds(b)) for a, b in re.findall(r"(\S+) --> (\S+)", text)]


def test_srt_numbers_its_cues_and_counts_hours():
    text = subtitles([Cue(0.0, 1.25, "Hello."), Cue(3_661.5, 3_662.0, "Later.")], SubtitleFormat.SRT)
    assert text == "1\n00:00:00,000 --> 00:00:01,250\nHello.\n\n2\n01:01:01,500 --> 01:01:02,000\nLater.\n"


def test_vtt_has_its_head_and_escapes_what_would_be_a_tag():
    text = subtitles([Cue(0.0, 1.0, "a < b & c --> d")], SubtitleFormat.VTT)
    assert text == "WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.000\na &lt; b &amp; c --&gt; d\n"


def test_srt_has_no_arrow_but_its_own():
    assert "a → b" in subtitles([Cue(0.0, 1.0, "a --> b")], SubtitleFormat.SRT)


def test_a_long_sentence_becomes_several_cues_of_two_short_lines_without_a_gap():
    text = subtitles([Cue(10.0, 22.0, LONG)], SubtitleFormat.SRT)
    spans = times(text)
    assert len(spans) == 3
    assert (spans[0][0], spans[-1][1]) == (10.0, 22.0)
    assert all(one[1] == two[0] and one[0] < one[1] for one, two in itertools.pairwise(spans))
    shown = [block.split("\n")[2:] for block in text.strip().split("\n\n")]
    assert all(len(lines) <= 2 and max(map(len, lines)) <= LINE_CHARACTERS for lines in shown)
    assert " ".join(line for lines in shown for line in lines) == LONG


def test_chinese_lines_are_half_as_long():
    sentence = "今天天气很好我们一起去公园散步然后在湖边吃午饭下午再去看电影晚上回家做饭" * 2
    text = subtitles([Cue(0.0, 9.0, sentence)], SubtitleFormat.SRT)
    lines = [line for line in text.split("\n") if re.match("[\u4e00-\u9fff]", line)]
    assert "".join(lines) == sentence
    assert max(map(len, lines)) <= LINE_CHARACTERS // 2


@pytest.mark.parametrize("cue", [Cue(1.0, 1.0, "No time."), Cue(0.0, 1.0, " \n ")])
def test_a_cue_without_time_or_text_is_left_out(cue):
    assert subtitles([cue], SubtitleFormat.SRT) == ""


def test_lines_of_the_text_never_end_a_cue():
    assert "one two" in subtitles([Cue(0.0, 1.0, "one\n\ntwo")], SubtitleFormat.SRT)
