from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
from dataclasses import replace

import numpy as np
import pytest
import soundfile

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.clip import CLIP_RATE_HZ, clip_of_samples
from qwentts_desktop.voices.clip_reading import read_clip
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import Profile, VoiceKind
from qwentts_desktop.voices.speech_voice import voice_of
from tests.voices.conftest import TEXT, spoken

PRESET = Profile(name="Vivian", kind=VoiceKind.PRESET, speaker="vivian", language="zh")


def names(entries):
    return [entry.profile.name for entry in entries]


class TestAdding:
    def test_a_cloned_voice_keeps_its_recording_as_it_came_and_as_it_is_used(self, library, speech_file):
        entry = library.add(Profile("Anna", VoiceKind.CLONED, transcript=TEXT), read_clip(speech_file))
        assert entry.original_path.read_bytes() == speech_file.read_bytes()
        facts = soundfile.info(str(entry.recording_path))
        assert (facts.samplerate, facts.channels) == (CLIP_RATE_HZ, 1)
        assert entry.profile.recording.seconds == pytest.approx(
            soundfile.info(str(speech_file)).duration, abs=0.01
        )
        digest = hashlib.sha256(entry.recording_path.read_bytes()).hexdigest()
        assert entry.profile.recording.sha256 == digest

    def test_the_same_profile_added_twice_is_two_voices(self, library):
        library.add(PRESET)
        library.add(replace(PRESET, name="Second"))
        assert len({entry.profile.id for entry in library.entries()}) == 2

    def test_folders_are_ids_whatever_the_name(self, library):
        for name in ('a/b\\c:*?"<>|', "CON", "..", " .hidden", "名前 🎤"):
            entry = library.add(replace(PRESET, name=name, id=Profile("x", VoiceKind.PRESET).id))
            assert entry.folder == library.folder / entry.profile.id
            assert library.find(name.strip()).profile.id == entry.profile.id
        assert len(library.entries()) == 5

    @pytest.mark.parametrize("name", ["ANNA", "anna", " Anna ", "x" * 300, ""])
    def test_a_taken_or_impossible_name_is_refused_and_nothing_written(self, library, cloned, name):
        cloned("Anna")
        with pytest.raises(VoiceError):
            library.add(replace(PRESET, name=name))
        assert names(library.entries()) == ["Anna"]

    def test_a_clip_that_cannot_serve_is_refused(self, library):
        silence = clip_of_samples(np.zeros(48_000, np.float32), 24_000)
        with pytest.raises(VoiceError, match="silent"):
            library.add(Profile("Anna", VoiceKind.CLONED), silence)
        assert library.entries() == ()

    def test_a_long_clip_is_cut_to_what_can_be_used(self, library):
        entry = library.add(Profile("Anna", VoiceKind.CLONED), clip_of_samples(*spoken(TEXT * 8)))
        assert 5 <= entry.profile.recording.seconds <= 30

    @pytest.mark.parametrize(
        "profile",
        [Profile("x", VoiceKind.PRESET), Profile("x", VoiceKind.DESIGNED), Profile("x", VoiceKind.UNKNOWN)],
    )
    def test_a_kind_needs_what_makes_it_speak(self, library, profile):
        with pytest.raises(VoiceError):
            library.add(profile)

    def test_a_full_disk_leaves_nothing_behind(self, library, cloned, monkeypatch):
        cloned("Anna")

        def full(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(VoiceError, match="space"):
            cloned("Berta")
        monkeypatch.undo()
        assert names(library.entries()) == ["Anna"]
        assert not list(library.folder.glob(".new-*"))


class TestFinding:
    def test_voices_are_listed_by_name(self, library):
        for name in ("zoe", "Anna", "ben"):
            library.add(replace(PRESET, name=name, id=Profile("x", VoiceKind.PRESET).id))
        assert names(library.entries()) == ["Anna", "ben", "zoe"]

    def test_words_kind_and_language_narrow_the_list(self, library, cloned):
        cloned("Änne Müller", language="de")
        library.add(PRESET)
        library.add(Profile("Any", VoiceKind.SYSTEM, system_name="de"))
        assert names(library.search("muller anne")) == ["Änne Müller"]
        assert names(library.search(kind=VoiceKind.PRESET)) == ["Vivian"]
        assert names(library.search(language="de")) == ["Any", "Änne Müller"]
        assert names(library.search("vivian cloned")) == []

    def test_a_voice_is_found_by_id_and_by_name_in_any_case(self, library, cloned):
        entry = cloned("Anna")
        assert (
            library.find(entry.profile.id) == library.find("ANNA") == library.get(entry.profile.id) == entry
        )

    @pytest.mark.parametrize("name", ["nobody", "", "../..", "0" * 32])
    def test_one_that_is_not_there_is_an_error_with_a_choice(self, library, name):
        with pytest.raises(VoiceError, match="Choose"):
            library.find(name)

    def test_a_second_library_on_the_folder_sees_what_the_first_one_writes(self, library, cloned):
        other = VoiceLibrary(library.folder)
        assert other.entries() == ()
        entry = cloned("Anna")
        assert other.entries() == (entry,)
        library.edit(entry.profile.id, lambda profile: replace(profile, name="Berta"))
        assert names(other.entries()) == ["Berta"]

    def test_other_files_in_the_folder_are_no_voices(self, library, cloned):
        cloned("Anna")
        (library.folder / "notes.txt").write_text("x")
        (library.folder / "some folder").mkdir()
        (library.folder / ("a" * 32)).write_text("a file")
        assert names(library.entries()) == ["Anna"]

    def test_a_broken_index_is_only_a_lost_copy(self, library, cloned):
        cloned("Anna")
        for content in (b"", b"{}", b"\xff", b'{"version": 1, "profiles": {"x": 3}}', b"[" * 9_999):
            (library.folder / ".index.json").write_bytes(content)
            assert names(VoiceLibrary(library.folder).entries()) == ["Anna"]

    def test_the_index_speaks_for_unchanged_profiles_only(self, library):
        for number in range(20):
            library.add(replace(PRESET, name=f"v{number:02}", id=Profile("x", VoiceKind.PRESET).id))
        library.entries()
        assert (library.folder / ".index.json").is_file()
        first = library.find("v00")
        library.edit(first.profile.id, lambda profile: replace(profile, name="new"))
        assert "new" in names(VoiceLibrary(library.folder).entries())
        assert len(VoiceLibrary(library.folder).entries()) == 20

    def test_the_size_is_that_of_all_files(self, library, cloned):
        entry = cloned("Anna")
        assert library.size_bytes(entry.profile.id) > entry.recording_path.stat().st_size


class TestChanging:
    def test_what_is_known_changes_and_the_files_stay(self, library, cloned):
        entry = cloned("Anna")
        new = library.edit(
            entry.profile.id,
            lambda profile: replace(profile, name="Berta", notes="x", recording=None, kind=VoiceKind.PRESET),
        )
        assert (new.profile.name, new.profile.notes) == ("Berta", "x")
        assert (new.profile.recording, new.profile.kind) == (entry.profile.recording, VoiceKind.CLONED)

    def test_a_voice_may_change_the_case_of_its_own_name_only(self, library, cloned):
        entry = cloned("Anna")
        cloned("Berta")
        assert library.edit(entry.profile.id, lambda p: replace(p, name="ANNA")).profile.name == "ANNA"
        with pytest.raises(VoiceError, match="already"):
            library.edit(entry.profile.id, lambda p: replace(p, name="berta"))

    def test_another_recording_is_another_voice(self, library, cloned):
        entry = cloned("Anna")
        before = voice_of(entry)
        new = library.replace_recording(entry.profile.id, clip_of_samples(*spoken(TEXT, "en+f3")))
        after = voice_of(new)
        assert after.content != before.content
        assert after.reference != before.reference
        assert [file.name for file in new.folder.glob("reference-*")] == [after.reference.name]

    def test_another_transcript_leaves_no_encoded_form_of_the_old_one(self, library, cloned):
        entry = cloned("Anna")
        voice = voice_of(entry)
        voice.kept_prompts.mkdir()
        kept = voice.kept_prompts / f"Qwen3-TTS-0.6B-Base-{voice.content}.safetensors"
        kept.write_bytes(b"x")
        assert library.get(entry.profile.id).encoded_for == ("Qwen3-TTS-0.6B-Base",)
        library.edit(entry.profile.id, lambda p: replace(p, notes="only notes"))
        assert kept.exists()
        new = library.edit(entry.profile.id, lambda p: replace(p, transcript="Something else."))
        assert not kept.exists()
        assert new.encoded_for == ()
        assert voice_of(new).content != voice.content

    def test_a_copy_is_a_voice_of_its_own(self, library, cloned):
        entry = cloned("Anna")
        copy = library.duplicate(entry.profile.id)
        assert copy.profile.name == "Anna 2"
        library.remove(entry.profile.id)
        assert voice_of(copy).reference.is_file()

    def test_a_designed_voice_can_be_frozen_into_a_cloned_one(self, library, speech):
        designed = library.add(Profile("Old", VoiceKind.DESIGNED, description="an old voice", language="en"))
        frozen = library.freeze(designed.profile.id, *speech, TEXT, "Old, kept")
        voice = voice_of(frozen)
        assert (frozen.profile.kind, voice.transcript, frozen.profile.language) == (
            VoiceKind.CLONED,
            TEXT,
            "en",
        )
        assert voice.reference.is_file()
        with pytest.raises(VoiceError, match="designed"):
            library.freeze(frozen.profile.id, *speech, TEXT)

    def test_use_is_noted(self, library, cloned):
        entry = cloned("Anna")
        assert entry.last_used is None
        library.note_used(entry.profile.id)
        assert library.get(entry.profile.id).last_used > 0
        library.note_used("0" * 32)


class TestRemoving:
    def test_a_removed_voice_is_in_the_trash_and_comes_back_from_it(self, library, cloned, trash):
        entry = cloned("Anna")
        library.remove(entry.profile.id)
        assert library.entries() == ()
        (trash.folder / entry.profile.id).rename(entry.folder)
        assert library.entries() == (entry,)

    def test_without_a_trash_the_voice_stays(self, library, cloned):
        entry = cloned("Anna")

        def none(_):
            raise VoiceError("There is no trash.")

        with pytest.raises(VoiceError, match="no trash"):
            VoiceLibrary(library.folder, none).remove(entry.profile.id)
        assert library.entries() == (entry,)

    @pytest.mark.skipif(sys.platform != "linux", reason="the trash of freedesktop.org")
    def test_it_is_the_system_s_trash(self, library, cloned, tmp_path):
        """In a process of its own: the trash's place is read when its library is imported."""
        entry = cloned("Anna")
        code = (
            "import sys; from pathlib import Path; from qwentts_desktop.voices.library import VoiceLibrary; "
            "VoiceLibrary(Path(sys.argv[1])).remove(sys.argv[2])"
        )
        environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path)}
        subprocess.run(
            [sys.executable, "-c", code, str(library.folder), entry.profile.id], env=environment, check=True
        )
        assert (tmp_path / "data/Trash/files" / entry.profile.id / "profile.toml").is_file()
        assert library.entries() == ()


class TestTrouble:
    def test_a_missing_recording_is_an_error_with_a_choice_and_never_another_voice(self, library, cloned):
        entry = cloned("Anna")
        entry.recording_path.unlink()
        entry = library.get(entry.profile.id)
        assert "missing" in entry.problem
        with pytest.raises(VoiceError, match="choose another voice"):
            voice_of(entry)

    def test_a_recording_replaced_at_the_same_path_is_another_voice(self, library, cloned):
        entry = cloned("Anna")
        before = voice_of(entry)
        samples, rate = spoken("Something else entirely is said here.")
        soundfile.write(entry.recording_path, samples, rate)
        assert voice_of(library.get(entry.profile.id)).content != before.content

    def test_a_newer_profile_is_shown_and_never_changed(self, library, cloned):
        entry = cloned("Anna")
        file = entry.folder / "profile.toml"
        file.write_text(file.read_text().replace("format_version = 1", "format_version = 7\nnew = [1]"))
        content = file.read_bytes()
        entry = library.get(entry.profile.id)
        assert entry.is_read_only
        for change in (
            lambda: library.edit(entry.profile.id, lambda p: replace(p, name="x")),
            lambda: library.replace_recording(entry.profile.id, clip_of_samples(*spoken())),
            lambda: library.duplicate(entry.profile.id),
        ):
            with pytest.raises(VoiceError, match="newer"):
                change()
        assert file.read_bytes() == content
        assert names(library.entries()) == ["Anna"]

    def test_a_newer_kind_is_shown_and_says_why_it_cannot_speak(self, library, cloned):
        entry = cloned("Anna")
        file = entry.folder / "profile.toml"
        content = file.read_text().replace("format_version = 1", "format_version = 7")
        file.write_text(content.replace('"cloned"', '"hologram"'))
        with pytest.raises(VoiceError, match="newer"):
            voice_of(library.find("Anna"))

    def test_a_damaged_profile_is_set_aside_with_its_reason(self, library, cloned):
        damaged, _ = cloned("Anna"), cloned("Berta")
        (damaged.folder / "profile.toml").write_text("name = ")
        assert names(library.entries()) == ["Berta"]
        (aside,) = library.set_aside()
        assert aside.reason == "The description of this voice is damaged."
        assert (aside.folder / damaged.recording_path.name).is_file()
        assert not damaged.folder.exists()

    def test_a_folder_that_is_still_being_copied_here_is_left_alone(self, library, cloned):
        cloned("Anna")
        (library.folder / ("a" * 32)).mkdir()
        assert names(library.entries()) == ["Anna"]
        assert library.set_aside() == ()
        os.utime(library.folder / ("a" * 32), (0, 0))
        assert names(library.entries()) == ["Anna"]
        assert [one.reason for one in library.set_aside()] == ["Its description is missing."]

    def test_two_threads_add_side_by_side(self, library, clip):
        def add(first):
            for number in range(first, first + 5):
                library.add(Profile(f"voice {number}", VoiceKind.CLONED), clip)

        threads = [threading.Thread(target=add, args=(first,)) for first in (0, 100)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(library.entries()) == 10

    def test_two_processes_want_the_same_name_and_one_gets_it(self, library):
        code = (
            "import sys; from pathlib import Path; from qwentts_desktop.errors import VoiceError\n"
            "from qwentts_desktop.voices.library import VoiceLibrary\n"
            "from qwentts_desktop.voices.profile import Profile, VoiceKind\n"
            "library, taken = VoiceLibrary(Path(sys.argv[1])), 0\n"
            "for number in range(30):\n"
            "    try: library.add(Profile(f'v{number}', VoiceKind.SYSTEM, notes=sys.argv[2]))\n"
            "    except VoiceError: taken += 1\n"
            "print(taken)"
        )
        runs = [
            subprocess.Popen(
                [sys.executable, "-c", code, str(library.folder), who], stdout=subprocess.PIPE, text=True
            )
            for who in "ab"
        ]
        taken = [int(run.communicate()[0]) for run in runs]
        assert sum(taken) == 30
        assert len(library.entries()) == 30

    def test_a_library_that_is_held_too_long_is_said_so(self, library):
        from filelock import FileLock

        from qwentts_desktop.voices import staging

        library.add(PRESET)
        with (
            FileLock(str(library.folder / ".lock")),
            pytest.raises(VoiceError, match="Another program"),
            staging.writing(library.folder, limit_s=0.05),
        ):
            pass
