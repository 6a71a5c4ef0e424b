"""Which of several texts does a recording hold? Judged against espeak-ng's own speech of each.

Both are turned into pictures of 40 logarithmic mel bands; the best cosine between a text's picture and any
stretch of the recording, with 10 % of slack in rate, is its score.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.float64]

RATE_HZ, WINDOW, HOP, BANDS = 16_000, 512, 160, 40
CLEAR_SCORE, CLEAR_LEAD = 0.6, 0.1


def scores(
    samples: npt.NDArray[np.floating], rate_hz: int, texts: Sequence[str], voice: str = "en"
) -> dict[str, float]:
    """The score of each text in the recording, 1 being the very samples."""
    recording = mel_picture(_resampled(samples, rate_hz / RATE_HZ))
    return {text: _best_match(recording, *espeak(text, voice)) for text in texts}


def holds(
    samples: npt.NDArray[np.floating], rate_hz: int, text: str, decoys: Sequence[str], voice: str = "en"
) -> bool:
    """Whether the recording clearly holds this text rather than any of the decoys."""
    score = scores(samples, rate_hz, [text, *decoys], voice)
    rest = [value for other, value in score.items() if other != text]
    return score[text] > CLEAR_SCORE and score[text] > max(rest, default=-1.0) + CLEAR_LEAD


def espeak(text: str, voice: str) -> tuple[npt.NDArray[np.float64], int]:
    """espeak-ng's speech of a text: samples [N] and their rate in Hz."""
    wav = subprocess.run(
        ["espeak-ng", "--stdin", "--stdout", "-v", voice],
        input=text.encode(),
        capture_output=True,
        check=True,
    ).stdout
    whole = wav[44 : len(wav) - (len(wav) - 44) % 2]
    return np.frombuffer(whole, dtype="<i2").astype(np.float64) / 32768, int.from_bytes(wav[24:28], "little")


def mel_picture(samples: npt.NDArray[np.floating]) -> Picture:
    """Log-mel picture, [T, BANDS], each band's mean taken out."""
    padded = np.pad(np.asarray(samples, dtype=np.float64), (0, WINDOW))
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP] * np.hanning(WINDOW)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    energy = np.log(power @ _mel_bank(power.shape[1]).T + 1e-6 * max(float(power.max()), 1e-12))
    return np.asarray(energy - energy.mean(0))


def _mel_bank(bins: int) -> Picture:
    hertz = np.linspace(0, RATE_HZ / 2, bins)
    mel = 2595 * np.log10(1 + hertz / 700)
    edges = np.linspace(mel[3], mel[-1] * 0.93, BANDS + 2)
    width = edges[1] - edges[0]
    rising = (mel[None] - edges[:-2, None]) / width
    falling = (edges[2:, None] - mel[None]) / width
    return np.maximum(0, np.minimum(rising, falling))


def _best_match(recording: Picture, speech: npt.NDArray[np.float64], speech_rate_hz: int) -> float:
    best = -1.0
    for rate in np.linspace(0.9, 1.1, 9):
        query = mel_picture(_resampled(speech, rate * speech_rate_hz / RATE_HZ))
        query /= np.linalg.norm(query)
        if len(query) > len(recording):
            continue
        size = 1 << (len(recording) + len(query)).bit_length()
        spectrum = np.fft.rfft(recording, size, axis=0) * np.conj(np.fft.rfft(query, size, axis=0))
        products = np.fft.irfft(spectrum.sum(1), size)[: len(recording) - len(query) + 1]
        energy = np.convolve((recording**2).sum(1), np.ones(len(query)), "valid")
        best = max(best, float((products / np.sqrt(np.maximum(energy, 1e-9))).max()))
    return best


def _resampled(samples: npt.NDArray[np.floating], step: float) -> npt.NDArray[np.float64]:
    return np.interp(np.arange(0, len(samples), step), np.arange(len(samples)), samples)
