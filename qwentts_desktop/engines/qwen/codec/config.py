"""Owns the numbers that describe a codec's decoder, from speech_tokenizer/config.json. Knows no tensor."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qwentts_desktop.errors import CheckpointError


@dataclass(frozen=True)
class CodecConfig:
    """Shape of the decoder: what the file does not say has the published model's value."""

    codebook_size: int = 2048
    num_quantizers: int = 16
    codebook_dim: int = 512
    latent_dim: int = 1024
    hidden_size: int = 512
    intermediate_size: int = 1024
    num_hidden_layers: int = 8
    num_attention_heads: int = 16
    head_dim: int = 64
    sliding_window: int = 72
    rope_theta: float = 10000.0
    rms_norm_eps: float = 1e-5
    upsampling_ratios: tuple[int, ...] = (2, 2)
    upsample_rates: tuple[int, ...] = (8, 5, 4, 3)
    decoder_dim: int = 1536
    sample_rate_hz: int = 24000

    @property
    def samples_per_frame(self) -> int:
        """Samples that one frame of codes becomes."""
        return math.prod(self.upsampling_ratios) * math.prod(self.upsample_rates)

    @classmethod
    def from_folder(cls, folder: Path) -> CodecConfig:
        """Read `folder`/config.json.

        Raises:
            CheckpointError: the file is missing, damaged, or describes another codec.
        """
        try:
            content = json.loads((folder / "config.json").read_text("utf-8"))
            decoder = dict(content["decoder_config"])
            return _from_json(content, decoder)
        except FileNotFoundError as error:
            raise CheckpointError(
                "The model folder has no speech codec. Download the model again.", detail=str(error)
            ) from error
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CheckpointError(
                "The description of the speech codec is damaged. Download the model again.",
                detail=repr(error),
            ) from error


def _from_json(content: dict[str, Any], decoder: dict[str, Any]) -> CodecConfig:
    named = {name: decoder[name] for name in CodecConfig.__dataclass_fields__ if name in decoder}
    for name in ("upsampling_ratios", "upsample_rates"):
        if name in named:
            named[name] = tuple(named[name])
    if "head_dim" not in named and {"hidden_size", "num_attention_heads"} <= named.keys():
        named["head_dim"] = named["hidden_size"] // named["num_attention_heads"]
    config = CodecConfig(**named, sample_rate_hz=content.get("output_sample_rate", 24000))
    _refuse_another_codec(content, decoder, config)
    return config


def _refuse_another_codec(content: dict[str, Any], decoder: dict[str, Any], config: CodecConfig) -> None:
    kv_heads = decoder.get("num_key_value_heads", config.num_attention_heads)
    known = (
        content.get("model_type", "qwen3_tts_tokenizer_12hz") == "qwen3_tts_tokenizer_12hz"
        and kv_heads == config.num_attention_heads
        and not decoder.get("attention_bias", False)
        and config.samples_per_frame == content.get("decode_upsample_rate", config.samples_per_frame)
    )
    if not known:
        raise CheckpointError(
            "This model has a speech codec that is not known here. Use a Qwen3-TTS 12 Hz model.",
            detail=f"{content.get('model_type')}, {decoder}",
        )
