"""One voice as one file to give away: a zip archive of its profile, recording and encoded forms.

Export writes it; `archive_reading` looks into one and takes it in. Callers show `EXPORT_WARNING` first.
"""

from __future__ import annotations

import os
import zipfile
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.content import PROMPT_FOLDER
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.profile_file import PROFILE_FILE

ARCHIVE_ENDING = ".qwenvoice"
EXPORT_WARNING = (
    "This file will hold the recording of a person's voice. Whoever has it can make that voice say anything. "
    "Give it only to people whom that person trusts."
)


def export_voice(entry: VoiceEntry, path: Path) -> None:
    """Write a voice to a file, whole or not at all; an existing file is replaced.

    Raises:
        VoiceError: the voice's files are missing, it is of a newer program, or the file cannot be written.
    """
    if entry.is_read_only:
        raise VoiceError(
            f"“{entry.profile.name}” was made by a newer version of this program. "
            "Update it to export this voice."
        )
    if entry.problem:
        raise VoiceError(entry.problem)
    staged = path.with_name(f".{path.name[:40]}.{uuid4().hex[:8]}.part")
    try:
        with zipfile.ZipFile(staged, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in _files_of(entry):
                archive.write(file, file.relative_to(entry.folder).as_posix())
        with staged.open("rb+") as written:
            os.fsync(written.fileno())
        staged.replace(path)
    except (OSError, ValueError) as error:  # ValueError: a file older than 1980
        with suppress(OSError):
            staged.unlink()
        raise VoiceError(
            f"“{path.name}” could not be written. Check that the folder is there and has space left.",
            detail=str(error),
        ) from error


def _files_of(entry: VoiceEntry) -> list[Path]:
    """What the profile names, and the encoded forms; never anything else that lies in the folder."""
    named = [entry.recording_path, entry.original_path, entry.prompt_path]
    files = [entry.folder / PROFILE_FILE, *(path for path in named if path is not None and path.is_file())]
    return files + sorted((entry.folder / PROMPT_FOLDER).glob("*.safetensors"))
