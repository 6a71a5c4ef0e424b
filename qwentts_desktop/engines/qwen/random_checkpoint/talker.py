"""config.json, generation_config.json and model.safetensors of every published kind and size, and tiny."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from qwentts_desktop.engines.qwen import upstream
from qwentts_desktop.engines.qwen.random_checkpoint.json_file import write_json
from qwentts_desktop.engines.qwen.random_checkpoint.weights import built, randomise, save

KINDS = ("base", "custom_voice", "voice_design")

LANGUAGE_IDS = {
    "chinese": 2055, "english": 2050, "german": 2053, "italian": 2070, "portuguese": 2071, "spanish": 2054,
    "japanese": 2058, "korean": 2064, "french": 2061, "russian": 2069,
    "beijing_dialect": 2074, "sichuan_dialect": 2062,
}  # fmt: skip
SPEAKER_IDS = {
    "serena": 3066, "vivian": 3065, "uncle_fu": 3010, "ryan": 3061, "aiden": 2861,
    "ono_anna": 2873, "sohee": 2864, "eric": 2875, "dylan": 2878,
}  # fmt: skip
SPEAKER_DIALECTS = dict.fromkeys(SPEAKER_IDS, False) | {"eric": "sichuan_dialect", "dylan": "beijing_dialect"}


@dataclass(frozen=True)
class Size:
    """What differs between the sizes of the talker, and whether the codec is the real one."""

    published_name: str
    width: int
    feed_forward: int
    layers: int
    heads: int
    kv_heads: int
    head_size: int
    rope_sections: tuple[int, int, int]
    text_width: int
    predictor_width: int
    predictor_feed_forward: int
    predictor_layers: int
    dtype: torch.dtype
    real_codec: bool


_TINY: dict[str, Any] = {
    "published_name": "tiny", "feed_forward": 128, "layers": 2, "heads": 4, "kv_heads": 2, "head_size": 32,
    "rope_sections": (8, 4, 4), "text_width": 64, "predictor_width": 64, "predictor_feed_forward": 128,
    "predictor_layers": 2, "dtype": torch.float32, "real_codec": False,
}  # fmt: skip
_REAL: dict[str, Any] = {
    "layers": 28, "heads": 16, "kv_heads": 8, "head_size": 128, "rope_sections": (24, 20, 20),
    "text_width": 2048, "predictor_width": 1024, "predictor_feed_forward": 3072, "predictor_layers": 5,
    "dtype": torch.bfloat16, "real_codec": True,
}  # fmt: skip
SIZES: dict[str, Size] = {
    "tiny": Size(width=64, **_TINY),
    "wide": Size(width=96, **_TINY),
    "0.6b": Size("0b6", width=1024, feed_forward=3072, **_REAL),
    "1.7b": Size("1b7", width=2048, feed_forward=6144, **_REAL),
}


def write_talker(out: Path, size_name: str, kind: str, device: str = "cpu", seed: int = 0) -> None:
    """Write config.json, generation_config.json and model.safetensors."""
    out.mkdir(parents=True, exist_ok=True)
    size = SIZES[size_name]
    talker = _talker_config(size, kind)
    speaker: dict[str, Any] = {"enc_dim": size.width, "sample_rate": 24000}
    if not size.real_codec:
        speaker |= {"enc_channels": [16, 16, 16, 16, 48], "enc_attention_channels": 8, "enc_se_channels": 8}
        speaker |= {"enc_res2net_scale": 4}
    shared = {
        "talker_config": talker, "speaker_encoder_config": speaker,
        "tokenizer_type": "qwen3_tts_tokenizer_12hz",
        "tts_model_size": size.published_name, "tts_model_type": kind,
    }  # fmt: skip
    ids = {
        "assistant_token_id": 77091, "im_start_token_id": 151644, "im_end_token_id": 151645,
        "tts_pad_token_id": 151671, "tts_bos_token_id": 151672, "tts_eos_token_id": 151673,
    }  # fmt: skip
    model = built(
        upstream.Qwen3TTSForConditionalGeneration, upstream.Qwen3TTSConfig(**shared), size.dtype, device
    )
    randomise(model, seed + 1)
    save(model, out / "model.safetensors")
    about = {"architectures": ["Qwen3TTSForConditionalGeneration"], "model_type": "qwen3_tts"}
    write_json(out / "config.json", about | ids | shared | {"transformers_version": "4.57.3"})
    write_json(
        out / "generation_config.json",
        {
            "do_sample": True, "top_k": 50, "top_p": 1.0, "temperature": 0.9, "repetition_penalty": 1.05,
            "subtalker_dosample": True, "subtalker_top_k": 50, "subtalker_top_p": 1.0,
            "subtalker_temperature": 0.9, "max_new_tokens": 8192,
        },
    )  # fmt: skip


def _talker_config(size: Size, kind: str) -> dict[str, Any]:
    has_speakers = kind == "custom_voice"
    rope = {
        "interleaved": True,
        "mrope_section": list(size.rope_sections),
        "rope_type": "default",
        "type": "default",
    }
    attention = {
        "num_attention_heads": size.heads, "num_key_value_heads": size.kv_heads, "head_dim": size.head_size,
        "rms_norm_eps": 1e-6, "rope_theta": 1000000, "num_code_groups": 16,
    }  # fmt: skip
    predictor = attention | {
        "vocab_size": 2048, "hidden_size": size.predictor_width,
        "intermediate_size": size.predictor_feed_forward,
        "num_hidden_layers": size.predictor_layers, "max_position_embeddings": 65536,
    }  # fmt: skip
    return attention | {
        "vocab_size": 3072, "hidden_size": size.width, "intermediate_size": size.feed_forward,
        "num_hidden_layers": size.layers, "rope_scaling": rope, "attention_bias": False,
        "max_position_embeddings": 32768, "text_hidden_size": size.text_width, "text_vocab_size": 151936,
        "codec_eos_token_id": 2150, "codec_think_id": 2154, "codec_nothink_id": 2155,
        "codec_think_bos_id": 2156, "codec_think_eos_id": 2157, "codec_pad_id": 2148, "codec_bos_id": 2149,
        "codec_language_id": LANGUAGE_IDS, "position_id_per_seconds": 13,
        "spk_id": SPEAKER_IDS if has_speakers else {},
        "spk_is_dialect": SPEAKER_DIALECTS if has_speakers else {},
        "code_predictor_config": predictor,
    }  # fmt: skip
