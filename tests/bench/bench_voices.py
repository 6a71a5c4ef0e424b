"""How long a library of many voices keeps a user waiting: listing, searching, finding, adding.

    python tests/bench/bench_voices.py [VOICES]

Each voice has a recording, an encoded form and a use; the first list is that of a new process.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from qwentts_desktop.voices.clip import clip_of_samples
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import Profile, VoiceKind, new_id
from qwentts_desktop.voices.profile_file import format_profile
from qwentts_desktop.voices.speech_voice import voice_of

REPEATS = 15
LANGUAGES = ("de", "en", "zh", "fr")


def fill(library: VoiceLibrary, count: int) -> None:
    """One voice as the library writes it, the others copied beside it, which is quicker."""
    noise = np.random.default_rng(0).normal(0, 0.1, 5 * 24_000).astype(np.float32)
    first = library.add(Profile("Voice 0", VoiceKind.CLONED), clip_of_samples(noise, 24_000))
    recording = first.recording_path.read_bytes()
    for number in range(1, count):
        profile = Profile(
            f"Voice {number} {new_id()[:6]}",
            VoiceKind.CLONED,
            language=LANGUAGES[number % len(LANGUAGES)],
            notes="Recorded in the kitchen, close to the microphone. " * 3,
            transcript="What is said in this recording, word for word. " * 5,
            recording=first.profile.recording,
        )
        folder = library.folder / profile.id
        (folder / "prompts").mkdir(parents=True)
        (folder / profile.recording.file).write_bytes(recording)
        (folder / "prompts" / "Qwen3-TTS-0.6B-Base-0123456789abcdef.safetensors").write_bytes(b"x" * 10_000)
        (folder / "used").touch()
        (folder / "profile.toml").write_bytes(format_profile(profile))


def median_ms(action: Callable[[], object]) -> float:
    """Median of several runs in milliseconds."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        action()
        times.append((time.perf_counter() - began) * 1e3)
    return statistics.median(times)


def in_a_new_process(folder: Path) -> float:
    """Milliseconds for the first list of a process that has imported everything."""
    code = (
        "import sys, time; from pathlib import Path\n"
        "from qwentts_desktop.voices.library import VoiceLibrary\n"
        "began = time.perf_counter(); VoiceLibrary(Path(sys.argv[1])).entries()\n"
        "print((time.perf_counter() - began) * 1e3)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    with tempfile.TemporaryDirectory() as place:
        library = VoiceLibrary(Path(place) / "voices")
        fill(library, count)
        first = in_a_new_process(library.folder)
        indexed = statistics.median(in_a_new_process(library.folder) for _ in range(5))
        library.entries()
        some = library.entries()[count // 2]
        noise = clip_of_samples(np.random.default_rng(1).normal(0, 0.1, 120_000).astype(np.float32), 24_000)
        rows = {
            "list, new process, no index": first,
            "list, new process": indexed,
            "list": median_ms(library.entries),
            "search": median_ms(lambda: library.search("kitchen voice 77", language="de")),
            "find by name": median_ms(lambda: library.find(some.profile.name)),
            "voice by id, for a request": median_ms(lambda: voice_of(library.get(some.profile.id))),
            "add": median_ms(lambda: library.add(Profile(new_id(), VoiceKind.CLONED), noise)),
        }
        for name, milliseconds in rows.items():
            print(f"{name:32} {milliseconds:8.1f} ms  ({count} voices)")


if __name__ == "__main__":
    main()
