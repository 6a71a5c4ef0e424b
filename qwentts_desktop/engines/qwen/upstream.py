"""Owns the one import of qwen_tts, quiet and without its 25 Hz tokenizer. Knows no model and no device.

Importing qwen_tts pulls in its 25 Hz tokenizer, which alone needs torchaudio, sox, onnxruntime, einops and
flash-attn, complains on the terminal where one of them is missing, and fails where one is broken. No
published 12 Hz model uses it. So while qwen_tts is imported an empty module stands in for that tokenizer's
modelling file; the five packages are never touched, and whoever imports them later gets the real ones.

Importing this module takes seconds (transformers, librosa): import it where it is needed, not at start-up.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType

from qwentts_desktop.errors import EngineUnavailableError

_UNUSED_TOKENIZER = "qwen_tts.core.tokenizer_25hz.modeling_qwen3_tts_tokenizer_v1"


class _UnusedTokenizerModel:
    """Has the name under which qwen_tts registers its 25 Hz model, and nothing else."""

    def __init__(self, *_args: object, **_kwargs: object) -> None:
        raise EngineUnavailableError("Models with the 25 Hz tokenizer are not supported; use a 12 Hz model.")


def _stand_in() -> ModuleType:
    module = ModuleType(_UNUSED_TOKENIZER)
    module.__spec__ = ModuleSpec(_UNUSED_TOKENIZER, loader=None)  # look-ups by find_spec raise without one
    module.Qwen3TTSTokenizerV1Model = _UnusedTokenizerModel  # type: ignore[attr-defined]
    return module


@contextmanager
def _without_unused_tokenizer() -> Iterator[None]:
    if _UNUSED_TOKENIZER in sys.modules:  # somebody imported the whole package, and it worked
        yield
        return
    stand_in = sys.modules[_UNUSED_TOKENIZER] = _stand_in()
    try:
        yield
    finally:
        if sys.modules.get(_UNUSED_TOKENIZER) is stand_in:
            del sys.modules[_UNUSED_TOKENIZER]


def _import_qwen_tts() -> tuple[ModuleType, ...]:
    names = (
        "qwen_tts.core.models",
        "qwen_tts.core.models.modeling_qwen3_tts",
        "qwen_tts.core.models.configuration_qwen3_tts",
        "qwen_tts.core.tokenizer_12hz.configuration_qwen3_tts_tokenizer_v2",
        "qwen_tts.core.tokenizer_12hz.modeling_qwen3_tts_tokenizer_v2",
        "qwen_tts.inference.qwen3_tts_model",
    )
    try:
        with _without_unused_tokenizer():
            return tuple(importlib.import_module(name) for name in names)
    except (ImportError, OSError, AttributeError) as error:
        raise EngineUnavailableError(
            "The package qwen-tts could not be loaded. Install the neural engine again.", detail=repr(error)
        ) from error


_models, _modeling, _configuration, _codec_configuration, _codec_modeling, _inference = _import_qwen_tts()

# The whole model: reference mode, and what writes checkpoints for tests.
Qwen3TTSConfig = _models.Qwen3TTSConfig
Qwen3TTSForConditionalGeneration = _models.Qwen3TTSForConditionalGeneration
Qwen3TTSProcessor = _models.Qwen3TTSProcessor
Qwen3TTSModel = _inference.Qwen3TTSModel
VoiceClonePromptItem = _inference.VoiceClonePromptItem

# Its parts.
Qwen3TTSTalkerConfig = _configuration.Qwen3TTSTalkerConfig
Qwen3TTSTalkerCodePredictorConfig = _configuration.Qwen3TTSTalkerCodePredictorConfig
Qwen3TTSSpeakerEncoderConfig = _configuration.Qwen3TTSSpeakerEncoderConfig
Qwen3TTSSpeakerEncoder = _modeling.Qwen3TTSSpeakerEncoder
mel_spectrogram = _modeling.mel_spectrogram

# The 12 Hz codec.
Qwen3TTSTokenizerV2Config = _codec_configuration.Qwen3TTSTokenizerV2Config
Qwen3TTSTokenizerV2DecoderConfig = _codec_configuration.Qwen3TTSTokenizerV2DecoderConfig
Qwen3TTSTokenizerV2Model = _codec_modeling.Qwen3TTSTokenizerV2Model
Qwen3TTSTokenizerV2Decoder = _codec_modeling.Qwen3TTSTokenizerV2Decoder
Qwen3TTSTokenizerV2Encoder = _codec_modeling.Qwen3TTSTokenizerV2Encoder
