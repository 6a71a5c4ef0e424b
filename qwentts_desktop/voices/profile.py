"""What a voice profile is: facts as the user gave them. No file, no sound."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timezone
from enum import Enum
from uuid import uuid4

AUTO = "auto"


class VoiceKind(str, Enum):
    """The kinds of voice that a user can tell apart."""

    CLONED = "cloned"
    PRESET = "preset"
    DESIGNED = "designed"
    SYSTEM = "system"
    UNKNOWN = "unknown"
    """Of a newer program: shown, never spoken, never changed."""


@dataclass(frozen=True)
class Recording:
    """The reference recording of a cloned voice, by file names inside the profile's folder.

    Attributes:
        file: as used: mono, 24 kHz, leveled.
        original: as it came; empty where nothing was kept.
        sha256: of the file as used, hexadecimal, when it was written.
        seconds: length of the file as used.
    """

    file: str
    original: str = ""
    sha256: str = ""
    seconds: float = 0.0


def new_id() -> str:
    """An id that nobody else has: 32 hexadecimal digits."""
    return uuid4().hex


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Profile:
    """One voice.

    Attributes:
        name: for the user; checked by `voices.names.checked_name` when it enters the library.
        kind: what makes the voice.
        language: ISO 639-1 code of what it speaks best, or "auto".
        notes: the user's own.
        consent: who allowed the use of this voice, in the user's words; travels with an export.
        instruction: how to speak, free text (cloned and preset).
        transcript: what the recording says, word for word; empty clones by the voice alone.
        speaker: the model's name of a preset speaker, lower case.
        description: of a designed voice.
        system_name: the operating system's name of a system voice.
        model: size that the voice is bound to, such as "1.7B"; empty for any.
        recording: of a cloned voice; None where only an encoded form is there.
        prompt_file: an encoded form that cannot be made again, a file name in the folder; else empty.
        id: name of the folder.
        created: ISO 8601, UTC.
    """

    name: str
    kind: VoiceKind
    language: str = AUTO
    notes: str = ""
    consent: str = ""
    instruction: str = ""
    transcript: str = ""
    speaker: str = ""
    description: str = ""
    system_name: str = ""
    model: str = ""
    recording: Recording | None = None
    prompt_file: str = ""
    id: str = field(default_factory=new_id)
    created: str = field(default_factory=_now)

    @property
    def is_voice_only(self) -> bool:
        """Cloned by speaker embedding alone, because there is no transcript."""
        return self.kind is VoiceKind.CLONED and not self.transcript.strip()
