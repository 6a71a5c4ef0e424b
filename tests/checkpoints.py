"""Writes model folders in the published layout with random weights. Knows no engine of ours.

    python tests/checkpoints.py OUT [SIZE] [KIND] [DEVICE]

SIZE: tiny, wide (tiny, with a talker wider than the predictor), 0.6b, 1.7b.
KIND: base, custom_voice, voice_design.

Every weight is random, norms, scales and biases included, so that a part left out shows; the codec is scaled
to a speech-like level, so that its output is not all clipping. The real sizes cost what the real model costs.
"""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from qwentts_desktop.engines.qwen import upstream

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

_FIRST_SPECIAL_TEXT_ID = 151643
_SPECIAL_TEXT_TOKENS = (
    ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    + [f"<|extra_{i}|>" for i in range(23)]
    + ["<|audio_start|>", "<|audio_end|>", "<tts_pad>", "<tts_text_bos>", "<tts_text_eod>"]
    + ["<tts_text_bos_single>", "<|audio_pad|>"]
)


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


def write_checkpoint(
    out: Path, size: str = "tiny", kind: str = "base", device: str = "cpu", seed: int = 0
) -> Path:
    """Write a whole model folder and return it."""
    out.mkdir(parents=True, exist_ok=True)
    _write_talker(out, SIZES[size], kind, device, seed)
    write_codec(out / "speech_tokenizer", SIZES[size].real_codec, device, seed)
    write_tokenizer(out)
    return out


def borrow_codec_and_tokenizer(source: Path, out: Path) -> None:
    """Give `out` the codec and the tokenizer of `source`, which all kinds have in common."""
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source / "speech_tokenizer", out / "speech_tokenizer", dirs_exist_ok=True)
    for name in ("vocab.json", "merges.txt", "tokenizer_config.json"):
        shutil.copyfile(source / name, out / name)


def write_talker(out: Path, size: str, kind: str, device: str = "cpu", seed: int = 0) -> None:
    """Write config.json, generation_config.json and model.safetensors."""
    out.mkdir(parents=True, exist_ok=True)
    _write_talker(out, SIZES[size], kind, device, seed)


def _write_talker(out: Path, size: Size, kind: str, device: str, seed: int) -> None:
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
    model = _built(
        upstream.Qwen3TTSForConditionalGeneration, upstream.Qwen3TTSConfig(**shared), size.dtype, device
    )
    _randomise(model, seed + 1)
    _save(model, out / "model.safetensors")
    about = {"architectures": ["Qwen3TTSForConditionalGeneration"], "model_type": "qwen3_tts"}
    _write_json(out / "config.json", about | ids | shared | {"transformers_version": "4.57.3"})
    _write_json(
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
    model = _built(
        upstream.Qwen3TTSTokenizerV2Model, upstream.Qwen3TTSTokenizerV2Config(**parts), torch.float32, device
    )
    _randomise(model, seed + 2)
    _bring_to_speech_level(model.decoder, seed)
    _save(model, out / "model.safetensors")
    rates = dict.fromkeys(("input_sample_rate", "output_sample_rate"), 24000)
    rates |= dict.fromkeys(("decode_upsample_rate", "encode_downsample_rate"), 1920)
    about = {"architectures": ["Qwen3TTSTokenizerV2Model"], "model_type": "qwen3_tts_tokenizer_12hz"}
    _write_json(out / "config.json", about | rates | {"encoder_valid_num_quantizers": 16} | parts)
    _write_json(
        out / "preprocessor_config.json",
        {
            "feature_extractor_type": "EncodecFeatureExtractor", "feature_size": 1, "sampling_rate": 24000,
            "padding_value": 0.0, "padding_side": "right", "return_attention_mask": True,
            "chunk_length_s": None, "overlap": None,
        },
    )  # fmt: skip


def write_tokenizer(out: Path) -> None:
    """Write a byte-level BPE tokenizer of the published size; it merges the role names, nothing else."""
    out.mkdir(parents=True, exist_ok=True)
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = [chr(c) for c in printable] + [chr(256 + i) for i in range(256 - len(printable))]
    merges: list[str] = []
    vocabulary = {letter: i for i, letter in enumerate(letters)}
    for word in ("assistant", "user", "system"):
        for end in range(1, len(word)):
            merges.append(f"{word[:end]} {word[end]}")
            vocabulary.setdefault(word[: end + 1], len(vocabulary))
    unused = range(_FIRST_SPECIAL_TEXT_ID - len(vocabulary))
    vocabulary |= {f"<unused{i}>": len(vocabulary) + i for i in unused}
    flags = dict.fromkeys(("lstrip", "normalized", "rstrip", "single_word"), False) | {"special": True}
    special = {
        str(_FIRST_SPECIAL_TEXT_ID + i): {"content": s} | flags for i, s in enumerate(_SPECIAL_TEXT_TOKENS)
    }
    (out / "vocab.json").write_text(json.dumps(vocabulary), "utf-8")
    (out / "merges.txt").write_text("#version: 0.2\n" + "\n".join(dict.fromkeys(merges)) + "\n", "utf-8")
    _write_json(
        out / "tokenizer_config.json",
        {
            "tokenizer_class": "Qwen2Tokenizer", "processor_class": "Qwen3TTSProcessor",
            "added_tokens_decoder": special, "additional_special_tokens": _SPECIAL_TEXT_TOKENS[1:3],
            "add_prefix_space": False, "add_bos_token": False, "bos_token": None, "eos_token": "<|im_end|>",
            "pad_token": "<|endoftext|>", "unk_token": None, "errors": "replace", "model_max_length": 131072,
            "split_special_tokens": False, "clean_up_tokenization_spaces": False,
        },
    )  # fmt: skip


def _built(model_class: Any, config: Any, dtype: torch.dtype, device: str) -> torch.nn.Module:
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        with torch.device(device):
            model: torch.nn.Module = model_class(config)
            return model.eval()
    finally:
        torch.set_default_dtype(before)


@torch.no_grad()
def _randomise(model: torch.nn.Module, seed: int) -> None:
    """Give each weight a size that keeps the signal alive through the layers, and none its neutral value."""
    generator = torch.Generator(next(model.parameters()).device).manual_seed(seed)
    codebooks = [(n, b) for n, b in model.named_buffers() if n.endswith(("embed_sum", "cluster_usage"))]
    for name, tensor in [*model.named_parameters(), *codebooks]:
        mean, deviation = _distribution(name, tensor)
        tensor.normal_(mean, deviation, generator=generator)


def _distribution(name: str, tensor: torch.Tensor) -> tuple[float, float]:
    """Mean and standard deviation of a tensor, by what it does."""
    by_ending = {
        "embedding_sum": (0.0, 1.0), "embed_sum": (0.0, 0.3), "cluster_usage": (1.0, 0.1),
        "bias": (0.0, 0.02),
        "alpha": (0.0, 0.3), "beta": (0.0, 0.3), "scale": (0.3, 0.1), "gamma": (0.3, 0.1),
    }  # fmt: skip
    ending = name.rsplit(".", 1)[-1]
    if ending in by_ending:
        return by_ending[ending]
    if tensor.dim() == 1:
        return 1.0, 0.1  # norms
    if "embed" in name:
        return 0.0, 0.02
    fan_in = tensor[0].numel()
    return (0.0, min(0.08, fan_in**-0.5)) if "talker" in name else (0.0, 0.8 * fan_in**-0.5)


@torch.no_grad()
def _bring_to_speech_level(decoder: Any, seed: int) -> None:
    """Scale the last convolution so that random codes sound at -20 dBFS, hardly ever clipped."""
    device = next(decoder.parameters()).device
    generator = torch.Generator(device).manual_seed(seed)
    codes = torch.randint(0, 2048, (1, 16, 6), device=device, generator=generator)
    last = decoder.decoder[-1].conv
    last.bias.zero_()
    for _ in range(3):  # the output is clipped at 1, so come down from above in steps
        level = decoder(codes).pow(2).mean().sqrt()
        last.weight.mul_(0.1 / level)
    last.bias.fill_(0.01)


def _save(model: torch.nn.Module, path: Path) -> None:
    tensors = {name: tensor.contiguous() for name, tensor in model.state_dict().items()}
    save_file(tensors, str(path), metadata={"format": "pt"})


def _write_json(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=1), "utf-8")


if __name__ == "__main__":
    print(write_checkpoint(Path(sys.argv[1]), *sys.argv[2:]))  # noqa: T201
