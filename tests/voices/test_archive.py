"""Voices that are given away and come back, and files that only pretend to be voices."""

from __future__ import annotations

import io
import pickle
import stat
import struct
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices import archive_reading
from qwentts_desktop.voices.archive import EXPORT_WARNING, export_voice
from qwentts_desktop.voices.archive_reading import import_archive, inspect_archive
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import Profile, VoiceKind
from qwentts_desktop.voices.prompt_file import EncodedVoice, format_prompt
from qwentts_desktop.voices.speech_voice import voice_of
from tests.voices.conftest import TEXT

PROMPT = format_prompt(
    EncodedVoice(np.ones(1024, np.float32), np.zeros((70, 16), np.int32), TEXT),
)


@pytest.fixture
def exported(library, cloned, tmp_path) -> Path:
    """Anna with an encoded form, as an archive."""
    entry = cloned("Anna", consent="Anna herself", notes="my notes")
    voice = voice_of(entry)
    voice.kept_prompts.mkdir()
    (voice.kept_prompts / f"Qwen3-TTS-0.6B-Base-{voice.content}.safetensors").write_bytes(PROMPT)
    (entry.folder / "private.txt").write_text("not part of the voice")
    path = tmp_path / "anna.qwenvoice"
    export_voice(library.find("Anna"), path)
    return path


@pytest.fixture
def other(tmp_path) -> VoiceLibrary:
    return VoiceLibrary(tmp_path / "other" / "voices")


def changed(path: Path, change) -> Path:
    """A copy whose files `change` (a dictionary of contents by name) has changed."""
    with zipfile.ZipFile(path) as archive:
        files: dict[str | zipfile.ZipInfo, bytes] = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    copy = path.with_name("changed.qwenvoice")
    with zipfile.ZipFile(copy, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return copy


def everything_below(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and "voices" not in file.relative_to(folder).parts
    }


class TestComingBack:
    def test_a_voice_comes_back_whole_with_its_consent_and_its_encoded_form(self, library, exported, other):
        entry = import_archive(other, exported)
        original = library.find("Anna")
        assert replace(entry.profile, id="", created="") == replace(original.profile, id="", created="")
        assert entry.profile.id != original.profile.id
        assert entry.profile.consent == "Anna herself"
        assert entry.recording_path.read_bytes() == original.recording_path.read_bytes()
        assert entry.encoded_for == original.encoded_for == ("Qwen3-TTS-0.6B-Base",)
        assert voice_of(entry).content == voice_of(original).content

    def test_it_says_what_it_holds_before_anything_is_written(self, exported, other):
        contents = inspect_archive(exported)
        assert contents.profile.name == "Anna"
        assert contents.consent == "Anna herself"
        assert contents.encoded_for == ("Qwen3-TTS-0.6B-Base",)
        assert "profile.toml" in contents.files
        assert contents.size_bytes > 100_000
        assert not other.folder.exists()

    def test_only_the_voice_s_own_files_travel(self, exported):
        with zipfile.ZipFile(exported) as archive:
            assert "private.txt" not in archive.namelist()
            assert len(archive.namelist()) == 3

    def test_a_taken_name_gets_a_number_and_a_wished_one_counts(self, library, exported):
        assert import_archive(library, exported).profile.name == "Anna 2"
        assert import_archive(library, exported, "Berta").profile.name == "Berta"

    def test_presets_and_designs_travel_too(self, library, other, tmp_path):
        for profile in (
            Profile("Vivian", VoiceKind.PRESET, speaker="vivian"),
            Profile("Calm", VoiceKind.DESIGNED, description="a calm voice"),
        ):
            export_voice(library.add(profile), tmp_path / "x.qwenvoice")
            assert import_archive(other, tmp_path / "x.qwenvoice").profile.kind is profile.kind

    def test_the_warning_names_the_danger(self):
        assert "person" in EXPORT_WARNING


class TestExporting:
    def test_a_voice_without_its_recording_is_not_given_away(self, library, cloned, tmp_path):
        entry = cloned("Anna")
        entry.recording_path.unlink()
        with pytest.raises(VoiceError, match="missing"):
            export_voice(library.find("Anna"), tmp_path / "x.qwenvoice")
        assert not list(tmp_path.glob("*.qwenvoice"))

    def test_a_folder_that_is_not_there_is_said_so_and_nothing_left(self, library, cloned, tmp_path):
        with pytest.raises(VoiceError, match="folder"):
            export_voice(cloned("Anna"), tmp_path / "nowhere" / "x.qwenvoice")


def link(files):
    info = zipfile.ZipInfo("original-link.wav")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    files[info] = b"/etc/passwd"


def damaged_recording(files):
    name = next(name for name in files if name.startswith("reference"))
    files[name] = files[name][:-2] + b"xx"


def pickled(_files):
    class Danger:
        def __reduce__(self):
            return Path.touch, (Path("/tmp/never-made"),)

    return pickle.dumps(Danger())


def put(name, content=b"x"):
    return lambda files: files.update({name: content})


class TestPretending:
    @pytest.mark.parametrize(
        ("change", "word"),
        [
            (put("../escaped.txt"), "elsewhere"),
            (put("prompts/../../escaped.safetensors"), "elsewhere"),
            (put("/tmp/escaped.txt"), "elsewhere"),
            (put("C:\\escaped.txt"), "elsewhere"),
            (put("C:escaped.txt"), "elsewhere"),
            (put("..\\escaped.txt"), "elsewhere"),
            (put("sub/folder/escaped.txt"), "elsewhere"),
            (put(".hidden"), "elsewhere"),
            (put("encoded.pt"), "pickle"),
            (lambda files: files.update({"data.pkl": pickled(files)}), "pickle"),
            (link, "link"),
            (lambda files: [files.update({f"x{n}.txt": b""}) for n in range(100)], "more files"),
            (lambda files: files.pop("profile.toml"), "no voice"),
            (put("profile.toml", b"name = "), "damaged"),
            (put("profile.toml", b'format_version = 5\nname = "x"\nkind = "cloned"'), "newer"),
            (put("profile.toml", b'format_version = 1\nname = "x"\nkind = "cloned"'), "no recording"),
            (damaged_recording, "damaged"),
            (lambda files: files.pop(next(n for n in files if n.startswith("reference"))), "incomplete"),
        ],
    )
    def test_it_is_refused_and_nothing_written_anywhere(self, exported, other, tmp_path, change, word):
        path = changed(exported, change)
        before = everything_below(tmp_path)
        with pytest.raises(VoiceError, match=word):
            import_archive(other, path)
        assert everything_below(tmp_path) == before
        assert other.entries() == ()
        assert not Path("/tmp/never-made").exists()

    def test_an_encoded_form_that_is_something_else_is_refused(self, exported, other):
        def spoil(files):
            name = next(name for name in files if name.startswith("prompts/"))
            files[name] = pickle.dumps({"speaker": [1.0]})

        with pytest.raises(VoiceError, match="safetensors"):
            import_archive(other, changed(exported, spoil))
        assert other.entries() == ()

    def test_a_bomb_is_read_up_to_the_limit_only(self, exported, other, tmp_path, monkeypatch):
        """A recording of 100 MB of zeros in 100 kB, said to be small."""
        with zipfile.ZipFile(exported) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        recording = next(name for name in files if name.startswith("reference"))
        bomb = tmp_path / "bomb.qwenvoice"
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, bytes(100_000_000) if name == recording else content)
        claimed = struct.pack("<I", 100_000_000)
        bomb.write_bytes(bomb.read_bytes().replace(claimed, struct.pack("<I", 1_000)))
        with pytest.raises(VoiceError):
            import_archive(other, bomb)
        assert other.entries() == ()

    def test_files_said_to_be_huge_are_refused_unread(self, exported, other, monkeypatch):
        monkeypatch.setattr(archive_reading, "LARGEST_ARCHIVE_BYTES", 1_000)
        with pytest.raises(VoiceError, match="too large"):
            inspect_archive(exported)

    @pytest.mark.filterwarnings("ignore:Duplicate name")
    def test_two_files_of_one_name_are_refused(self, exported, other):
        with zipfile.ZipFile(exported, "a") as archive:
            archive.writestr("profile.toml", b"second")
        with pytest.raises(VoiceError, match="same name"):
            import_archive(other, exported)

    @pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + bytes(18), b"text", bytes(1_000)])
    def test_what_is_no_archive_is_said_so(self, tmp_path, content):
        path = tmp_path / "x.qwenvoice"
        path.write_bytes(content)
        with pytest.raises(VoiceError, match=r"x\.qwenvoice"):
            inspect_archive(path)

    def test_an_encrypted_archive_is_refused(self, exported):
        content = bytearray(exported.read_bytes())
        for mark, at in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
            start = 0
            while (start := content.find(mark, start)) >= 0:
                content[start + at] |= 1
                start += 4
        exported.write_bytes(bytes(content))
        with pytest.raises(VoiceError):
            inspect_archive(exported)

    def test_what_is_missing_is_said_so(self, tmp_path):
        with pytest.raises(VoiceError, match="cannot be read"):
            inspect_archive(tmp_path / "nothing.qwenvoice")


def test_the_archive_is_an_ordinary_zip(exported):
    assert zipfile.is_zipfile(io.BytesIO(exported.read_bytes()))
