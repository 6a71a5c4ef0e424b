"""A thousand damaged profile folders and archives: nobody meets an exception, and nothing else changes."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.archive import export_voice
from qwentts_desktop.voices.archive_reading import import_archive, inspect_archive
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import new_id
from qwentts_desktop.voices.speech_voice import voice_of

FOLDERS = 500
ARCHIVES = 500


def snapshot(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def scrambled(content: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, dropped, doubled, or swapped for others that mean something in TOML or zip."""
    mess = bytearray(content)
    for _ in range(chance.choice((1, 1, 3, 20))):
        at = chance.randrange(len(mess) + 1)
        match chance.randrange(4):
            case 0:
                mess[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del mess[at : at + chance.choice((1, 10, 200))]
            case 2:
                mess[at:at] = mess[: chance.choice((5, 50))]
            case _:
                mess[at:at] = chance.choice((b'"', b"[", b"\0", b"../", b"=", b"\n", b"9" * 50, b"\xff\xfe"))
    return bytes(mess)


def damage_folder(folder: Path, chance: random.Random) -> None:
    files = sorted(folder.iterdir())
    try:
        _damage(folder, files, chance)
    finally:
        os.utime(folder, (0, 0))  # it has been so for long: nobody is copying it here


def _damage(folder: Path, files: list[Path], chance: random.Random) -> None:
    profile = folder / "profile.toml"
    match chance.randrange(8):
        case 0:
            profile.unlink()
        case 1:
            profile.unlink()
            profile.mkdir()
        case 2:
            chance.choice(files).write_bytes(b"")
        case 3:
            victim = chance.choice(files)
            victim.unlink()
            victim.symlink_to(chance.choice(("/etc/passwd", "/", "nowhere", victim.name)))
        case _:
            profile.write_bytes(scrambled(profile.read_bytes(), chance))


def _refusal(action, *arguments) -> str:
    """The sentence that refuses, or nothing."""
    try:
        action(*arguments)
    except VoiceError as error:
        return error.message
    return ""


def test_damaged_folders_hide_no_whole_voice_and_raise_nothing(library, cloned, tmp_path):
    chance = random.Random(6)
    whole = cloned("Whole")
    for number in range(FOLDERS):
        copy = library.folder / new_id()
        shutil.copytree(whole.folder, copy)
        file = copy / "profile.toml"
        file.write_text(file.read_text().replace("Whole", f"Copy {number}"))
        damage_folder(copy, chance)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("x")
    before = snapshot(outside) | snapshot(whole.folder)

    listed = library.entries()
    sentences = [sentence for entry in listed if (sentence := _refusal(voice_of, entry))]
    aside = library.set_aside()

    assert snapshot(outside) | snapshot(whole.folder) == before
    assert whole.profile.id in {entry.profile.id for entry in listed}
    assert len(aside) > FOLDERS // 10
    assert len(listed) + len(aside) == FOLDERS + 1
    assert all(sentence.endswith(".") for sentence in [*sentences, *(one.reason for one in aside)])
    again = VoiceLibrary(library.folder)
    assert again.entries() == listed
    assert again.set_aside() == aside


@pytest.mark.timeout(300)
def test_damaged_archives_are_refused_or_whole_and_touch_nothing_else(library, cloned, tmp_path):
    chance = random.Random(7)
    export_voice(cloned("Anna"), tmp_path / "good.qwenvoice")
    good = (tmp_path / "good.qwenvoice").read_bytes()
    small = _without_sound(tmp_path / "good.qwenvoice", tmp_path / "small.qwenvoice")
    other = VoiceLibrary(tmp_path / "other" / "voices")
    outside = snapshot(library.folder)
    path = tmp_path / "damaged.qwenvoice"
    refused = 0
    for number in range(ARCHIVES):
        path.write_bytes(scrambled(good if number % 10 == 0 else small, chance))
        looked, taken = _refusal(inspect_archive, path), _refusal(import_archive, other, path)
        refused += bool(taken)
        assert taken if looked else True, "what cannot be looked into must not be taken in"
        assert not taken or taken.endswith(".")
    assert refused > ARCHIVES // 4
    assert len(other.entries()) == ARCHIVES - refused
    assert all(entry.problem == "" for entry in other.entries())
    assert other.set_aside() == ()
    assert snapshot(library.folder) == outside
    assert {one.name for one in (tmp_path / "other").iterdir()} == {"voices"}


def _without_sound(archive: Path, target: Path) -> bytes:
    """The same voice as a preset: most of what is left to damage is structure."""
    import zipfile

    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as small:
        small.writestr(
            "profile.toml", 'format_version = 1\nkind = "preset"\nname = "Small"\nspeaker = "vivian"\n'
        )
    assert zipfile.is_zipfile(archive)
    return target.read_bytes()
