"""What a voice's folder looks like right now: whether its files are there. It opens none of them."""

from __future__ import annotations

import os
from contextlib import suppress

from qwentts_desktop.voices.content import PROMPT_FOLDER, content_key, parse_prompt_name
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.profile import VoiceKind


def problem_of(entry: VoiceEntry) -> str:
    """Why this voice cannot speak now, with what to do; empty for nothing."""
    profile = entry.profile
    if profile.kind is VoiceKind.UNKNOWN:
        return (
            f"“{profile.name}” was made by a newer version of this program. "
            "Update it, or choose another voice."
        )
    if profile.kind is not VoiceKind.CLONED:
        return ""
    needed = [path for path in (entry.recording_path, entry.prompt_path) if path is not None]
    if not needed:
        return f"“{profile.name}” has no recording. Give it one, or choose another voice."
    if not all(path.is_file() for path in needed):
        what = "recording" if profile.recording is not None else "encoded form"
        return (
            f"The {what} of “{profile.name}” is missing. Give it a recording again, restore the file, "
            "or choose another voice."
        )
    return ""


def encoded_for(entry: VoiceEntry) -> tuple[str, ...]:
    """Names of the models that a cloned voice is encoded for."""
    profile = entry.profile
    found: list[str] = []
    if profile.recording is not None:
        content = content_key(profile.recording.sha256, profile.transcript)
        with suppress(OSError), os.scandir(entry.folder / PROMPT_FOLDER) as files:
            names = [parse_prompt_name(file.name) for file in files]
            found = [name[0] for name in names if name is not None and name[1] == content]
    if profile.prompt_file and profile.model:
        found.append(profile.model)
    return tuple(sorted(found))
