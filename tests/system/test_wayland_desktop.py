"""Reading on a real Wayland compositor, where sway is installed: its headless backend needs no screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwentts_desktop.errors import NothingSelectedError
from qwentts_desktop.system.selection import SelectionReader, SelectionReaders, open_readers
from qwentts_desktop.system.session import SessionKind, detect_session

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.skipif(
        shutil.which("sway") is None or sys.platform == "win32", reason="sway is not installed"
    ),
]
NOBODY = 65534


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch, until) -> Iterator[SelectionReaders]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o700)
        (folder / "config").write_text("xwayland disable\n")
        command = ["sway", "-c", str(folder / "config")]
        if os.geteuid() == 0:  # sway does not run as root
            os.chown(folder, NOBODY, NOBODY)
            command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
        for key, value in {
            "XDG_RUNTIME_DIR": name,
            "HOME": name,
            "WLR_BACKENDS": "headless",
            "WLR_LIBINPUT_NO_DEVICES": "1",
            "WLR_RENDERER": "pixman",
        }.items():
            monkeypatch.setenv(key, value)
        monkeypatch.delenv("DISPLAY", raising=False)
        sway = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            assert until(lambda: list(folder.glob("wayland-?")))
            monkeypatch.setenv("WAYLAND_DISPLAY", next(folder.glob("wayland-?")).name)
            yield open_readers(detect_session())
        finally:
            sway.kill()
            sway.wait()


def copy(content: bytes, *options: str) -> None:
    subprocess.run(["wl-copy", *options], input=content, stderr=subprocess.DEVNULL, check=True, timeout=10)


def text_of(reader: SelectionReader) -> str:
    """What is read, "" for nothing. wl-copy goes to the background before its text is there: ask again."""
    try:
        return reader.read(timeout_s=10)
    except NothingSelectedError:
        return ""


def test_selection_and_clipboard_of_a_real_compositor_are_read_apart(readers, until) -> None:
    assert detect_session().kind is SessionKind.WAYLAND
    assert until(lambda: text_of(readers.selection) == "")
    copy("Markiert: 日本 🎧".encode(), "--primary")
    copy(b"copied\n")
    assert until(lambda: text_of(readers.selection) == "Markiert: 日本 🎧")
    assert until(lambda: text_of(readers.clipboard) == "copied\n")
    copy(b"", "--primary", "--clear")
    assert until(lambda: text_of(readers.selection) == "")
    assert text_of(readers.clipboard) == "copied\n"


def test_a_large_text_comes_through_whole(readers, until) -> None:
    text = "Wörter und mehr. " * 300_000
    copy(text.encode())
    assert until(lambda: text_of(readers.clipboard) == text)


def test_a_picture_on_a_real_clipboard_is_named(readers, until) -> None:
    copy(b"\x89PNG", "--type", "image/png")

    def said() -> str:
        with pytest.raises(NothingSelectedError) as nothing:
            readers.clipboard.read(timeout_s=10)
        return nothing.value.message

    assert until(lambda: "a picture" in said())
