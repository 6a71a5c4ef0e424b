from __future__ import annotations

from dataclasses import replace

import pytest

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.factory import build_request
from qwentts_desktop.named_voices import note_used, voice_named, voices_by_language
from qwentts_desktop.paths import AppPaths, user_paths
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.voice import ClonedVoice, PresetVoice, SystemVoice
from qwentts_desktop.voices.defaults import LanguageDefaults
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import Profile, VoiceKind


@pytest.fixture
def paths() -> AppPaths:
    return user_paths()


@pytest.fixture
def library(paths) -> VoiceLibrary:
    return VoiceLibrary(paths.voices)


@pytest.fixture
def vivian(library):
    return library.add(Profile("My Vivian", VoiceKind.PRESET, speaker="vivian", instruction="gently"))


@pytest.fixture
def german(library, paths):
    entry = library.add(Profile("Deutsch", VoiceKind.SYSTEM, system_name="de"))
    LanguageDefaults(paths.voices).set("de", entry.profile.id)
    return entry


def chosen(profile_id: str, **voice) -> Settings:
    settings = Settings()
    return replace(settings, voice=replace(settings.voice, voice=profile_id, **voice))


def test_a_voice_of_the_library_is_named_by_id_or_name(paths, vivian):
    voice = PresetVoice("vivian", "gently", vivian.profile.id)
    assert voice_named(vivian.profile.id, paths) == voice_named("my vivian", paths) == voice


def test_the_settings_name_it_by_id(paths, vivian):
    request = build_request(chosen(vivian.profile.id), "x", paths=paths)
    assert request.voice.profile_id == vivian.profile.id


def test_a_removed_voice_is_an_error_and_never_another_voice(paths, library, vivian):
    vivian.folder.rename(paths.voices / "elsewhere")
    with pytest.raises(VoiceError, match="Choose"):
        build_request(chosen(vivian.profile.id), "x", paths=paths)


def test_a_language_has_a_voice_of_its_own(paths, vivian, german):
    settings = chosen(vivian.profile.id)
    assert build_request(settings, "x", language="de", paths=paths).voice == SystemVoice("de")
    assert build_request(settings, "x", language="en", paths=paths).voice.speaker == "vivian"
    assert (
        build_request(settings, "x", language="de", voice="my vivian", paths=paths).voice.speaker == "vivian"
    )


def test_in_a_text_of_several_languages_each_sentence_has_its_voice(paths, vivian, german):
    request = build_request(chosen(vivian.profile.id), "x", paths=paths)
    assert request.of_sentence("Guten Tag.", "de").voice == SystemVoice("de")
    english = request.of_sentence("Good day.", "en")
    assert (english.voice.speaker, english.language, english.voices_by_language) == ("vivian", "en", ())


def test_a_removed_voice_leaves_its_language_to_the_others(paths, vivian, german, tmp_path):
    VoiceLibrary(paths.voices, lambda folder: folder.rename(tmp_path / "trash")).remove(german.profile.id)
    assert voices_by_language(paths) == {}
    assert build_request(chosen(vivian.profile.id), "x", language="de", paths=paths).voice.speaker == "vivian"


def test_a_voice_of_a_language_that_is_lost_is_no_reason_for_another_voice(paths, vivian, german, tmp_path):
    german.folder.rename(tmp_path / "lost")
    request = build_request(chosen(vivian.profile.id), "x", language="de", paths=paths)
    assert request.voice == ClonedVoice(None, profile_id=german.profile.id)


def test_a_broken_voice_of_one_language_is_refused_when_it_is_its_turn(paths, library, vivian):
    empty = library.add(Profile("Empty", VoiceKind.CLONED))
    LanguageDefaults(paths.voices).set("fr", empty.profile.id)
    request = build_request(chosen(vivian.profile.id), "x", paths=paths)
    french = request.of_sentence("Bonjour.", "fr").voice
    assert french == ClonedVoice(None, profile_id=empty.profile.id)
    assert request.of_sentence("Hello.", "en").voice.speaker == "vivian"


def test_a_text_notes_that_its_voice_was_used(paths, library, vivian):
    build_request(chosen(vivian.profile.id), "", paths=paths)
    assert library.get(vivian.profile.id).last_used is None
    build_request(chosen(vivian.profile.id), "x", paths=paths)
    assert library.get(vivian.profile.id).last_used > 0
    note_used(SystemVoice("de"), paths)
    note_used(PresetVoice("vivian", profile_id="preset:vivian"), paths)
