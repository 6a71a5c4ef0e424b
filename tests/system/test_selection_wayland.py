from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qwentts_desktop.errors import NothingSelectedError, SelectionError
from qwentts_desktop.system.selection_wayland import WaylandClipboard, WaylandSelection

Program = Callable[[str], str]


@pytest.fixture
def wl_paste(tmp_path: Path) -> Program:
    """Makes a program that answers as wl-paste does; the script sees its arguments in $*."""

    def make(script: str) -> str:
        path = tmp_path / "wl-paste"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return str(path)

    return make


def test_the_primary_selection_is_read_without_a_newline_added(wl_paste: Program) -> None:
    program = wl_paste('[ "$*" = "--no-newline --primary --type text" ] && printf "Grüße 🎧"')
    assert WaylandSelection(program).read() == "Grüße 🎧"


@pytest.mark.parametrize("words", ["No selection", "Nothing is copied", "No suitable type of content copied"])
def test_an_empty_selection_is_nothing_selected(wl_paste: Program, words: str) -> None:
    with pytest.raises(NothingSelectedError):
        WaylandSelection(wl_paste(f'echo "{words}" >&2; exit 1')).read()


@pytest.mark.parametrize(
    "words",
    [
        "The compositor does not seem to support primary selection",
        "Failed to connect to a Wayland server",
    ],
)
def test_a_desktop_that_forbids_it_is_named_with_the_way_out(wl_paste: Program, words: str) -> None:
    with pytest.raises(SelectionError, match="qwentts-desktop speak") as refused:
        WaylandSelection(wl_paste(f'echo "{words}" >&2; exit 1')).read()
    assert not isinstance(refused.value, NothingSelectedError)


def test_a_missing_program_is_named_with_its_package(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match="wl-clipboard"):
        WaylandSelection(str(tmp_path / "none")).read()


def test_a_program_that_hangs_costs_no_more_than_the_limit(wl_paste: Program) -> None:
    started = time.monotonic()
    with pytest.raises(SelectionError, match="does not answer"):
        WaylandSelection(wl_paste("exec sleep 30")).read(timeout_s=0.2)
    assert time.monotonic() - started < 5


def clip(wl_paste: Program, types: str, content: str = "words") -> WaylandClipboard:
    return WaylandClipboard(
        wl_paste(f'case "$*" in *--list-types*) printf "{types}";; *) printf "{content}";; esac')
    )


def test_text_on_the_clipboard_is_read(wl_paste: Program) -> None:
    assert clip(wl_paste, "text/html\\ntext/plain;charset=utf-8\\n").read() == "words"


@pytest.mark.parametrize(
    ("types", "what"),
    [
        ("image/png\\nimage/bmp\\n", "a picture"),
        ("text/uri-list\\n", "files"),
        ("x-special/gnome-copied-files\\ntext/plain\\n", "files"),
        ("application/x-thing\\n", "something"),
    ],
)
def test_other_content_is_named(wl_paste: Program, types: str, what: str) -> None:
    with pytest.raises(NothingSelectedError, match=what):
        clip(wl_paste, types).read()


def test_an_empty_clipboard_says_so(wl_paste: Program) -> None:
    with pytest.raises(NothingSelectedError, match="empty"):
        WaylandClipboard(wl_paste('echo "No selection" >&2; exit 1')).read()


def test_a_password_is_not_read(wl_paste: Program) -> None:
    with pytest.raises(SelectionError, match="password"):
        clip(wl_paste, "text/plain\\nx-kde-passwordManagerHint\\n", "secret").read()
