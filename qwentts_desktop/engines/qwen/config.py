"""Owns the sizes and ids of a published model, read from its config.json. Knows no tensor and no torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qwentts_desktop.errors import CheckpointError

BASE, CUSTOM_VOICE, VOICE_DESIGN = "base", "custom_voice", "voice_design"

CODEBOOKS = 16
CODES_A_BOOK = 2048
"""Codes that sound; ids from here on are special and, eos aside, never drawn."""
FRAME_SAMPLES = 1920
SAMPLE_RATE_HZ = 24_000
FRAMES_A_SECOND = 12.5

_SIZE_NAMES = {"0b6": "0.6B", "1b7": "1.7B"}
_KIND_NAMES = {BASE: "Base", CUSTOM_VOICE: "CustomVoice", VOICE_DESIGN: "VoiceDesign"}


@dataclass(frozen=True)
class StackConfig:
    """One stack of transformer layers.

    Attributes:
        width: D. feed_forward: I. layers: L. heads: H query heads. kv_heads: key/value heads.
        head_size: width of a head. rope_theta, norm_eps: of the rotation and of the norms.
        vocabulary: V, codes that a head of it tells apart.
    """

    width: int
    feed_forward: int
    layers: int
    heads: int
    kv_heads: int
    head_size: int
    rope_theta: float
    norm_eps: float
    vocabulary: int


@dataclass(frozen=True)
class CodecIds:
    """Special ids of the codec vocabulary."""

    pad: int
    bos: int
    eos: int
    think: int
    nothink: int
    think_bos: int
    think_eos: int


@dataclass(frozen=True)
class TextIds:
    """Special ids of the text vocabulary."""

    im_start: int
    im_end: int
    assistant: int
    tts_pad: int
    tts_bos: int
    tts_eos: int


@dataclass(frozen=True)
class ModelConfig:
    """One published model.

    Attributes:
        kind: base, custom_voice or voice_design.
        size: as the model calls it, such as "0b6".
        talker, predictor: the two stacks.
        text_width, text_vocabulary: of the text embedding in front of the talker.
        codec, text: special ids.
        languages: id of each language and dialect by its lower-case English name.
        speakers: id of each preset speaker by lower-case name.
        dialects: dialect of a preset speaker who has one.
        library_version: version of transformers that the files were written for.
    """

    kind: str
    size: str
    talker: StackConfig
    predictor: StackConfig
    text_width: int
    text_vocabulary: int
    codec: CodecIds
    text: TextIds
    languages: Mapping[str, int]
    speakers: Mapping[str, int]
    dialects: Mapping[str, str]
    library_version: str

    @property
    def name(self) -> str:
        """For the user, such as "Qwen3-TTS 0.6B Base"."""
        return f"Qwen3-TTS {_SIZE_NAMES.get(self.size, self.size)} {_KIND_NAMES.get(self.kind, self.kind)}"

    @property
    def follows_instructions(self) -> bool:
        """Whether CustomVoice of this size was trained on instructions; the 0.6B one ignores them."""
        return self.size != "0b6"


def read_config(folder: Path) -> ModelConfig:
    """Read config.json of a model folder.

    Raises:
        CheckpointError: the file is missing, damaged or of another kind of model; the sentence says which.
    """
    raw = read_json(folder / "config.json")
    if raw.get("model_type") != "qwen3_tts":
        raise CheckpointError(f"The model in {folder} is not a Qwen3-TTS model. Choose another folder.")
    if raw.get("tokenizer_type") != "qwen3_tts_tokenizer_12hz":
        raise CheckpointError(
            "This Qwen3-TTS model uses another codec than the 12 Hz one. Choose a 12 Hz model."
        )
    try:
        config = _parse(raw)
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(
            f"The file config.json in {folder} is damaged. Download the model again.", detail=repr(error)
        ) from error
    _check_supported(config, raw["talker_config"])
    return config


def read_json(path: Path) -> dict[str, Any]:
    """Read one JSON object of a model folder, or raise a CheckpointError that names the file."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise CheckpointError(
            f"The model is incomplete: {path.name} is missing. Download it again."
        ) from error
    except (OSError, ValueError) as error:
        raise CheckpointError(
            f"The model's file {path.name} cannot be read. Download the model again.", detail=repr(error)
        ) from error
    if not isinstance(content, dict):
        raise CheckpointError(f"The model's file {path.name} is damaged. Download the model again.")
    return content


def _parse(raw: Mapping[str, Any]) -> ModelConfig:
    talker = raw["talker_config"]
    return ModelConfig(
        kind=raw["tts_model_type"],
        size=raw["tts_model_size"],
        talker=_stack(talker),
        predictor=_stack(talker["code_predictor_config"]),
        text_width=talker["text_hidden_size"],
        text_vocabulary=talker["text_vocab_size"],
        codec=CodecIds(
            pad=talker["codec_pad_id"],
            bos=talker["codec_bos_id"],
            eos=talker["codec_eos_token_id"],
            think=talker["codec_think_id"],
            nothink=talker["codec_nothink_id"],
            think_bos=talker["codec_think_bos_id"],
            think_eos=talker["codec_think_eos_id"],
        ),
        text=TextIds(
            im_start=raw.get("im_start_token_id", 151644),
            im_end=raw.get("im_end_token_id", 151645),
            assistant=raw.get("assistant_token_id", 77091),
            tts_pad=raw.get("tts_pad_token_id", 151671),
            tts_bos=raw.get("tts_bos_token_id", 151672),
            tts_eos=raw.get("tts_eos_token_id", 151673),
        ),
        languages={name.lower(): int(i) for name, i in talker["codec_language_id"].items()},
        speakers={name.lower(): int(i) for name, i in (talker.get("spk_id") or {}).items()},
        dialects={n.lower(): d for n, d in (talker.get("spk_is_dialect") or {}).items() if d},
        library_version=str(raw.get("transformers_version", "")),
    )


def _stack(raw: Mapping[str, Any]) -> StackConfig:
    return StackConfig(
        width=int(raw["hidden_size"]),
        feed_forward=int(raw["intermediate_size"]),
        layers=int(raw["num_hidden_layers"]),
        heads=int(raw["num_attention_heads"]),
        kv_heads=int(raw["num_key_value_heads"]),
        head_size=int(raw.get("head_dim") or raw["hidden_size"] // raw["num_attention_heads"]),
        rope_theta=float(raw.get("rope_theta", 1e6)),
        norm_eps=float(raw.get("rms_norm_eps", 1e-6)),
        vocabulary=int(raw["vocab_size"]),
    )


def _check_supported(config: ModelConfig, talker: Mapping[str, Any]) -> None:
    plain = (
        config.kind in _KIND_NAMES
        and int(talker.get("num_code_groups", CODEBOOKS)) == CODEBOOKS
        and not talker.get("attention_bias", False)
        and not talker.get("use_sliding_window", False)
        and talker.get("hidden_act", "silu") == "silu"
    )
    if not plain:
        raise CheckpointError("This variant of Qwen3-TTS is not supported. Choose a published 12 Hz model.")
