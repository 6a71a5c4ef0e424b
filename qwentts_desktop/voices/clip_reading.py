"""Sound files become clips: by libsndfile, else by the program ffmpeg where it is. No device, no library."""

from __future__ import annotations

import io
import subprocess
import tempfile
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.speech.chunk import Samples
from qwentts_desktop.voices.clip import Clip, Original, clip_of_samples

LARGEST_FILE_BYTES = 200_000_000
LONGEST_SECONDS = 300.0
"""Longer files are read this far: a clip of 30 s is all that a voice needs."""
READABLE_FORMATS = "WAV, FLAC, OGG, Opus, MP3, AIFF, AU, CAF and W64"
_FFMPEG_LIMIT_S = 60.0
_BLOCK_S = 10
_RATES_HZ = (4_000, 768_000)
_MOST_CHANNELS = 64


def read_clip(path: Path) -> Clip:
    """The sound of a file, whatever its ending says. Takes up to seconds: not for the GUI thread.

    Raises:
        VoiceError: it is missing, too large, no sound, or in a format that cannot be read here.
    """
    content = _content(path)
    original = Original(path.name, content)
    sound = _by_libsndfile(content)
    if sound is None:
        sound = _by_ffmpeg(path)
    samples, rate_hz = sound
    return clip_of_samples(samples, rate_hz, original)


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE_BYTES:
            raise VoiceError(
                f"“{path.name}” is larger than {LARGEST_FILE_BYTES // 1_000_000} MB. "
                "Cut out 5 to 15 seconds of clear speech first."
            )
        content = path.read_bytes()
    except OSError as error:
        raise VoiceError(
            f"“{path.name}” cannot be read. Check that it is there and may be opened.", detail=str(error)
        ) from error
    if not content:
        raise VoiceError(f"“{path.name}” is empty. Choose another file.")
    return content


def _by_libsndfile(content: bytes) -> tuple[Samples, int] | None:
    """([N, channels] or [N], rate), or None where libsndfile does not know the format.

    It gets the bytes and not the path, so that a wrong ending misleads nobody.
    """
    import soundfile  # type: ignore[import-untyped]

    try:
        with soundfile.SoundFile(io.BytesIO(content)) as file:
            _check(int(file.samplerate), int(file.channels))
            return _blocks(file), int(file.samplerate)
    except (soundfile.SoundFileError, TypeError, ValueError, RuntimeError):
        return None


def _blocks(file: Any) -> Samples:
    """All samples up to the limit, a block at a time, so that a lie about the length costs no memory."""
    blocks: list[Samples] = []
    left = int(LONGEST_SECONDS * file.samplerate)
    while left > 0:
        block = file.read(min(left, _BLOCK_S * file.samplerate), dtype="float32", always_2d=True)
        if not len(block):
            break
        blocks.append(block if file.channels <= 2 else _few_channels(block))
        left -= len(block)
    return np.concatenate(blocks) if blocks else np.zeros((0, 1), np.float32)


def _few_channels(block: Samples) -> Samples:
    """Many channels as their mean, at once, to keep memory small."""
    mean: Samples = block.mean(axis=1, keepdims=True)
    return mean


def _check(rate_hz: int, channels: int) -> None:
    if not _RATES_HZ[0] <= rate_hz <= _RATES_HZ[1] or not 1 <= channels <= _MOST_CHANNELS:
        raise VoiceError(
            f"A recording of {rate_hz} Hz with {channels} channels cannot be used. "
            "Export it as WAV with one channel at 24,000 or 48,000 Hz."
        )


def _by_ffmpeg(path: Path) -> tuple[Samples, int]:
    program = which("ffmpeg")
    if program is None:
        raise VoiceError(
            f"“{path.name}” is in a format that cannot be read. Use {READABLE_FORMATS}, "
            "or install ffmpeg, which reads nearly every other one."
        )
    with tempfile.TemporaryDirectory(prefix="clip-") as folder:
        target = Path(folder) / "clip.wav"
        _convert(program, path, target)
        try:
            sound = _by_libsndfile(target.read_bytes())
        except OSError:
            sound = None
    if sound is None:
        raise VoiceError(
            f"“{path.name}” holds no sound that can be read. Choose a sound file: "
            f"{READABLE_FORMATS}, or what ffmpeg reads, such as M4A."
        )
    return sound


def _convert(program: str, path: Path, target: Path) -> None:
    """Let ffmpeg write the first sound in the file as WAV. It may open local files only, no address."""
    command = [
        program, "-nostdin", "-v", "error", "-protocol_whitelist", "file", "-i", f"file:{path.absolute()}",
        "-map", "0:a:0", "-t", str(LONGEST_SECONDS), "-ac", "1", "-ar", "48000", "-c:a", "pcm_f32le",
        "-f", "wav", str(target),
    ]  # fmt: skip
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows only: no console flashes up
    try:
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_FFMPEG_LIMIT_S,
            check=False,
            creationflags=hidden,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise VoiceError(
            f"ffmpeg could not read “{path.name}”. Convert it to WAV first.", detail=str(error)
        ) from error
