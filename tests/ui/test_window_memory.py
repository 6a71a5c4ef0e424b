from __future__ import annotations

from qwentts_desktop.ui.window_memory import WindowMemory


def test_what_was_kept_comes_back(tmp_path):
    memory = WindowMemory(tmp_path / "state" / "window")
    assert memory.recall() == b""
    memory.keep(b"geometry")
    memory.keep(b"")
    assert memory.recall() == b"geometry"


def test_a_file_that_cannot_be_used_is_as_good_as_none(tmp_path):
    (tmp_path / "big").write_bytes(b"x" * 100_000)
    assert WindowMemory(tmp_path / "big").recall() == b""
    assert WindowMemory(tmp_path).recall() == b""
    WindowMemory(tmp_path).keep(b"geometry")
