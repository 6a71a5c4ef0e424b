"""A voice of the library as a request names it. Only looks whether the files are there."""

from __future__ import annotations

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.speech.voice import ClonedVoice, DesignedVoice, PresetVoice, SystemVoice, Voice
from qwentts_desktop.voices.content import PROMPT_FOLDER, content_key, file_sha256
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.profile import VoiceKind


def voice_of(entry: VoiceEntry) -> Voice:
    """What to put into a request; a recording replaced under the same name is another voice.

    Raises:
        VoiceError: its files are missing, or it is of a kind that only a newer program knows.
    """
    if entry.problem:
        raise VoiceError(entry.problem)
    profile = entry.profile
    if profile.kind is VoiceKind.PRESET:
        return PresetVoice(profile.speaker, profile.instruction, profile.id, profile.name)
    if profile.kind is VoiceKind.DESIGNED:
        return DesignedVoice(profile.description, profile.id, profile.name)
    if profile.kind is VoiceKind.SYSTEM:
        return SystemVoice(profile.system_name)
    return _cloned(entry)


def _cloned(entry: VoiceEntry) -> ClonedVoice:
    profile, recording = entry.profile, entry.recording_path
    if recording is None:
        return ClonedVoice(
            None,
            profile.transcript,
            entry.prompt_path,
            profile.instruction,
            profile.id,
            name=profile.name,
        )
    try:
        digest = file_sha256(recording)
    except OSError as error:
        raise VoiceError(
            f"The recording of “{profile.name}” cannot be read. Restore the file, or choose another voice.",
            detail=str(error),
        ) from error
    return ClonedVoice(
        recording,
        profile.transcript,
        None,
        profile.instruction,
        profile.id,
        kept_prompts=entry.folder / PROMPT_FOLDER,
        content=content_key(digest, profile.transcript),
        name=profile.name,
    )
