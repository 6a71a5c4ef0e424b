"""Writes sound files: whole or not at all. Knows no track, no player, no engine.

Sound goes to a hidden file beside the target, in blocks of at most 10 s (libsndfile crashes on some longer
ones), and takes the target's name only when everything is written.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import soundfile  # type: ignore[import-untyped]
import soxr  # type: ignore[import-untyped]

from qwentts_desktop.audio.id3 import id3_tag
from qwentts_desktop.errors import AudioError
from qwentts_desktop.speech.chunk import Samples

_BLOCK_S = 10
_SPARE_BYTES = 16_000_000


class SoundFormat(str, Enum):
    """The formats that sound can be exported to, by file ending."""

    WAV = "wav"
    FLAC = "flac"
    OGG = "ogg"
    MP3 = "mp3"


@dataclass(frozen=True)
class SoundTags:
    """What players show of a file; empty fields are left out.

    WAV has no tags that every reader decodes alike beyond ASCII, so other values are left out there.
    """

    title: str = ""
    artist: str = ""
    album: str = ""
    comment: str = ""


@dataclass(frozen=True)
class _Encoding:
    """How libsndfile calls a format, the rates that it takes (empty: all), an upper estimate of its size."""

    container: str
    subtype: str
    rates_hz: tuple[int, ...]
    bytes_per_sample: float


_ENCODINGS = {
    SoundFormat.WAV: _Encoding("WAV", "PCM_16", (), 2.0),
    SoundFormat.FLAC: _Encoding("FLAC", "PCM_16", (), 1.5),
    SoundFormat.OGG: _Encoding("OGG", "OPUS", (8_000, 12_000, 16_000, 24_000, 48_000), 0.7),
    SoundFormat.MP3: _Encoding(
        "MP3", "MPEG_LAYER_III", (8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000), 0.7
    ),
}


def format_of(path: Path) -> SoundFormat:
    """The format that a file's ending names.

    Raises:
        AudioError: the ending names none that can be written.
    """
    ending = path.suffix.lower().lstrip(".")
    if ending == "opus":
        return SoundFormat.OGG
    try:
        return SoundFormat(ending)
    except ValueError as error:
        raise AudioError("Name a file that ends in .wav, .flac, .ogg, .opus or .mp3.") from error


class SoundFileWriter:
    """Writes one file; a context manager. Leaving it after an exception or `cancel` leaves nothing behind.

    Args:
        path: the file; an existing one is replaced at the end, in one step.
        format: how to encode.
        sample_rate_hz: of the samples written. A format that does not know the rate gets the next higher one.
        tags: what players show.
        expected_s: how much sound is to come, to check the free space beforehand; 0 if unknown.

    Raises:
        AudioError: the folder is missing or closed to us, or the disk is too full. `write` and leaving the
            context raise it too.
    """

    def __init__(
        self,
        path: Path,
        format: SoundFormat,
        sample_rate_hz: int,
        *,
        tags: SoundTags | None = None,
        expected_s: float = 0.0,
    ) -> None:
        self._path = path
        self._format = format
        self._encoding = _ENCODINGS[format]
        self._tags = tags or SoundTags()
        self._rate_hz = _rate_for(self._encoding, sample_rate_hz)
        self._resampler = (
            soxr.ResampleStream(sample_rate_hz, self._rate_hz, 1, dtype="float32")
            if self._rate_hz != sample_rate_hz
            else None
        )
        # Short, so that it fits where the target's own name just does; no two writers share one.
        self._temporary = path.with_name(f".{os.getpid():x}-{id(self):x}.part")
        self._is_over = False
        check_space(path, format, expected_s, self._rate_hz)
        self._file = self._open()

    @property
    def sample_rate_hz(self) -> int:
        """The rate of the file."""
        return self._rate_hz

    def write(self, samples: Samples) -> None:
        """Add [N] float32 mono samples of any length; louder ones than full scale are clipped."""
        self._write(samples, is_last=False)

    def cancel(self) -> None:
        """Give up: nothing is left behind, an older file of that name stays as it was."""
        if not self._is_over:
            self._is_over = True
            self._close_quietly()
            self._temporary.unlink(missing_ok=True)

    def commit(self) -> None:
        """Complete the file and give it its name."""
        if self._is_over:
            return
        try:
            self._write(np.zeros(0, np.float32), is_last=True)
            self._file.close()
            self._put_tags_before()
            self._temporary.replace(self._path)
        except (OSError, soundfile.SoundFileError) as error:
            self.cancel()
            raise _failure(self._path, error) from error
        self._is_over = True

    def __enter__(self) -> SoundFileWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.commit()
        else:
            self.cancel()

    def _open(self) -> Any:
        try:
            file = soundfile.SoundFile(
                str(self._temporary),
                "w",
                samplerate=self._rate_hz,
                channels=1,
                format=self._encoding.container,
                subtype=self._encoding.subtype,
            )
        except (OSError, soundfile.SoundFileError) as error:
            self._temporary.unlink(missing_ok=True)
            raise _failure(self._path, error) from error
        for name, value in vars(self._tags).items():
            if value and self._takes_text(value):
                setattr(file, name, value)
        return file

    def _takes_text(self, value: str) -> bool:
        if self._format is SoundFormat.MP3:
            return False  # libsndfile writes Latin-1 there; id3.py does better
        return self._format is not SoundFormat.WAV or value.isascii()

    def _write(self, samples: Samples, *, is_last: bool) -> None:
        if self._is_over:
            raise AudioError("The sound file is already closed.")
        if self._resampler is not None:
            samples = np.asarray(self._resampler.resample_chunk(samples, last=is_last), np.float32)
        block = _BLOCK_S * self._rate_hz
        try:
            for start in range(0, len(samples), block):
                self._file.write(samples[start : start + block])
        except (OSError, soundfile.SoundFileError) as error:
            self.cancel()
            raise _failure(self._path, error) from error

    def _put_tags_before(self) -> None:
        """MP3 only: an ID3 tag belongs at the head of the file."""
        if self._format is not SoundFormat.MP3 or self._tags == SoundTags():
            return
        tagged = self._temporary.with_suffix(".tagged")
        try:
            with tagged.open("wb") as target, self._temporary.open("rb") as source:
                target.write(id3_tag(**vars(self._tags)))
                shutil.copyfileobj(source, target)
            tagged.replace(self._temporary)
        finally:
            tagged.unlink(missing_ok=True)

    def _close_quietly(self) -> None:
        try:
            self._file.close()
        except (OSError, soundfile.SoundFileError):
            return  # the disk is full or gone; the file is thrown away all the same


def _rate_for(encoding: _Encoding, rate_hz: int) -> int:
    if not encoding.rates_hz or rate_hz in encoding.rates_hz:
        return rate_hz
    return next((known for known in encoding.rates_hz if known >= rate_hz), encoding.rates_hz[-1])


def check_space(path: Path, format: SoundFormat, expected_s: float, rate_hz: int = 24_000) -> None:
    """Whether a file of this length may have room on the disk.

    Raises:
        AudioError: it has none, or the folder is not there.
    """
    needed_bytes = expected_s * rate_hz * _ENCODINGS[format].bytes_per_sample
    try:
        free = shutil.disk_usage(path.parent).free
    except OSError as error:
        raise AudioError(
            f"The folder “{path.parent}” is not there. Choose another one.", detail=str(error)
        ) from error
    if free < needed_bytes + _SPARE_BYTES:
        needed_mb = (needed_bytes + _SPARE_BYTES) / 1e6
        raise AudioError(
            f"There is too little space for this file: about {needed_mb:.0f} MB are needed and "
            f"{free / 1e6:.0f} MB are free. Make space, or choose another folder or a smaller format.",
        )


def _failure(path: Path, error: Exception) -> AudioError:
    return AudioError(
        f"“{path.name}” could not be written. Check that the folder may be written to and has space left.",
        detail=str(error),
    )
