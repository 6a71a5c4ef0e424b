"""Sound files: whole or not at all."""

from __future__ import annotations

import shutil
from collections import namedtuple

import numpy as np
import pytest
import soundfile

from qwentts_desktop.audio.files import SoundFileWriter, SoundFormat, SoundTags, format_of
from qwentts_desktop.errors import AudioError
from tests.audio.sounds import frequency_of, tone

TAGS = SoundTags(title="Über 東京", artist="Die Stimme", comment="made by machine")


@pytest.mark.parametrize("format", list(SoundFormat))
@pytest.mark.parametrize("rate_hz", [24_000, 22_050])
def test_every_format_holds_what_was_written(tmp_path, format, rate_hz):
    path = tmp_path / f"out.{format.value}"
    sound = tone(3, 440, rate_hz=rate_hz)
    with SoundFileWriter(path, format, rate_hz) as writer:
        for start in range(0, len(sound), 1_000):
            writer.write(sound[start : start + 1_000])
        assert not path.exists(), "the name appears when the file is whole"
    read, read_rate_hz = soundfile.read(path, dtype="float32")
    assert read_rate_hz == writer.sample_rate_hz
    assert len(read) / read_rate_hz == pytest.approx(3, abs=0.1)
    assert frequency_of(read, read_rate_hz) == pytest.approx(440, abs=1)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("format", [SoundFormat.WAV, SoundFormat.FLAC])
def test_lossless_formats_are_exact_and_clip_instead_of_wrapping(tmp_path, format):
    path = tmp_path / "out"
    sound = np.concatenate((tone(0.2), np.array([2.0, -2.0], np.float32)))
    with SoundFileWriter(path, format, 24_000) as writer:
        writer.write(sound)
    read, _ = soundfile.read(path, dtype="int16")
    assert np.abs(read[:-2] / 32_768 - sound[:-2]).max() < 1 / 32_768
    assert read[-2:].tolist() == [32_767, -32_768]


@pytest.mark.parametrize("format", list(SoundFormat))
def test_minutes_in_one_call_are_cut_into_blocks_that_libsndfile_stands(tmp_path, format):
    path = tmp_path / "long"
    with SoundFileWriter(path, format, 24_000) as writer:
        writer.write(np.zeros(150 * 24_000, np.float32))
    assert soundfile.info(path).duration == pytest.approx(150, abs=0.2)


@pytest.mark.parametrize("format", [SoundFormat.FLAC, SoundFormat.OGG])
def test_tags_are_read_back(tmp_path, format):
    path = tmp_path / "tagged"
    with SoundFileWriter(path, format, 24_000, tags=TAGS) as writer:
        writer.write(tone(0.5))
    with soundfile.SoundFile(path) as file:
        assert (file.title, file.artist, file.comment) == (TAGS.title, TAGS.artist, TAGS.comment)


def test_mp3_tags_are_utf8_and_the_sound_is_still_found(tmp_path):
    path = tmp_path / "tagged.mp3"
    with SoundFileWriter(path, SoundFormat.MP3, 24_000, tags=TAGS) as writer:
        writer.write(tone(1, 440))
    head = path.read_bytes()[:400]
    assert head.startswith(b"ID3\x04\x00")
    assert b"TIT2" in head
    assert TAGS.title.encode() in head
    read, rate_hz = soundfile.read(path, dtype="float32")
    assert frequency_of(read, rate_hz) == pytest.approx(440, abs=1)


def test_wav_leaves_out_what_its_tags_cannot_hold(tmp_path):
    path = tmp_path / "tagged.wav"
    with SoundFileWriter(path, SoundFormat.WAV, 24_000, tags=TAGS) as writer:
        writer.write(tone(0.1))
    with soundfile.SoundFile(path) as file:
        assert (file.title, file.artist) == ("", TAGS.artist)


def test_cancel_leaves_nothing_and_an_older_file_as_it_was(tmp_path):
    path = tmp_path / "out.wav"
    path.write_text("older")
    writer = SoundFileWriter(path, SoundFormat.WAV, 24_000)
    writer.write(tone(1))
    writer.cancel()
    writer.cancel()
    assert [file.name for file in tmp_path.iterdir()] == ["out.wav"]
    assert path.read_text() == "older"
    with pytest.raises(AudioError, match="closed"):
        writer.write(tone(1))


def test_an_exception_inside_leaves_nothing(tmp_path):
    def interrupted():
        with SoundFileWriter(tmp_path / "out.ogg", SoundFormat.OGG, 24_000) as writer:
            writer.write(tone(1))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not list(tmp_path.iterdir())


def test_an_existing_file_is_replaced(tmp_path):
    path = tmp_path / "out.wav"
    path.write_text("older")
    with SoundFileWriter(path, SoundFormat.WAV, 24_000) as writer:
        writer.write(tone(0.1))
    assert soundfile.info(path).frames == 2_400


def test_too_little_space_is_said_before_anything_is_written(tmp_path, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9, 50_000_000))
    SoundFileWriter(tmp_path / "short.wav", SoundFormat.WAV, 24_000, expected_s=60).cancel()
    with pytest.raises(AudioError, match=r"about 189 MB are needed and 50 MB are free"):
        SoundFileWriter(tmp_path / "long.wav", SoundFormat.WAV, 24_000, expected_s=3_600)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(AudioError, match="nowhere"):
        SoundFileWriter(tmp_path / "nowhere" / "out.wav", SoundFormat.WAV, 24_000)


def test_a_target_that_is_a_folder_is_an_error_and_leaves_nothing(tmp_path):
    target = tmp_path / "out.wav"
    target.mkdir()
    writer = SoundFileWriter(target, SoundFormat.WAV, 24_000)
    writer.write(tone(0.1))
    with pytest.raises(AudioError, match="could not be written"):
        writer.commit()
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("name", ["名前 🎤 Ünï.flac", "x" * 250 + ".flac"])
def test_names_of_any_script_and_length_work(tmp_path, name):
    path = tmp_path / name
    with SoundFileWriter(path, SoundFormat.FLAC, 24_000) as writer:
        writer.write(tone(0.1))
    assert path.exists()


def test_the_ending_names_the_format(tmp_path):
    assert format_of(tmp_path / "a.WAV") is SoundFormat.WAV
    assert format_of(tmp_path / "a.opus") is SoundFormat.OGG
    for name in ("a.m4a", "a"):
        with pytest.raises(AudioError, match=r"\.wav"):
            format_of(tmp_path / name)
