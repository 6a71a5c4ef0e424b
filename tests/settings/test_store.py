from __future__ import annotations

import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.description import describe_settings
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.settings.store import SettingsChange, SettingsStore

SOUND = b"""# my own words
[audio]
volume = 0.25  # quiet
speed = 1.5

[future]
unknown = "kept"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Ünï 测试 config" / "settings.toml"


def written(path: Path, content: bytes) -> SettingsStore:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return SettingsStore(path)


def kept(path: Path) -> list[Path]:
    return sorted(path.parent.glob("settings.toml.corrupt-*"))


def test_without_a_file_the_defaults_are_in_force_and_nothing_is_written(path) -> None:
    store = SettingsStore(path)
    assert store.load() == Settings()
    assert store.notices == ()
    assert not path.parent.exists()


def test_what_was_set_is_there_in_the_next_run(path) -> None:
    SettingsStore(path).set("audio.volume", "0.4")
    assert SettingsStore(path).load().audio.volume == 0.4


def test_comments_order_and_unknown_keys_survive_a_change(path) -> None:
    store = written(path, SOUND)
    store.load()
    store.set("audio.speed", "2")
    text = path.read_text()
    assert (
        text.replace("speed = 2.0", "speed = 1.5").replace("format_version = 1\n", "").split()
        == SOUND.decode().split()
    )
    assert "# my own words" in text
    assert "volume = 0.25  # quiet" in text


def test_the_state_before_the_last_change_is_the_backup(path) -> None:
    store = written(path, SOUND)
    store.load()
    store.set("audio.speed", "2")
    assert path.with_name("settings.toml.bak").read_bytes() == SOUND


DAMAGED = {
    "nul-filled": b"\0" * 400,
    "half": SOUND[: SOUND.index(b"quiet") - 9],
    "binary": bytes(range(256)) * 4,
    "other encoding": "[audio]\noutput_device = 'Köln'".encode("utf-16"),
    "nested without end": b"a = " + b"[" * 100_000,
    "two of one": b"[audio]\n[audio]\n",
    "huge": b"# x\n" * 600_000,
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_is_kept_and_the_defaults_are_used_with_one_notice(path, content: bytes) -> None:
    store = written(path, content)
    assert store.load() == Settings()
    assert len(store.notices) == 1
    assert [aside.read_bytes() for aside in kept(path)] == [content]
    assert kept(path)[0].name in store.notices[0]
    store.set("audio.volume", "0.5")
    again = SettingsStore(path)
    assert again.load().audio.volume == 0.5
    assert again.notices == ()


def test_an_empty_file_is_no_damage(path) -> None:
    store = written(path, b"")
    assert store.load() == Settings()
    assert store.notices == ()


def test_a_sound_backup_stands_in_for_a_damaged_file(path) -> None:
    first = SettingsStore(path)
    first.set("audio.volume", "0.4")
    first.set("audio.speed", "2")
    path.write_bytes(b"\0" * 100)
    store = SettingsStore(path)
    assert store.load().audio.volume == 0.4
    assert "settings before the last change are used" in store.notices[0]
    store.set("general.when_speaking", "enqueue")
    assert SettingsStore(path).load().audio.volume == 0.4


def test_a_folder_in_the_files_place_is_moved_aside(path) -> None:
    (path / "inside").mkdir(parents=True)
    store = SettingsStore(path)
    assert store.load() == Settings()
    assert (kept(path)[0] / "inside").is_dir()
    store.set("audio.volume", "0.5")
    assert path.is_file()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
def test_a_pipe_in_the_files_place_does_not_hang(path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    store = SettingsStore(path)
    assert store.load() == Settings()
    assert len(store.notices) == 1


def test_a_file_that_may_not_be_read_gives_defaults_and_a_notice(path, monkeypatch) -> None:
    store = written(path, SOUND)

    def denied(self: Path) -> bytes:
        raise PermissionError(13, "denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", denied)
        assert store.load() == Settings()
    assert len(store.notices) == 1
    assert kept(path)[0].read_bytes() == SOUND


def test_a_folder_that_cannot_be_written_still_starts_and_a_change_holds_for_the_session(tmp_path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    store = SettingsStore(tmp_path / "config" / "settings.toml")
    assert store.load() == Settings()
    told: list[SettingsChange] = []
    store.add_listener(told.append)
    with pytest.raises(SettingsError, match="could not be saved"):
        store.set("audio.volume", "0.5")
    assert store.current.audio.volume == 0.5
    assert told[0].names == ("audio.volume",)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_still_starts(path) -> None:
    store = written(path, b"\0" * 10)
    path.parent.chmod(0o500)
    try:
        assert store.load() == Settings()
        assert "could not be moved away" in store.notices[0]
    finally:
        path.parent.chmod(0o700)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("volume = 7", "audio.volume"),
        ("volume = 'loud'", "audio.volume"),
        ("volume = nan", "audio.volume"),
        ("volume = true", "audio.volume"),
        ("cushion_ms = 80.5", "audio.cushion_ms"),
        ("cushion_ms = 99999999999999999999", "audio.cushion_ms"),
        ("output_device = 5", "audio.output_device"),
        ("output_device = ['a']", "audio.output_device"),
    ],
)
def test_a_value_that_does_not_fit_is_at_its_default_and_the_rest_counts(path, line: str, name: str) -> None:
    store = written(path, f"[audio]\nspeed = 2\n{line}\n".encode())
    expected = replace(Settings(), audio=replace(Settings().audio, speed=2.0))
    assert store.load() == expected
    assert len(store.notices) == 1
    assert name in store.notices[0]
    assert kept(path) == []


def test_setting_a_bad_value_to_its_default_mends_the_file(path) -> None:
    store = written(path, b"[audio]\nvolume = 7\n")
    store.load()
    store.set("audio.volume", "1")
    again = SettingsStore(path)
    again.load()
    assert again.notices == ()


def test_many_bad_values_are_one_notice(path) -> None:
    store = written(
        path, b"hotkeys = 5\n[audio]\nvolume = 7\nspeed = 7\ncushion_ms = -1\nwake_silence_ms = -1\n"
    )
    store.load()
    assert len(store.notices) == 1
    assert "And 2 more" in store.notices[0]


def test_a_section_of_the_wrong_kind_is_replaced_when_one_of_its_settings_is_set(path) -> None:
    store = written(path, b"audio = 5\n")
    store.load()
    store.set("audio.volume", "0.5")
    assert SettingsStore(path).load().audio.volume == 0.5


def test_a_linked_file_stays_a_link(path, tmp_path) -> None:
    dotfiles = tmp_path / "dotfiles.toml"
    dotfiles.write_bytes(SOUND)
    path.parent.mkdir()
    path.symlink_to(dotfiles)
    store = SettingsStore(path)
    store.load()
    store.set("audio.speed", "2")
    assert path.is_symlink()
    assert b"speed = 2.0" in dotfiles.read_bytes()


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("audio.volume", "2", "audio.volume must be 0 to 1."),
        ("audio.volume", "loud", "audio.volume must be 0 to 1."),
        ("general.when_speaking", "never", "must be one of: interrupt, enqueue."),
        ("privacy.keep_history", "perhaps", "must be true or false."),
        ("audio.output_device", "a\0b", "audio.output_device must be text."),
        ("audio.volum", "1", "Did you mean audio.volume?"),
        ("nonsense", "1", "There is no setting"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence_and_changes_nothing(path, name, text, sentence) -> None:
    store = SettingsStore(path)
    with pytest.raises(SettingsError) as refused:
        store.set(name, text)
    assert sentence in refused.value.message
    assert store.current == Settings()
    assert not path.exists()


def test_listeners_hear_what_changed_until_they_are_removed(path) -> None:
    store = SettingsStore(path)
    told: list[SettingsChange] = []
    remove = store.add_listener(told.append)
    store.set("audio.volume", "0.5")
    store.set("audio.volume", "0.5")
    remove()
    remove()
    store.set("audio.volume", "0.6")
    assert [change.names for change in told] == [("audio.volume",)]
    assert (told[0].before.audio.volume, told[0].after.audio.volume) == (1.0, 0.5)


def test_saving_keeps_what_another_process_has_set_meanwhile(path) -> None:
    ours, theirs = SettingsStore(path), SettingsStore(path)
    ours.load()
    theirs.load()
    theirs.set("audio.speed", "2")
    now = ours.save(replace(ours.current, privacy=replace(ours.current.privacy, keep_history=True)))
    assert now.audio.speed == 2.0
    assert SettingsStore(path).load() == now


def test_threads_that_change_different_settings_do_not_take_each_other_back(path) -> None:
    store = SettingsStore(path)
    start = threading.Barrier(4)
    names = ("cushion_ms", "wake_silence_ms", "speed", "volume")

    def turn(name: str) -> None:
        start.wait()
        for _ in range(20):
            store.change(
                lambda now: replace(now, audio=replace(now.audio, **{name: getattr(now.audio, name) * 0.5}))
            )
            store.change(lambda now: replace(now, audio=replace(now.audio, **{name: 1})))

    threads = [threading.Thread(target=turn, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    audio = SettingsStore(path).load().audio
    assert [getattr(audio, name) for name in names] == [1, 1, 1, 1]


def test_two_processes_and_two_threads_writing_at_once_lose_nothing(path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from qwentts_desktop.settings.store import SettingsStore\n"
        "store = SettingsStore(Path(sys.argv[1]))\n"
        "for number in range(1, 21): store.set(sys.argv[2], str(number * 10))\n"
    )
    names = ["audio.cushion_ms", "audio.wake_silence_ms"]
    processes = [subprocess.Popen([sys.executable, "-c", program, str(path), name]) for name in names]
    store = SettingsStore(path)

    def turn(name: str, values: list[str]) -> None:
        for value in values * 5:
            store.set(name, value)

    threads = [
        threading.Thread(target=turn, args=("audio.volume", ["0.1", "0.2"])),
        threading.Thread(target=turn, args=("audio.speed", ["0.7", "0.8"])),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [process.wait(60) for process in processes] == [0, 0]
    audio = SettingsStore(path).load().audio
    assert (audio.cushion_ms, audio.wake_silence_ms, audio.volume, audio.speed) == (200, 200, 0.2, 0.8)
    assert kept(path) == []


def test_a_kill_in_the_middle_of_writing_leaves_a_whole_file(path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from qwentts_desktop.settings.store import SettingsStore\n"
        "store = SettingsStore(Path(sys.argv[1])); print('on', flush=True)\n"
        "while True: store.set('audio.volume', '0.5')\n"
    )
    for _ in range(5):
        writer = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE)
        with writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            SettingsStore(path).set("audio.speed", "2")
            writer.kill()
        store = SettingsStore(path)
        assert store.load().audio.speed == 2.0
        assert store.notices == ()


def test_a_full_disk_leaves_the_old_file_and_no_litter(path, monkeypatch) -> None:
    store = written(path, SOUND)
    store.load()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingsError, match="Free disk space"):
        store.set("audio.speed", "2")
    assert path.read_bytes() == SOUND
    assert [file.name for file in path.parent.iterdir() if file.name.startswith(".")] == []


FITTING = {info.name: info.default for info in describe_settings()}


@given(st.binary(max_size=300))
@example(b"[audio]\nvolume = 1" + b"0" * 400)
@example(b"x = 1e400")
@example(b"[audio]\nvolume.deeper = 1")
@example(b"audio = {volume = 0.5}")
@example(b"audio.volume = 0.5")
@example(b"[audio.x]\ny = 1\n[b]\n[audio]\nvolume = 0.5\n")
@example(b"[audio]\nvolume = 1\n[b]\n[audio.x]\ny = 1\n[c]\n")
@example(b"[[audio]]\nvolume = 0.5\n")
@example(b"[audio]\ncushion_ms.x = 1\n[audio.y]\n")
@example(b"[audio.cushion_ms]\nx = 1\n")
@example(b"format_version = {a = 1}")
@example(b"format_version = true")
@example(b"[format_version]\n")
@example(b"format_version = -5")
@example(b"a = " + b"1" * 10_000)
@example(b"format_version = 99")
@example(b"d = 9999-99-99")
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
def test_any_bytes_at_all_can_be_started_with_and_written_to(tmp_path_factory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "settings.toml"
    store = written(path, content)
    store.load()
    store.set("audio.cushion_ms", "120")
    again = SettingsStore(path)
    assert again.load().audio.cushion_ms == 120
    assert not any("could not be read" in notice for notice in again.notices)


@given(st.data())
@settings(deadline=None, max_examples=200)
def test_a_sound_file_damaged_anywhere_never_stops_the_start(tmp_path_factory, data: st.DataObject) -> None:
    content = bytearray(SOUND)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        damage = data.draw(st.binary(max_size=5))
        content[place : place + data.draw(st.integers(0, 20))] = damage or b"\0"
    path = tmp_path_factory.mktemp("damaged") / "settings.toml"
    store = written(path, bytes(content))
    loaded = store.load()
    for info in describe_settings():
        value = getattr(getattr(loaded, info.section), info.key)
        assert type(value) is info.kind
    store.set("audio.cushion_ms", "120")
    assert SettingsStore(path).load().audio.cushion_ms == 120
