from __future__ import annotations

import stat
import sys
from datetime import datetime, timezone

import pytest

from qwentts_desktop.service import history as module
from qwentts_desktop.service.history import History


@pytest.fixture
def file(tmp_path):
    return tmp_path / "data" / "history.jsonl"


def texts(history):
    return [entry.text for entry in history.entries()]


def test_the_newest_text_comes_first_and_outlives_the_process(file):
    history = History(file)
    history.add("First.\nWith a second line.", datetime(2026, 5, 1, 12, tzinfo=timezone.utc))
    history.add("Zweiter 😀 \ud83d")
    again = History(file)
    assert texts(again) == ["Zweiter 😀 \ud83d", "First.\nWith a second line."]
    assert again.entries()[1].read_at == "2026-05-01T12:00:00+00:00"


def test_nothing_is_written_by_looking(file):
    assert History(file).entries() == ()
    assert not file.parent.exists()


def test_a_text_read_again_moves_to_the_front(file):
    history = History(file)
    for text in ("one", "two", "one"):
        history.add(text)
    assert texts(history) == ["one", "two"]


def test_clear_takes_the_file_away(file):
    history = History(file)
    history.add("secret")
    history.clear()
    assert texts(history) == []
    assert list(file.parent.iterdir()) == []


def test_one_text_can_be_forgotten(file):
    history = History(file)
    history.add("one")
    history.add("two")
    history.remove(history.entries()[0])
    assert texts(History(file)) == ["one"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps it in the user's own profile")
def test_nobody_else_may_read_it(file):
    History(file).add("secret")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_old_texts_make_room(file, monkeypatch):
    monkeypatch.setattr(module, "MOST_TEXTS", 3)
    monkeypatch.setattr(module, "MOST_CHARACTERS", 10)
    history = History(file)
    for text in ("a", "b", "c", "d"):
        history.add(text)
    assert texts(history) == ["d", "c", "b"]
    history.add("12345678")
    assert texts(history) == ["12345678", "d", "c"]
    history.add("longer than all that may be kept")
    assert texts(history)[0] == "12345678"


def test_a_damaged_file_gives_what_is_whole(file):
    History(file).add("whole")
    with file.open("ab") as stream:
        stream.write(b'{"text": "torn\n\xff\xfe\n[]\n{"text": 1, "read_at": "x"}\nnull\n')
    history = History(file)
    assert texts(history) == ["whole"]
    history.add("next")
    assert texts(History(file)) == ["next", "whole"]


@pytest.mark.logs_warnings
def test_a_disk_that_refuses_stops_nobody(file):
    file.parent.parent.joinpath("data").write_text("a file where the folder should be")
    history = History(file)
    history.add("kept in memory at least")
    assert texts(history) == ["kept in memory at least"]


def test_the_text_is_in_no_representation(file):
    history = History(file)
    history.add("secret words")
    assert "secret" not in repr(history.entries())
