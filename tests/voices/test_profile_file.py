from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.names import checked_name
from qwentts_desktop.voices.profile import Profile, Recording, VoiceKind, new_id
from qwentts_desktop.voices.profile_file import (
    DamagedProfileError,
    document_of,
    format_profile,
    parse_document,
    profile_of,
)

WHOLE = Profile(
    name="名前 🎤",
    kind=VoiceKind.CLONED,
    language="ja",
    transcript='She said: "yes".\nThen she left.',
    recording=Recording("reference-0123.wav", "original-4567.mp3", "ab" * 32, 7.25),
)


def read_back(profile):
    return profile_of(profile.id, parse_document(format_profile(profile)))


def changed(**values):
    return {**document_of(WHOLE), **values}


def test_a_profile_comes_back_as_it_was():
    read = read_back(WHOLE)
    assert read.profile == WHOLE
    assert not read.is_newer


@given(st.text(max_size=300), st.text(max_size=300), st.sampled_from(VoiceKind))
def test_texts_come_back_whatever_they_hold(notes, transcript, kind):
    profile = Profile("x", kind, notes=notes, transcript=transcript)
    if kind is VoiceKind.UNKNOWN:
        return
    read = read_back(profile).profile

    def plain(text):
        return text.encode("utf-8", "replace").decode().replace("\r\n", "\n")

    assert plain(read.notes) == plain(notes)
    assert plain(read.transcript) == plain(transcript)


@given(st.text(min_size=1))
def test_every_accepted_name_comes_back(name):
    try:
        name = checked_name(name)
    except VoiceError:
        return
    assert read_back(Profile(name, VoiceKind.SYSTEM)).profile.name == name


def test_a_newer_profile_is_recognised_and_shown():
    read = profile_of(new_id(), changed(format_version=9, kind="hologram", recording=3, colour=[1, 2]))
    assert read.is_newer
    assert (read.profile.name, read.profile.kind) == (WHOLE.name, VoiceKind.UNKNOWN)


@pytest.mark.parametrize("name", ["x" * 300, "", "a\nb", 5, None])
def test_a_newer_profile_is_never_damaged_whatever_its_rules(name):
    read = profile_of(new_id(), changed(format_version=2, name=name, prompt_file="x/y", notes=[1]))
    assert read.is_newer
    assert read.profile.name


@pytest.mark.parametrize(
    "values",
    [
        {"format_version": 0},
        {"format_version": "1"},
        {"format_version": True},
        {"kind": "hologram"},
        {"kind": 5},
        {"name": ""},
        {"name": 7},
        {"name": "a\nb"},
        {"notes": ["x"]},
        {"recording": "reference.wav"},
        {"recording": {"file": "../../etc/passwd"}},
        {"recording": {"file": "/etc/passwd"}},
        {"recording": {"file": "profile.toml"}},
        {"recording": {"file": "reference.wav", "original": "..\\original.exe"}},
        {"recording": {"file": "reference.wav", "seconds": "long"}},
        {"prompt_file": "../encoded.safetensors"},
        {"prompt_file": "encoded.pkl"},
    ],
)
def test_what_makes_no_sense_is_damaged(values):
    with pytest.raises(DamagedProfileError, match=r"\.$"):
        profile_of(new_id(), changed(**values))


@pytest.mark.parametrize("content", [b"\xff\xfe", b"name =", b"a = " + b"[" * 5_000, b"a = 1" + b"0" * 9_999])
def test_what_is_no_toml_is_damaged(content):
    with pytest.raises(DamagedProfileError):
        profile_of(new_id(), parse_document(content))


def test_texts_without_end_are_refused_before_they_are_written():
    with pytest.raises(VoiceError, match="too long"):
        format_profile(Profile("x", VoiceKind.CLONED, notes="x" * 300_000))
