from __future__ import annotations

import tomlkit

from qwentts_desktop.settings.document import read_document
from qwentts_desktop.settings.migrations import CURRENT_VERSION, MIGRATIONS, migrate, move_setting, version_of

# One file as each published version wrote it, and a value that must come through.
FILES = {
    1: (
        b"# Settings of QwenTTS Desktop.\nformat_version = 1\n\n"
        b'[hotkeys]\nstop = "Ctrl+F1"\n\n[audio]\nvolume = 0.5\n'
    ),
}


def test_every_version_has_a_file_here_and_a_way_to_the_next() -> None:
    assert sorted(FILES) == list(range(1, CURRENT_VERSION + 1))
    assert sorted(MIGRATIONS) == list(range(1, CURRENT_VERSION))


def test_every_version_loads() -> None:
    for content in FILES.values():
        read = read_document(content)
        assert read.notices == ()
        assert read.settings.audio.volume == 0.5
        assert read.settings.hotkeys.stop == "Ctrl+F1"


def test_steps_run_in_order_and_keep_comments() -> None:
    document = tomlkit.parse("# mine\n[old]\nname = 1 # one\nother = 2\n")
    migrate(
        document,
        {
            1: lambda content: move_setting(content, "old.name", "middle.name"),
            2: lambda content: move_setting(content, "middle.name", "new.title"),
        },
        target=3,
    )
    plain = document.unwrap()
    assert plain["new"] == {"title": 1}
    assert plain["old"] == {"other": 2}
    assert version_of(plain) == 3
    assert "# mine" in tomlkit.dumps(document)


def test_moving_what_is_not_there_or_is_no_section_changes_nothing() -> None:
    for content in ({}, {"old": 5}, {"old": {}}, {"old": {"name": 1}, "new": 5}):
        before = repr(content)
        if "new" not in content:
            move_setting(content, "old.name", "new.title")
            assert repr(content) == before


def test_a_newer_file_is_used_as_far_as_it_is_understood_and_said() -> None:
    read = read_document(b"format_version = 99\n[audio]\nvolume = 0.5\n")
    assert read.settings.audio.volume == 0.5
    assert "newer version" in read.notices[0]


def test_a_senseless_version_counts_as_the_first() -> None:
    assert [version_of({"format_version": odd}) for odd in (0, -1, "x", 1.5, None)] == [1] * 5
