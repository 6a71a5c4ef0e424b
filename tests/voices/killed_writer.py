"""Changes a library over and over in children that are killed at random moments, and looks what is left.

    python killed_writer.py LIBRARY ARCHIVE CLIP RUNS SEED

Prints JSON: how many kills left something half-made behind, and what was broken (nothing, it is
hoped). Linux only: it forks, so that a run costs milliseconds.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.archive_reading import import_archive
from qwentts_desktop.voices.clip import Clip
from qwentts_desktop.voices.clip_reading import read_clip
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import Profile, VoiceKind, new_id
from qwentts_desktop.voices.speech_voice import voice_of

LONGEST_LIFE_S = 0.08


def change_for_ever(folder: Path, archive: Path, clips: list[Clip], seed: int) -> None:
    """Add, edit, give another recording, import, copy; never returns."""
    library, chance = VoiceLibrary(folder), random.Random(seed)
    while True:
        entries = library.entries()
        some = chance.choice(entries).profile.id if entries else ""
        action = chance.randrange(5) if entries else 0
        try:
            if action == 0:
                library.add(Profile(new_id(), VoiceKind.CLONED, transcript="x"), chance.choice(clips))
            elif action == 1:
                library.edit(some, lambda profile: replace(profile, notes="n" * chance.randrange(5_000)))
            elif action == 2:
                library.replace_recording(some, chance.choice(clips))
            elif action == 3:
                import_archive(library, archive, new_id())
            else:
                library.duplicate(some)
        except VoiceError as error:
            os.write(2, f"{error.message} {error.detail}\n".encode())


def _import_everything(folder: Path, archive: Path, clip: Clip) -> None:
    """Once before forking, so that children spend their short lives writing and not importing."""
    library = VoiceLibrary(folder)
    library.replace_recording(library.add(Profile("x", VoiceKind.CLONED), clip).profile.id, clip)
    import_archive(library, archive)


def broken_in(folder: Path) -> list[str]:
    """What is not whole: every voice must have a recording that is the one its profile names."""
    library = VoiceLibrary(folder)
    broken = [f"set aside: {one.reason}" for one in library.set_aside()]
    for entry in library.entries():
        try:
            voice = voice_of(entry)
            digest = hashlib.sha256(voice.reference.read_bytes()).hexdigest()
            if digest != entry.profile.recording.sha256:
                broken.append("another recording than the profile says")
        except VoiceError as error:
            broken.append(error.message)
    return broken


def main() -> None:
    """Kill, look, and so on."""
    folder, archive, clip_file = (Path(argument) for argument in sys.argv[1:4])
    runs, seed = int(sys.argv[4]), int(sys.argv[5])
    whole = read_clip(clip_file)
    clips = [whole.cut(0.0, 1.5), whole.cut(1.0, 3.0), whole.cut(0.5, 4.0)]
    _import_everything(folder.with_name("first"), archive, clips[0])
    chance = random.Random(seed)
    half_made, broken, seen = 0, [], set()
    for run in range(runs):
        child = os.fork()
        if child == 0:
            try:
                change_for_ever(folder, archive, clips, seed * 100_000 + run)
            finally:
                os._exit(1)
        time.sleep(chance.uniform(0.0, LONGEST_LIFE_S))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        staged = set(folder.rglob(".new-*"))
        half_made += bool(staged - seen)
        seen = staged
        broken += broken_in(folder)
    left = VoiceLibrary(folder)
    left.add(Profile("after it all", VoiceKind.SYSTEM))
    swept = not any(folder.glob(".new-*"))
    sys.stdout.write(
        json.dumps({"half_made": half_made, "broken": broken, "voices": len(left.entries()), "swept": swept})
    )


if __name__ == "__main__":
    main()
