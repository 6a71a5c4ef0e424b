"""The files of a reference recording in a profile's folder. Knows no profile but the names it gives them."""

from __future__ import annotations

import hashlib
import io
import re
from pathlib import Path, PurePath

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.clip import CLIP_RATE_HZ, Clip
from qwentts_desktop.voices.clip_review import review
from qwentts_desktop.voices.clip_trim import LONGEST_S
from qwentts_desktop.voices.profile import Recording
from qwentts_desktop.voices.staging import put_file

_NAME_DIGITS = 12


def usable_clip(clip: Clip) -> Clip:
    """The clip as it is used: leveled, and cut at a pause where it is longer than 30 s.

    Raises:
        VoiceError: it cannot serve as a reference at all; the sentence says why.
    """
    found = review(clip)
    if found.blocking is not None:
        raise VoiceError(found.blocking.message)
    if clip.seconds > LONGEST_S:
        clip = clip.cut(found.suggestion.start_s, found.suggestion.end_s)
    return clip.leveled()


def write_recording(folder: Path, clip: Clip) -> Recording:
    """Write a usable clip and the file it came from; what was there before stays until `drop_other_files`.

    The name holds the content's hash, so that a new recording never takes the place of one still named by the
    profile: the profile's own file alone decides which one counts.
    """
    content = _wav(clip)
    digest = hashlib.sha256(content).hexdigest()
    file = f"reference-{digest[:_NAME_DIGITS]}.wav"
    put_file(folder / file, content)
    original = ""
    if clip.original is not None:
        ending = _ending(clip.original.name)
        original = f"original-{hashlib.sha256(clip.original.content).hexdigest()[:_NAME_DIGITS]}{ending}"
        put_file(folder / original, clip.original.content)
    return Recording(file, original, digest, round(clip.seconds, 3))


def drop_other_files(folder: Path, keep: Recording) -> None:
    """Remove the files of earlier recordings."""
    for pattern in ("reference-*", "original-*"):
        for file in folder.glob(pattern):
            if file.name not in (keep.file, keep.original):
                file.unlink(missing_ok=True)


def _wav(clip: Clip) -> bytes:
    import soundfile  # type: ignore[import-untyped]

    buffer = io.BytesIO()
    soundfile.write(buffer, clip.samples, CLIP_RATE_HZ, format="WAV", subtype="PCM_16")
    return buffer.getvalue()


def _ending(name: str) -> str:
    ending = PurePath(name).suffix.lower()
    return ending if re.fullmatch(r"\.[a-z0-9]{1,8}", ending) else ""
