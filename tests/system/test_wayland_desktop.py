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
from qwentts_desktop.system.selection import SelectionReaders, open_readers
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


def test_selection_and_clipboard_of_a_real_compositor_are_read_apart(readers) -> None:
    assert detect_session().kind is SessionKind.WAYLAND
    with pytest.raises(NothingSelectedError):
        readers.selection.read(timeout_s=5)
    copy("Markiert: 日本 🎧".encode(), "--primary")
    copy(b"copied\n")
    assert readers.selection.read(timeout_s=5) == "Markiert: 日本 🎧"
    assert readers.clipboard.read(timeout_s=5) == "copied\n"
    copy(b"", "--primary", "--clear")
    with pytest.raises(NothingSelectedError):
        readers.selection.read(timeout_s=5)


def test_a_picture_and_a_large_text_on_a_real_clipboard(readers) -> None:
    copy(b"\x89PNG", "--type", "image/png")
    with pytest.raises(NothingSelectedError, match="a picture"):
        readers.clipboard.read(timeout_s=5)
    text = "Wörter und mehr. " * 300_000
    copy(text.encode())
    assert readers.clipboard.read(timeout_s=10) == text
