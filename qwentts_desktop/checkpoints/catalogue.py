"""The published models: what each is, can do and needs. Knows no network and no folder."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from qwentts_desktop.errors import InvalidRequestError

LANGUAGES = ("zh", "en", "de", "it", "pt", "es", "ja", "ko", "fr", "ru")

_SMALL_FILES = 4_463_000
"""Bytes of the configuration and of the tokenizer."""

_CODEC = 682_293_092
"""Bytes of the codec's weights, the same file in all five."""

_WORKING_MEMORY = 1_400_000_000
"""Bytes of the card beside the weights: driver's context, codec, cache, graphs; estimated, rounded up."""

_TEXT_EMBEDDING = 151_936 * 2_048 * 2
"""Bytes of the weights that stay in the computer's own memory."""


class ModelKind(str, Enum):
    """What a model was trained for; the value is the published word."""

    BASE = "Base"
    CUSTOM_VOICE = "CustomVoice"
    VOICE_DESIGN = "VoiceDesign"


class Ability(str, Enum):
    """What a model can do for a user."""

    CLONING = "cloning"
    PRESETS = "presets"
    DESIGN = "design"
    INSTRUCTIONS = "instructions"


@dataclass(frozen=True)
class PublishedModel:
    """One model of the catalogue.

    Attributes:
        repo_id: its name at the hub, such as "Qwen/Qwen3-TTS-12Hz-0.6B-Base".
        size: "0.6B" or "1.7B".
        kind: what it was trained for.
        abilities: what it can do.
        weight_bytes: of the model's own weights, without the codec.
        licence: SPDX name.
        languages: ISO 639-1 codes.
    """

    repo_id: str
    size: str
    kind: ModelKind
    abilities: frozenset[Ability]
    weight_bytes: int
    licence: str = "Apache-2.0"
    languages: tuple[str, ...] = LANGUAGES

    @property
    def id(self) -> str:
        """Its name, and the name of its folder: "Qwen3-TTS-12Hz-0.6B-Base"."""
        return self.repo_id.split("/")[1]

    @property
    def short_name(self) -> str:
        """The name that people type: "0.6B-Base"."""
        return f"{self.size}-{self.kind.value}"

    @property
    def download_bytes(self) -> int:
        """About what a download takes; the hub's own list has the last word."""
        return self.weight_bytes + _CODEC + _SMALL_FILES

    @property
    def memory_bytes(self) -> int:
        """About what the card must have free, with the weights as published (bfloat16)."""
        return self.weight_bytes - _TEXT_EMBEDDING + _WORKING_MEMORY


def _model(name: str, weight_bytes: int, *abilities: Ability) -> PublishedModel:
    size, kind = name.split("-")
    return PublishedModel(
        f"Qwen/Qwen3-TTS-12Hz-{name}", size, ModelKind(kind), frozenset(abilities), weight_bytes
    )


CATALOGUE = (
    _model("0.6B-Base", 1_829_344_272, Ability.CLONING),
    _model("0.6B-CustomVoice", 1_811_626_576, Ability.PRESETS),
    _model("1.7B-Base", 3_857_413_744, Ability.CLONING),
    _model("1.7B-CustomVoice", 3_833_402_552, Ability.PRESETS, Ability.INSTRUCTIONS),
    _model("1.7B-VoiceDesign", 3_833_402_552, Ability.DESIGN, Ability.INSTRUCTIONS),
)
"""All published models of the 12 Hz family, the smaller ones first."""


def published(name: str) -> PublishedModel:
    """The model of this id, id at the hub or short name, in any case of letters.

    Raises:
        InvalidRequestError: there is none.
    """
    for model in CATALOGUE:
        if name.casefold() in (known.casefold() for known in (model.id, model.repo_id, model.short_name)):
            return model
    names = ", ".join(model.short_name for model in CATALOGUE)
    raise InvalidRequestError(f'There is no model "{name}". The models are: {names}.')
