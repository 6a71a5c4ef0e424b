"""Sound files of all kinds, made here by soundfile, sox and ffmpeg."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices import clip_reading
from qwentts_desktop.voices.clip import CLIP_RATE_HZ, clip_of_samples
from qwentts_desktop.voices.clip_reading import read_clip

TONE_HZ = 440.0


def tone(rate: int, channels: int = 1, seconds: float = 2.0) -> np.ndarray:
    wave = 0.4 * np.sin(2 * np.pi * TONE_HZ * np.arange(int(rate * seconds)) / rate)
    return np.repeat(wave[:, None], channels, axis=1)


def pitch_of(samples: np.ndarray) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum)) * CLIP_RATE_HZ / len(samples)


@pytest.mark.parametrize(
    ("name", "rate", "channels", "subtype"),
    [
        ("a.wav", 8_000, 1, "PCM_16"),
        ("a.wav", 44_100, 2, "PCM_16"),
        ("a.wav", 48_000, 1, "PCM_24"),
        ("a.wav", 96_000, 2, "FLOAT"),
        ("a.wav", 192_000, 8, "PCM_32"),
        ("a.wav", 11_025, 1, "PCM_U8"),
        ("a.flac", 44_100, 2, "PCM_24"),
        ("a.mp3", 44_100, 2, None),
        ("a.ogg", 44_100, 1, "VORBIS"),
        ("a.ogg", 48_000, 1, "OPUS"),
        ("a.aiff", 22_050, 1, "PCM_16"),
        ("a.au", 16_000, 1, "ULAW"),
        ("a.caf", 32_000, 1, "ALAC_16"),
    ],
)
def test_every_format_becomes_24_khz_mono_at_the_right_pitch(tmp_path, name, rate, channels, subtype):
    path = tmp_path / name
    soundfile.write(path, tone(rate, channels), rate, subtype=subtype)
    clip = read_clip(path)
    assert clip.samples.dtype == np.float32
    assert clip.samples.ndim == 1
    assert clip.seconds == pytest.approx(2.0, abs=0.1)
    assert pitch_of(clip.samples) == pytest.approx(TONE_HZ, abs=2)
    assert clip.original.content == path.read_bytes()


def test_sox_s_files_are_read_as_well(tmp_path):
    path = tmp_path / "a.wav"
    subprocess.run(
        ["sox", "-n", "-r", "44100", "-c", "2", "-b", "24", str(path), "synth", "2", "sine", str(TONE_HZ)],
        check=True,
    )
    assert pitch_of(read_clip(path).samples) == pytest.approx(TONE_HZ, abs=2)


@pytest.mark.parametrize("name", ["a.mp3", "a.txt", "a", "a.raw", "a.m4a", "名前 🎤.wav"])
def test_a_wrong_ending_misleads_nobody(tmp_path, name):
    soundfile.write(tmp_path / "true.wav", tone(44_100), 44_100)
    path = (tmp_path / "true.wav").rename(tmp_path / name)
    assert pitch_of(read_clip(path).samples) == pytest.approx(TONE_HZ, abs=2)


def test_other_formats_go_through_ffmpeg(tmp_path):
    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is not there")
    soundfile.write(tmp_path / "a.wav", tone(44_100), 44_100)
    path = tmp_path / "a.m4a"
    subprocess.run(["ffmpeg", "-v", "error", "-i", str(tmp_path / "a.wav"), str(path)], check=True)
    assert pitch_of(read_clip(path).samples) == pytest.approx(TONE_HZ, abs=2)


def test_without_ffmpeg_the_formats_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(clip_reading, "which", lambda _: None)
    path = tmp_path / "a.m4a"
    path.write_bytes(b"\0\0\0\x20ftypM4A " + bytes(500))
    with pytest.raises(VoiceError, match=r"FLAC.*ffmpeg"):
        read_clip(path)


@pytest.mark.parametrize(
    "content", [b"", b"hello, this is text\n" * 50, b"RIFF\xff\xff\xff\xffWAVEfmt ", bytes(5_000)]
)
def test_what_is_no_sound_is_refused_in_a_sentence(tmp_path, content):
    path = tmp_path / "a.wav"
    path.write_bytes(content)
    with pytest.raises(VoiceError, match=r"a\.wav"):
        read_clip(path)


@pytest.mark.parametrize("make", [lambda path: None, Path.mkdir])
def test_what_cannot_be_opened_is_said_so(tmp_path, make):
    path = tmp_path / "a.wav"
    make(path)
    with pytest.raises(VoiceError, match="cannot be read"):
        read_clip(path)


def test_a_file_out_of_proportion_is_refused_unread(tmp_path):
    path = tmp_path / "a.wav"
    with path.open("wb") as file:
        file.truncate(clip_reading.LARGEST_FILE_BYTES + 1)
    with pytest.raises(VoiceError, match="larger"):
        read_clip(path)


def test_a_playlist_reads_no_other_file(tmp_path):
    """ffmpeg knows formats that name further files; none may reach a network address."""
    path = tmp_path / "a.m3u8"
    path.write_text("#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n")
    with pytest.raises(VoiceError):
        read_clip(path)


def test_values_that_are_no_sound_are_refused(tmp_path):
    samples = tone(24_000)[:, 0]
    samples[100] = np.nan
    soundfile.write(tmp_path / "a.wav", samples, 24_000, subtype="FLOAT")
    with pytest.raises(VoiceError, match="NaN"):
        read_clip(tmp_path / "a.wav")
    samples[100] = np.inf
    with pytest.raises(VoiceError, match="NaN"):
        clip_of_samples(samples, 24_000)


def test_an_offset_is_taken_out():
    clip = clip_of_samples(tone(24_000)[:, 0] + 0.3, 24_000)
    assert abs(float(clip.samples.mean())) < 1e-4


def test_channels_that_cancel_out_are_not_lost():
    stereo = np.hstack([tone(24_000), -tone(24_000)])
    assert np.abs(clip_of_samples(stereo, 24_000).samples).max() == pytest.approx(0.4, abs=0.01)
