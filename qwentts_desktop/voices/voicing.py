"""How much of a sound has the pitch of a voice that moves, by autocorrelation. No file, no level."""

from __future__ import annotations

from typing import Any

import numpy as np

from qwentts_desktop.speech.chunk import Samples

_FRAME_S, _HOP_S = 0.04, 0.02
_PITCH_HZ = (65.0, 420.0)
_LIKENESS = 0.5
_MOST_FRAMES = 1_500
_LEAST_MOVE = 0.002
"""Half of a voice's frames are further than this share from its middle pitch; a hum or a tone is not."""


def voiced_share(samples: Samples, rate_hz: int) -> float:
    """Share of the louder half of the sound, 0..1, with a pitch between 65 and 420 Hz.

    0 where the pitch never moves, as in a tone.
    """
    frames = _louder_frames(samples, rate_hz)
    if not len(frames):
        return 0.0
    likeness, lags = _best_lags(frames, rate_hz)
    voiced = likeness >= _LIKENESS
    share = float(np.mean(voiced))
    if np.count_nonzero(voiced) >= 2:
        pitches = rate_hz / lags[voiced]
        middle = float(np.median(pitches))
        if float(np.median(np.abs(pitches - middle))) < _LEAST_MOVE * middle:
            return 0.0
    return share


def _louder_frames(samples: Samples, rate_hz: int) -> Any:
    """[F, n] frames of the louder half, without their mean."""
    size, hop = int(_FRAME_S * rate_hz), int(_HOP_S * rate_hz)
    if len(samples) < size:
        return np.zeros((0, size))
    starts = np.arange(0, len(samples) - size + 1, hop)[:_MOST_FRAMES]
    frames = np.lib.stride_tricks.sliding_window_view(samples, size)[starts].astype(np.float64)
    frames -= frames.mean(axis=1, keepdims=True)
    energies = np.square(frames).mean(axis=1)
    louder = energies >= max(float(np.median(energies)), 1e-12)
    return frames[louder]


def _best_lags(frames: Any, rate_hz: int) -> tuple[Any, Any]:
    """For each frame the best normalised autocorrelation at a pitch's lag, and that lag."""
    size = frames.shape[1]
    spectrum = np.fft.rfft(frames, 2 * size, axis=1)
    power = np.fft.irfft(np.square(np.abs(spectrum)), axis=1)[:, :size]
    lags = np.arange(size)
    low, high = int(rate_hz / _PITCH_HZ[1]), min(int(rate_hz / _PITCH_HZ[0]), size - 1)
    unbiased = power / (size - lags) * size
    likeness = unbiased[:, low:high] / np.maximum(power[:, :1], 1e-12)
    best = np.argmax(likeness, axis=1)
    return np.take_along_axis(likeness, best[:, None], axis=1)[:, 0], lags[low:high][best]
