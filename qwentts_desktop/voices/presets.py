"""The speakers that the CustomVoice models bring along, as published. No file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PresetSpeaker:
    """A speaker.

    Attributes:
        name: the model's name, lower case.
        title: for the user.
        language: ISO 639-1 code of the language it was made in; it speaks the others too.
        dialect: of that language, in English; empty for none.
    """

    name: str
    title: str
    language: str
    dialect: str = ""


PRESET_SPEAKERS = (
    PresetSpeaker("vivian", "Vivian", "zh"),
    PresetSpeaker("serena", "Serena", "zh"),
    PresetSpeaker("uncle_fu", "Uncle Fu", "zh"),
    PresetSpeaker("dylan", "Dylan", "zh", "Beijing"),
    PresetSpeaker("eric", "Eric", "zh", "Sichuan"),
    PresetSpeaker("ryan", "Ryan", "en"),
    PresetSpeaker("aiden", "Aiden", "en"),
    PresetSpeaker("ono_anna", "Ono Anna", "ja"),
    PresetSpeaker("sohee", "Sohee", "ko"),
)
"""In the order of a menu."""


def speaker_named(name: str) -> PresetSpeaker | None:
    """The speaker of this name in any case, by its title too; None where the models have none."""
    wanted = name.strip().casefold()
    return next((one for one in PRESET_SPEAKERS if wanted in (one.name, one.title.casefold())), None)
