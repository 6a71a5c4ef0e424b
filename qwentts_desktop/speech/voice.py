"""What a request says about its voice. No file is read here; an engine resolves it, or refuses."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class SystemVoice:
    """A voice of the operating system.

    Attributes:
        name: the system's own name of the voice, or empty for the one that fits the language.
    """

    name: str = ""


@dataclass(frozen=True)
class ClonedVoice:
    """A voice cloned from a reference recording.

    Attributes:
        reference: the recording, mono, as used; None where only the encoded prompt is at hand.
        transcript: what the recording says, word for word. With it the engine clones by ICL (in-context
            learning); empty means by speaker embedding alone.
        prompt: the encoded prompt (safetensors), or None to encode from the recording.
        instruction: how to speak, free text; experimental with cloned voices.
        profile_id: the profile that this came from, empty for none.
        kept_prompts: a folder where the engine keeps what it encoded from the recording, so that it need not
            encode it again; None for nowhere.
        content: changes when the recording or the transcript does; part of the name of what is kept.
        name: what the user calls it; a voice with another name is the same voice.
    """

    reference: Path | None
    transcript: str = ""
    prompt: Path | None = None
    instruction: str = ""
    profile_id: str = ""
    kept_prompts: Path | None = None
    content: str = ""
    name: str = field(default="", compare=False)


@dataclass(frozen=True)
class PresetVoice:
    """A speaker that a CustomVoice model brings along.

    Attributes:
        speaker: the model's name of it, lower case, such as "vivian".
        instruction: how to speak, free text.
        profile_id: the profile that this came from, empty for none.
        name: what the user calls it; a voice with another name is the same voice.
    """

    speaker: str
    instruction: str = ""
    profile_id: str = ""
    name: str = field(default="", compare=False)


@dataclass(frozen=True)
class DesignedVoice:
    """A voice made up by a VoiceDesign model from a description.

    Attributes:
        description: free text, such as "a calm older woman with a low voice".
        profile_id: the profile that this came from, empty for none.
        name: what the user calls it; a voice with another name is the same voice.
    """

    description: str
    profile_id: str = ""
    name: str = field(default="", compare=False)


Voice = SystemVoice | ClonedVoice | PresetVoice | DesignedVoice
