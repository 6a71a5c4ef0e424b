"""Why nothing is heard."""

from __future__ import annotations

import pytest

from qwentts_desktop.text.hint import hint


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no text"),
        (" \n ", "white space"),
        ("🎉 🎉", "emoji"),
        ("...", "no letters"),
        ("\ud800\x00", "no letters"),
        ("```\ncode = 1\n```", "left out by the reading settings"),
    ],
)
def test_silence_is_explained(text: str, reason: str) -> None:
    assert reason in hint(text)


def test_a_text_that_can_be_read_needs_no_hint() -> None:
    assert hint("Hello there.") == ""


def test_an_unsupported_script_is_said_so() -> None:
    assert "Arabic" in hint("مرحبا بالعالم")
