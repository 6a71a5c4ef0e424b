"""A reference clip: sound as the model takes it in, beside the file it came from. Reads no file itself.

`voices.clip_reading` makes clips of files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.speech.chunk import Samples

CLIP_RATE_HZ = 24_000
SPEECH_LEVEL_DBFS = -20.0
"""What the louder half of a clip is brought to."""
PEAK_LIMIT = 0.95
_LARGEST_GAIN = (
    316.0  # 50 dB: speech at -55 dBFS is still lifted, the noise of an empty room is not made sound
)
_EDGE_S = 0.005
_FRAME_S = 0.02


@dataclass(frozen=True, eq=False)
class Original:
    """The file as it came.

    Attributes:
        name: its file name.
        content: all of it.
    """

    name: str
    content: bytes


@dataclass(frozen=True, eq=False)
class Clip:
    """A recording of a voice.

    Attributes:
        samples: [N] float32 mono at 24 kHz, finite, without an offset; may go beyond 1 where the file did.
        original: the file that it came from, None for the microphone.
        clipped_share: share of samples, 0..1, that stood at full scale in the file.
    """

    samples: Samples
    original: Original | None = None
    clipped_share: float = 0.0

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self.samples) / CLIP_RATE_HZ

    def cut(self, start_s: float, end_s: float) -> Clip:
        """The part between two times, with edges soft enough not to click."""
        first = max(0, round(start_s * CLIP_RATE_HZ))
        last = min(len(self.samples), round(end_s * CLIP_RATE_HZ))
        if last <= first:
            raise VoiceError("Nothing is left of the recording. Move the handles apart.")
        part = self.samples[first:last].copy()
        edge = min(round(_EDGE_S * CLIP_RATE_HZ), len(part) // 2)
        slope = np.linspace(0.0, 1.0, edge, dtype=np.float32)
        if first > 0:
            part[:edge] *= slope
        if last < len(self.samples):
            part[len(part) - edge :] *= slope[::-1]
        return replace(self, samples=part)

    def leveled(self) -> Clip:
        """The same at the level of clear speech, never beyond full scale."""
        speech, peak = speech_level(self.samples), float(np.max(np.abs(self.samples), initial=0.0))
        if peak == 0.0 or speech == 0.0:
            return self
        wanted = 10 ** (SPEECH_LEVEL_DBFS / 20) / speech
        gain = min(wanted, PEAK_LIMIT / peak, _LARGEST_GAIN)
        return replace(self, samples=self.samples * np.float32(gain))


def clip_of_samples(samples: Samples, sample_rate_hz: int, original: Original | None = None) -> Clip:
    """A clip of sound that is at hand.

    Args:
        samples: [N] or [N, channels], any rate; floating point, full scale is 1.
        sample_rate_hz: of the samples.
        original: the file that they came from.

    Raises:
        VoiceError: it holds no sound, or values that are no sound.
    """
    mono = _mono(np.asarray(samples, dtype=np.float32))
    if not len(mono):
        raise VoiceError("This recording is empty. Choose another one.")
    if not np.isfinite(mono).all():
        raise VoiceError(
            "This recording holds values that are no sound (NaN). Export it again from where it was made."
        )
    clipped = clipped_share(mono)
    mono = mono - np.float32(mono.mean(dtype=np.float64))
    return Clip(_at_clip_rate(mono, sample_rate_hz), original, clipped)


def frame_levels(samples: Samples) -> Any:
    """RMS of each 20 ms, [F] float64; the last, shorter piece counts if nothing else is there."""
    size = round(_FRAME_S * CLIP_RATE_HZ)
    count = max(1, len(samples) // size)
    framed = np.resize(samples, count * size) if len(samples) < size else samples[: count * size]
    return np.sqrt(np.mean(np.square(framed.reshape(count, size), dtype=np.float64), axis=1))


def speech_level(samples: Samples) -> float:
    """RMS of the louder half of the sound: what a listener takes for the level of speech."""
    levels = np.sort(frame_levels(samples))
    return float(np.sqrt(np.mean(np.square(levels[len(levels) // 2 :]))))


def clipped_share(mono: Samples) -> float:
    """Share of samples at the recording's own full scale: runs of equal, largest values near 1."""
    size = np.abs(mono)
    peak = float(size.max(initial=0.0))
    if peak < 0.9:
        return 0.0
    at_top = size >= peak * 0.999
    in_run = at_top[1:] & at_top[:-1]
    return float(np.count_nonzero(in_run)) / len(mono)


def _mono(samples: Samples) -> Samples:
    """The mean of all channels, or the loudest one where they cancel each other out."""
    if samples.ndim == 1:
        return samples
    if samples.shape[1] == 1:
        return samples[:, 0]
    mean: Samples = samples.mean(axis=1, dtype=np.float32)
    energies = np.sum(np.square(samples, dtype=np.float64), axis=0)
    loudest = int(np.argmax(energies))
    if np.sum(np.square(mean, dtype=np.float64)) < 0.1 * energies[loudest]:
        return samples[:, loudest]
    return mean


def _at_clip_rate(mono: Samples, sample_rate_hz: int) -> Samples:
    if sample_rate_hz == CLIP_RATE_HZ:
        return np.ascontiguousarray(mono)
    import soxr  # type: ignore[import-untyped]

    resampled: Samples = soxr.resample(mono, sample_rate_hz, CLIP_RATE_HZ, quality="HQ")
    return resampled
