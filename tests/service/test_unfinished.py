from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from qwentts_desktop.service.unfinished import (
    FILE_NAME,
    Unfinished,
    UnfinishedText,
    leave_unfinished,
    take_unfinished,
)
from qwentts_desktop.speech.request import SamplingOptions, SpeechRequest
from qwentts_desktop.speech.voice import ClonedVoice, PresetVoice, SystemVoice

LEFT = Unfinished(
    (
        UnfinishedText(
            SpeechRequest(
                "Every “sign”, \ud800 and 语言.",
                ClonedVoice(Path("/voices/a b.wav"), "What it says."),
                sampling=SamplingOptions(seed=2**62 + 1),
                voices_by_language=(("de", PresetVoice("vivian")), ("en", SystemVoice())),
            ),
            sentence=17,
        ),
        UnfinishedText(SpeechRequest("next")),
    ),
    is_paused=True,
    left_at=123.5,
)


def test_the_next_process_takes_all_of_it_once(tmp_path) -> None:
    leave_unfinished(tmp_path / "run", LEFT)
    assert take_unfinished(tmp_path / "run") == LEFT
    assert take_unfinished(tmp_path / "run") is None
    assert not list((tmp_path / "run").iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="the folder is private there")
def test_nobody_else_can_read_it_not_even_where_a_readable_file_was(tmp_path) -> None:
    (tmp_path / FILE_NAME).write_text("old")
    (tmp_path / FILE_NAME).chmod(0o644)
    leave_unfinished(tmp_path, LEFT)
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"kind": "Path", "path": "x"}',
        '{"kind": "SpeechRequest", "fields": {"no": 1}}',
        "ü",
    ],
)
def test_a_damaged_file_is_nothing_and_gone(tmp_path, content: str) -> None:
    (tmp_path / FILE_NAME).write_text(content, encoding="utf-8")
    assert take_unfinished(tmp_path) is None
    assert not (tmp_path / FILE_NAME).exists()
