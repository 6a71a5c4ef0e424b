"""Encoded voices as files, without torch: checked before they enter the library, written from plain arrays.

The format is the engine's: tensors `speaker` [D] float32 and `codes` [F, 16] int32, with a few words beside.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from qwentts_desktop.errors import VoiceError

FORMAT = "qwentts-voice-1"
CODEBOOKS = 16
LARGEST_PROMPT_BYTES = 4_000_000
MODEL_OF_WIDTH = {1024: "0.6B", 2048: "1.7B"}
_MOST_FRAMES = 1_500
_WIDTHS = range(1, 8_193)


@dataclass(frozen=True, eq=False)
class EncodedVoice:
    """An encoded voice.

    Attributes:
        speaker: [D] float32.
        codes: [F, 16] int32, or None where the voice is cloned by its embedding alone.
        transcript: what the recording said; empty without codes.
    """

    speaker: npt.NDArray[np.float32]
    codes: npt.NDArray[np.int32] | None = None
    transcript: str = ""

    @property
    def model(self) -> str:
        """Size of the models that it fits, such as "1.7B"; empty where the width is none of theirs."""
        return MODEL_OF_WIDTH.get(len(self.speaker), "")


def format_prompt(voice: EncodedVoice) -> bytes:
    """The content of its file, as the engine reads it."""
    from safetensors.numpy import save

    tensors: dict[str, npt.NDArray[Any]] = {"speaker": np.ascontiguousarray(voice.speaker, np.float32)}
    if voice.codes is not None:
        tensors["codes"] = np.ascontiguousarray(voice.codes, np.int32)
    about = {
        "format": FORMAT,
        "model": voice.model,
        "width": str(len(voice.speaker)),
        "source_sha256": "",
        "transcript": voice.transcript if voice.codes is not None else "",
    }
    return save(tensors, metadata=about)


def parse_prompt(content: bytes) -> EncodedVoice:
    """Read an encoded voice and check every part of it.

    Raises:
        VoiceError: it is none, is damaged, or is out of all proportion.
    """
    tensors, about = parse_tensors(content)
    if about.get("format") != FORMAT or set(tensors) - {"speaker", "codes"}:
        raise VoiceError("This file is not an encoded voice of this program.")
    return checked_voice(tensors.get("speaker"), tensors.get("codes"), about.get("transcript", ""))


def parse_tensors(content: bytes) -> tuple[dict[str, npt.NDArray[Any]], dict[str, str]]:
    """All tensors and the words beside them in a safetensors file.

    Raises:
        VoiceError: it is no safetensors file, or one too large for a voice.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load

    if len(content) > LARGEST_PROMPT_BYTES:
        raise VoiceError("This file is far too large for an encoded voice.")
    try:
        tensors = load(content)
        about = _metadata(content)
    # KeyError: a number format that numpy does not know; the others: a header that is no header.
    except (SafetensorError, KeyError, ValueError, TypeError, RecursionError) as error:
        raise VoiceError("This file is damaged, or no safetensors file.", detail=repr(error)) from error
    return tensors, about


def checked_voice(speaker: Any, codes: Any, transcript: str) -> EncodedVoice:
    """The voice in these arrays.

    Raises:
        VoiceError: they cannot be an encoded voice.
    """
    if not isinstance(speaker, np.ndarray) or speaker.dtype.kind != "f":
        raise VoiceError("This file holds no speaker.")
    flat = np.asarray(speaker, np.float32).reshape(-1)
    if len(flat) not in _WIDTHS or max(speaker.shape, default=0) != len(flat):
        raise VoiceError("This file holds no speaker that fits a model.")
    if not np.isfinite(flat).all():
        raise VoiceError("The speaker in this file is damaged.")
    if codes is None:
        return EncodedVoice(flat)
    return EncodedVoice(flat, _checked_codes(codes), transcript.strip())


def _checked_codes(codes: Any) -> npt.NDArray[np.int32]:
    is_table = isinstance(codes, np.ndarray) and codes.dtype.kind in "iu" and codes.ndim == 2
    if not is_table or codes.shape[1] != CODEBOOKS or not 1 <= len(codes) <= _MOST_FRAMES:
        raise VoiceError("The codes in this file are not those of a recording.")
    if int(codes.min()) < 0 or int(codes.max()) >= 2_048:
        raise VoiceError("The codes in this file are damaged.")
    return np.asarray(codes, np.int32)


def _metadata(content: bytes) -> dict[str, str]:
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    about = header.get("__metadata__", {})
    if not isinstance(about, Mapping):
        return {}
    return {str(key): value for key, value in about.items() if isinstance(value, str)}
