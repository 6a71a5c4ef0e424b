"""How well and how fast speech is stretched, beside other stretchers where they are installed.

    python -m tests.bench.bench_stretch [--json FILE]

Tone: energy outside the tone's own line, in dB of the whole (lower is better); mean of 220, 440 and 1,000 Hz.
Speech: distance of the mel spectra (dB, lower is better) between each 32 ms of the result and the best match
within 30 ms of its place in the source; the source is espeak-ng's voice. Cost: share of real time, one core.
Reported, not asserted. python-stretch and pedalboard are compared if they can be imported.
"""

from __future__ import annotations

import argparse
import importlib
import io
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import soundfile
import soxr

from qwentts_desktop.audio.stretch import TimeStretch
from qwentts_desktop.speech.chunk import Samples

RATE_HZ = 24_000
SPEEDS = (0.75, 1.5, 2.0)
PIECE = 1_920
TEXT = (
    "The quick brown fox jumps over the lazy dog. She sells sea shells by the sea shore, "
    "and the shells that she sells are sea shells, I am sure. How much wood would a woodchuck chuck?"
)
Stretcher = Callable[[Samples, float], Samples]


def ours(samples: Samples, speed: float) -> Samples:
    """The player's stretch, fed in pieces of 80 ms."""
    stretch = TimeStretch(RATE_HZ, speed, lambda _out, _source: None)
    pieces = [stretch.push(samples[start : start + PIECE]) for start in range(0, len(samples), PIECE)]
    return np.concatenate([*pieces, stretch.flush()])


def python_stretch(piece: int) -> Stretcher | None:
    """python-stretch, fed in pieces of so many samples (0: all at once)."""
    try:
        signalsmith = importlib.import_module("python_stretch").Signalsmith
    except ImportError:
        return None

    def run(samples: Samples, speed: float) -> Samples:
        stretch = signalsmith.Stretch()
        stretch.preset(1, RATE_HZ)
        stretch.setTimeFactor(speed)
        step = piece or len(samples)
        pieces = [stretch.process(samples[None, at : at + step])[0] for at in range(0, len(samples), step)]
        return np.concatenate(pieces).astype(np.float32)

    return run


def pedalboard() -> Stretcher | None:
    """pedalboard (Rubber Band), all at once: it has no streaming call."""
    try:
        time_stretch = importlib.import_module("pedalboard").time_stretch
    except ImportError:
        return None
    return lambda samples, speed: np.asarray(time_stretch(samples[None], RATE_HZ, speed))[0]


def tone_distortion_db(stretcher: Stretcher, speed: float) -> float:
    """Energy outside the tone's line."""
    results = []
    for hertz in (220.0, 440.0, 1_000.0):
        times = np.arange(4 * RATE_HZ) / RATE_HZ
        out = stretcher((0.5 * np.sin(2 * np.pi * hertz * times)).astype(np.float32), speed)
        middle = out[len(out) // 4 : 3 * len(out) // 4]
        window = RATE_HZ // 4
        blocks = middle[: len(middle) // window * window].reshape(-1, window)
        power = np.abs(np.fft.rfft(blocks * np.hanning(window))) ** 2
        for block in power:
            peak = int(np.argmax(block))
            line = block[max(0, peak - 3) : peak + 4].sum()
            results.append(1e-10 + (block.sum() - line) / block.sum())
    return float(10 * np.log10(np.mean(results)))


def mel_db(samples: Samples, hop: int) -> np.ndarray:
    """Log mel spectra [F, 40] in dB."""
    window = 768
    starts = np.arange(0, len(samples) - window, hop)
    frames = samples[starts[:, None] + np.arange(window)] * np.hanning(window)
    power = np.abs(np.fft.rfft(frames)) ** 2
    hertz = np.fft.rfftfreq(window, 1 / RATE_HZ)
    edges = 700 * (10 ** (np.linspace(0, 2595 * np.log10(1 + 8_000 / 700), 42) / 2595) - 1)
    rising = (hertz - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - hertz) / (edges[2:] - edges[1:-1])[:, None]
    filters = np.clip(np.minimum(rising, falling), 0, None)
    return 10 * np.log10(power @ filters.T + 1e-4)


def speech_distance_db(stretcher: Stretcher, speed: float, speech: Samples) -> float:
    """Mean distance of loud frames to their best match near their place in the source."""
    out = stretcher(speech, speed)
    hop = 120
    source, result = mel_db(speech, hop), mel_db(out, hop)
    reach = round(0.03 * RATE_HZ / hop)
    stretched_by = len(out) / len(speech)
    distances = []
    for index, frame in enumerate(result):
        place = round(index / stretched_by)
        near = source[max(0, place - reach) : place + reach + 1]
        if len(near) and near.max() > source.max() - 40:
            distances.append(float(np.sqrt(((near - frame) ** 2).mean(axis=1)).min()))
    return float(np.mean(distances))


def cost_percent(stretcher: Stretcher, speed: float, speech: Samples) -> float:
    """Time to stretch, of the time that the source plays; the best of three."""
    spent = []
    for _ in range(3):
        begin = time.process_time()
        stretcher(speech, speed)
        spent.append(time.process_time() - begin)
    return 100 * min(spent) / (len(speech) / RATE_HZ)


def spoken(text: str) -> Samples:
    """espeak-ng's voice at 24 kHz."""
    command = ["espeak-ng", "--stdout", "-v", "en", text]
    wav = subprocess.run(command, capture_output=True, check=True).stdout
    samples, rate_hz = soundfile.read(io.BytesIO(wav), dtype="float32")
    return np.asarray(soxr.resample(samples, rate_hz, RATE_HZ), np.float32)


def main() -> None:
    """Measure and print a table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--json", type=Path)
    options = arguments.parse_args()
    speech = spoken(TEXT)
    stretchers = {
        "qwentts_desktop WSOLA, 80 ms pieces": ours,
        "python-stretch, 80 ms pieces": python_stretch(PIECE),
        "python-stretch, whole": python_stretch(0),
        "pedalboard (Rubber Band), whole": pedalboard(),
    }
    rows = [
        {
            "stretcher": name,
            "speed": speed,
            "tone_db": round(tone_distortion_db(stretcher, speed), 1),
            "speech_db": round(speech_distance_db(stretcher, speed, speech), 2),
            "cost_percent": round(cost_percent(stretcher, speed, speech), 2),
        }
        for name, stretcher in stretchers.items()
        if stretcher is not None
        for speed in SPEEDS
    ]
    lines = [f"{'stretcher':38}{'speed':>7}{'tone dB':>10}{'speech dB':>11}{'cost %':>9}"]
    for row in rows:
        figures = f"{row['speed']:7}{row['tone_db']:10}{row['speech_db']:11}{row['cost_percent']:9}"
        lines.append(f"{row['stretcher']:38}{figures}")
    sys.stdout.write("\n".join(lines) + "\n")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
