"""Sounds to play and ways to look at what came out."""

from __future__ import annotations

import numpy as np

from qwentts_desktop.audio.track import Track
from qwentts_desktop.speech.chunk import Samples

RATE_HZ = 24_000


def tone(seconds: float, hertz: float = 220.0, rate_hz: int = RATE_HZ, loudness: float = 0.5) -> Samples:
    """A sine that starts at zero."""
    times = np.arange(round(seconds * rate_hz)) / rate_hz
    return (loudness * np.sin(2 * np.pi * hertz * times)).astype(np.float32)


def counting(count: int, start: int = 1) -> Samples:
    """Samples that tell their own number: `numbers` reads it back."""
    return (np.arange(start, start + count) / 32_768.0).astype(np.float32)


def numbers(samples: Samples) -> np.ndarray:
    """The numbers that `counting` put in."""
    return np.rint(samples * 32_768.0).astype(np.int64)


def track_of(*sounds: Samples, pause_after_ms: int = 0, rate_hz: int = RATE_HZ) -> Track:
    """A finished track with one sentence a sound."""
    track = Track()
    for sound in sounds:
        sentence = track.add_sentence(pause_after_ms)
        track.append(sentence, sound, rate_hz)
        track.complete(sentence)
    track.finish()
    return track


def largest_jump(samples: Samples) -> float:
    """The largest step between neighbouring samples: a click stands out in it."""
    return float(np.abs(np.diff(samples)).max()) if len(samples) > 1 else 0.0


def steepest(hertz: float, rate_hz: int, loudness: float = 0.5) -> float:
    """The largest step that a clean sine makes."""
    return float(2 * np.pi * hertz / rate_hz * loudness)


def frequency_of(samples: Samples, rate_hz: int) -> float:
    """The strongest frequency, in hertz, finer than the transform's own grid."""
    windowed = samples * np.hanning(len(samples))
    spectrum = np.abs(np.fft.rfft(windowed, 4 * len(samples)))
    return float(np.argmax(spectrum) * rate_hz / (4 * len(samples)))
