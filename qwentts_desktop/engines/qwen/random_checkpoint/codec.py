"""The folder speech_tokenizer: a codec with random weights, scaled to a speech-like level."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from qwentts_desktop.engines.qwen import upstream
from qwentts_desktop.engines.qwen.random_checkpoint.json_file import write_json
from qwentts_desktop.engines.qwen.random_checkpoint.weights import (
    bring_to_speech_level,
    built,
    randomise,
    save,
)


def write_codec(out: Path, real_size: bool = False, device: str = "cpu", seed: int = 0) -> None:
    """Write the folder speech_tokenizer: configuration, weights in fp32, feature extractor."""
    out.mkdir(parents=True, exist_ok=True)
    decoder: dict[str, Any] = {
        "codebook_dim": 512,
        "hidden_size": 512,
        "intermediate_size": 1024,
        "head_dim": 64,
    }
    encoder: dict[str, Any] = {
        "num_quantizers": 32, "codebook_size": 2048, "use_causal_conv": True, "_frame_rate": 12.5,
    }  # fmt: skip
    if not real_size:
        decoder = {
            "hidden_size": 32, "latent_dim": 32, "num_attention_heads": 2, "num_key_value_heads": 2,
            "head_dim": 16, "intermediate_size": 64, "num_hidden_layers": 2, "decoder_dim": 64,
            "codebook_dim": 32,
        }  # fmt: skip
        encoder |= {
            "num_filters": 4, "hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2,
            "num_key_value_heads": 2, "intermediate_size": 64, "vector_quantization_hidden_dimension": 16,
            "upsample_groups": 32, "codebook_dim": 16,
        }  # fmt: skip
    parts = {"encoder_config": encoder, "decoder_config": decoder}
    model = built(
        upstream.Qwen3TTSTokenizerV2Model, upstream.Qwen3TTSTokenizerV2Config(**parts), torch.float32, device
    )
    randomise(model, seed + 2)
    bring_to_speech_level(model.decoder, seed)
    save(model, out / "model.safetensors")
    rates = dict.fromkeys(("input_sample_rate", "output_sample_rate"), 24000)
    rates |= dict.fromkeys(("decode_upsample_rate", "encode_downsample_rate"), 1920)
    about = {"architectures": ["Qwen3TTSTokenizerV2Model"], "model_type": "qwen3_tts_tokenizer_12hz"}
    write_json(out / "config.json", about | rates | {"encoder_valid_num_quantizers": 16} | parts)
    write_json(
        out / "preprocessor_config.json",
        {
            "feature_extractor_type": "EncodecFeatureExtractor", "feature_size": 1, "sampling_rate": 24000,
            "padding_value": 0.0, "padding_side": "right", "return_attention_mask": True,
            "chunk_length_s": None, "overlap": None,
        },
    )  # fmt: skip
