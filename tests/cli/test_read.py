from __future__ import annotations

import re

import numpy as np
import pytest
import soundfile

from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.engines.fake import frequency_of, tone_of
from tests.text.documents.files import docx, epub

FIRST, SECOND, THIRD = "The first sentence is here.", "A second one follows it.", "Then the story is over."


@pytest.fixture(autouse=True)
def fake_engine(monkeypatch):
    monkeypatch.setenv("QWENTTS_ENGINE", "fake")


@pytest.fixture
def book(tmp_path):
    return epub(
        tmp_path / "book.epub",
        {"1.xhtml": f"<p>{FIRST} {SECOND}</p>", "2.xhtml": f"<p>{THIRD}</p>"},
        nav='<li><a href="1.xhtml">Beginning</a></li><li><a href="2.xhtml">End</a></li>',
    )


def cue_times(path):
    def seconds(clock):
        hours, minutes, rest = clock.replace(",", ".").split(":")
        return 3_600 * int(hours) + 60 * int(minutes) + float(rest)

    return [(seconds(a), seconds(b)) for a, b in re.findall(r"(\S+) --> (\S+)", path.read_text())]


def tone_at(sound, rate, seconds):
    """The frequency around a moment, [Hz]."""
    start = int(seconds * rate)
    block = sound[start : start + 960]
    return int(np.abs(np.fft.rfft(block)).argmax()) * rate // len(block)


def test_a_book_becomes_a_sound_file_with_tags(tmp_path, run, book):
    target = tmp_path / "book.flac"
    outcome = run("read", str(book), "--output", str(target), "--language", "en")
    assert outcome.exit_code == ExitCode.OK, outcome.err
    with soundfile.SoundFile(target) as file:
        assert (file.title, file.artist) == ("The Book", "A. Writer")
        sound = file.read(dtype="float32")
    length = sum(len(tone_of(text)) for text in (FIRST, SECOND, THIRD))
    assert length < len(sound) < length + 3 * 24_000
    assert "3 sentences" in outcome.out


@pytest.mark.parametrize("speed", ["1", "1.6"])
def test_subtitles_name_what_is_heard_at_their_time(tmp_path, run, book, speed):
    target, subtitles = tmp_path / "book.wav", tmp_path / "book.srt"
    run("read", str(book), "--output", str(target), "--subtitles", str(subtitles), "--language", "en",
        "--speed", speed)  # fmt: skip
    sound, rate = soundfile.read(target, dtype="float32")
    spans = cue_times(subtitles)
    for text, (start, end) in zip((FIRST, SECOND, THIRD), spans, strict=True):
        assert text in subtitles.read_text()
        assert end - start == pytest.approx(len(tone_of(text)) / 24_000 / float(speed), abs=0.05)
        for moment in (start + 0.05, (start + end) / 2, end - 0.1):
            assert tone_at(sound, rate, moment) == pytest.approx(frequency_of(text), abs=25)


def test_subtitles_by_chapter_hold_their_titles(tmp_path, run, book):
    subtitles = tmp_path / "book.vtt"
    run("read", str(book), "--output", str(tmp_path / "b.wav"), "--subtitles", str(subtitles),
        "--subtitles-by", "chapters")  # fmt: skip
    lines = subtitles.read_text().splitlines()
    assert lines[0] == "WEBVTT"
    assert [line for line in lines if line in ("Beginning", "End")] == ["Beginning", "End"]


def test_chapters_are_listed_and_chosen(tmp_path, run, book):
    listed = run("read", str(book), "--list")
    assert [line.split()[-1] for line in listed.out.splitlines()] == ["Beginning", "End"]
    run("read", str(book), "--chapters", "2-", "--output", str(tmp_path / "x.wav"), "--language", "en")
    assert soundfile.info(tmp_path / "x.wav").frames == len(tone_of(THIRD))


def test_a_document_is_read_by_the_running_application(tmp_path, run, application):
    path = docx(tmp_path / "a.docx", "Heading: Title", FIRST)
    assert run("read", str(path), "--speed", "1.5").exit_code == ExitCode.OK
    (command,) = application.commands
    assert command.arguments == {"text": f"Title\n\n{FIRST}", "speed": 1.5}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["nowhere.pdf"], "cannot be read"),
        (["empty.txt"], "is empty"),
        (["book.epub", "--chapters", "9"], "chapters 1 to 2"),
        (["book.epub", "--chapters", "two"], "by number"),
        (["book.epub", "--speed", "9", "--output", "x.wav"], "between 0.5 and 2.5"),
        (["book.epub", "--subtitles", "x.srt"], "--output"),
        (["book.epub", "--subtitles", "x.txt", "--output", "x.wav"], ".srt or .vtt"),
        (["book.epub", "--output", "x.doc"], ".wav"),
        (["book.epub", "--output", "nowhere/x.wav"], "is not there"),
        (["book.epub", "--output", "x.wav", "--subtitles", "nowhere/x.srt"], "x.srt"),
    ],
)
def test_what_cannot_be_done_is_said_and_leaves_nothing(tmp_path, monkeypatch, run, book, line, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.txt").touch()
    outcome = run("read", *line)
    assert outcome.exit_code == ExitCode.FAILED
    assert says in outcome.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.epub", "empty.txt"]
