from __future__ import annotations

import pytest

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.speech.voice import ClonedVoice, DesignedVoice, PresetVoice, SystemVoice
from qwentts_desktop.voices.profile import Profile, VoiceKind
from qwentts_desktop.voices.speech_voice import voice_of
from tests.voices.conftest import TEXT


def test_a_cloned_voice_names_its_recording_words_and_where_to_keep_what_is_encoded(cloned):
    entry = cloned("Anna", instruction="slowly")
    voice = voice_of(entry)
    assert isinstance(voice, ClonedVoice)
    assert (voice.reference, voice.transcript, voice.instruction) == (entry.recording_path, TEXT, "slowly")
    assert (voice.kept_prompts, voice.profile_id) == (entry.folder / "prompts", entry.profile.id)
    assert len(voice.content) == 16


def test_voice_only_has_no_transcript(cloned):
    entry = cloned("Anna", transcript="")
    assert entry.profile.is_voice_only
    assert voice_of(entry).transcript == ""


def test_the_same_voice_is_the_same_object_to_an_engine_after_a_rename(library, cloned):
    from dataclasses import replace

    entry = cloned("Anna")
    renamed = library.edit(entry.profile.id, lambda profile: replace(profile, name="Berta", notes="x"))
    assert voice_of(renamed) == voice_of(entry)


@pytest.mark.parametrize(
    ("profile", "voice"),
    [
        (
            Profile("V", VoiceKind.PRESET, speaker="vivian", instruction="sadly", id="a" * 32),
            PresetVoice("vivian", "sadly", "a" * 32),
        ),
        (
            Profile("D", VoiceKind.DESIGNED, description="a calm voice", id="b" * 32),
            DesignedVoice("a calm voice", "b" * 32),
        ),
        (Profile("S", VoiceKind.SYSTEM, system_name="en-us"), SystemVoice("en-us")),
    ],
)
def test_the_other_kinds_name_what_makes_them(library, profile, voice):
    assert voice_of(library.add(profile)) == voice


def test_a_cloned_voice_without_anything_to_clone_is_an_error(library):
    entry = library.add(Profile("Empty", VoiceKind.CLONED))
    with pytest.raises(VoiceError, match="no recording"):
        voice_of(entry)


def test_it_bears_the_name_that_the_user_gave_it(library, cloned):
    assert voice_of(cloned("Anna")).name == "Anna"
    preset = library.add(Profile("Vivi", VoiceKind.PRESET, speaker="vivian"))
    assert voice_of(preset).name == "Vivi"
