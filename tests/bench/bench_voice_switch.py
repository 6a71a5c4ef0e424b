"""What switching between two voices that are known costs: time to the first sound after a switch and without.

    python tests/bench/bench_voice_switch.py MODEL_FOLDER [DEVICE]

MODEL_FOLDER: a Base model. Both voices have spoken once; then each text goes to the other voice, or the same.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

from qwentts_desktop.engines.qwen.engine import QwenEngine
from qwentts_desktop.speech.request import SamplingOptions, SpeechRequest
from qwentts_desktop.speech.voice import Voice
from qwentts_desktop.voices.clip import clip_of_samples
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import Profile, VoiceKind
from qwentts_desktop.voices.speech_voice import voice_of

RUNS = 20
SAMPLING = SamplingOptions(max_frames=4, seed=1)
TEXT = "Good morning, this is a sentence of usual length."


def make_voices(folder: Path) -> tuple[Voice, Voice]:
    """Two cloned voices with a transcript, five seconds each."""
    library = VoiceLibrary(folder)
    made = []
    for name, seed in (("Anna", 1), ("Berta", 2)):
        noise = np.random.default_rng(seed).normal(0, 0.1, 120_000).astype(np.float32)
        profile = Profile(name, VoiceKind.CLONED, transcript="What somebody said in this recording.")
        made.append(voice_of(library.add(profile, clip_of_samples(noise, 24_000))))
    return made[0], made[1]


def first_sound_ms(engine: QwenEngine, voice: Voice) -> float:
    """Milliseconds until the first chunk of a text."""
    began = time.perf_counter()
    chunks = engine.stream(SpeechRequest(TEXT, voice, "en", SAMPLING), threading.Event())
    next(chunks)
    took = (time.perf_counter() - began) * 1e3
    for _ in chunks:
        pass
    return took


def main() -> None:
    """Measure and print."""
    engine = QwenEngine(Path(sys.argv[1]), device=sys.argv[2] if len(sys.argv) > 2 else "auto")
    engine.load(lambda _: None, threading.Event())
    with tempfile.TemporaryDirectory() as place:
        anna, berta = make_voices(Path(place) / "voices")
        encoded = [first_sound_ms(engine, voice) for voice in (anna, berta)]
        same = [first_sound_ms(engine, anna) for _ in range(RUNS)]
        switched = [first_sound_ms(engine, voice) for _ in range(RUNS // 2) for voice in (berta, anna)]
    engine.unload()
    before, after = statistics.median(same), statistics.median(switched)
    print(f"encoding as well, first use   {max(encoded):8.2f} ms")
    print(f"the same voice again          {before:8.2f} ms")
    print(f"the other voice               {after:8.2f} ms  ({after - before:+.2f} ms)")


if __name__ == "__main__":
    main()
