from __future__ import annotations

import pytest

from qwentts_desktop.errors import NothingSelectedError
from qwentts_desktop.system.clipboard_content import decode_text, text_format


@pytest.mark.parametrize(
    ("formats", "chosen"),
    [
        (["TARGETS", "STRING", "UTF8_STRING"], "UTF8_STRING"),
        (["text/html", "text/plain;charset=utf-8", "text/plain"], "text/plain;charset=utf-8"),
        (["image/png", "STRING"], "STRING"),
        (["text/uri-list", "text/plain"], "text/plain"),
    ],
)
def test_the_text_with_the_best_known_encoding_is_asked_for(formats: list[str], chosen: str) -> None:
    assert text_format(formats) == chosen


@pytest.mark.parametrize(
    ("formats", "what"),
    [
        (["x-special/gnome-copied-files", "UTF8_STRING", "text/uri-list"], "files"),
        (["application/x-kde-cutselection", "text/plain"], "files"),
        (["text/uri-list"], "files"),
        (["TARGETS", "image/png"], "a picture"),
        (["text/html"], "something"),
        ([], "something"),
    ],
)
def test_what_is_no_text_is_named(formats: list[str], what: str) -> None:
    with pytest.raises(NothingSelectedError, match=f"holds {what}, no text"):
        text_format(formats)


def test_text_is_decoded_by_its_format_and_never_fails() -> None:
    assert decode_text("ä日".encode(), "UTF8_STRING") == "ä日"
    assert decode_text(b"\xe4", "STRING") == "ä"
    assert decode_text(b"a\0", "UTF8_STRING") == "a"
    assert decode_text(b"a\xff", "UTF8_STRING") == "a\ufffd"
