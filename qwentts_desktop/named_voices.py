"""Which voice a name means: the system's, a preset speaker, or one of the library. Makes no sound."""

from __future__ import annotations

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.paths import AppPaths
from qwentts_desktop.speech.voice import ClonedVoice, PresetVoice, SystemVoice, Voice
from qwentts_desktop.voices.defaults import LanguageDefaults
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.speech_voice import voice_of

_SYSTEM = "system"
_SYSTEM_PREFIX = "system:"
_PRESET_PREFIX = "preset:"


def voice_named(name: str, paths: AppPaths) -> Voice:
    """The voice of this name: empty for the system's own, "system:NAME", "preset:SPEAKER", an id or name.

    Raises:
        VoiceError: there is no such voice, or its files are missing. Never another voice instead.
    """
    if not name or name == _SYSTEM:
        return SystemVoice()
    if name.startswith(_SYSTEM_PREFIX):
        return SystemVoice(name[len(_SYSTEM_PREFIX) :])
    if name.startswith(_PRESET_PREFIX):
        return PresetVoice(name[len(_PRESET_PREFIX) :].lower(), profile_id=name)
    return voice_of(VoiceLibrary(paths.voices).find(name))


def note_used(voice: Voice, paths: AppPaths) -> None:
    """Remember when a voice of the library spoke last, for its list."""
    profile_id = "" if isinstance(voice, SystemVoice) else voice.profile_id
    if profile_id and not profile_id.startswith(_PRESET_PREFIX):
        VoiceLibrary(paths.voices).note_used(profile_id)


def voices_by_language(paths: AppPaths) -> dict[str, Voice]:
    """The voices that read texts in one language each, by its ISO 639-1 code."""
    chosen = LanguageDefaults(paths.voices).get()
    library = VoiceLibrary(paths.voices)
    return {language: _voice_or_its_error(library, profile_id) for language, profile_id in chosen.items()}


def _voice_or_its_error(library: VoiceLibrary, profile_id: str) -> Voice:
    """A voice without its files is refused when it is its turn, not when another language is read."""
    try:
        return voice_of(library.get(profile_id))
    except VoiceError:
        return ClonedVoice(None, profile_id=profile_id)
