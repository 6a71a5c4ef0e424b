"""Owns an encoded voice and its file. Knows no audio, and of its model only the name and the width."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from qwentts_desktop.engines.qwen.config import CODEBOOKS, ModelConfig
from qwentts_desktop.errors import VoiceError

_FORMAT = "qwentts-voice-1"


@dataclass(frozen=True, eq=False)
class VoicePrompt:
    """A reference recording as the model takes it in.

    Attributes:
        speaker: [D] fp32, the speaker embedding; D is the talker's width.
        codes: [F, K] int64, the recording's codes, or None to clone by speaker embedding alone.
        transcript: what the recording says; empty without codes.
        model: name of the model that it was made with.
        source_hash: SHA-256 of the recording's file, hexadecimal; empty where it was no file.
    """

    speaker: Tensor
    codes: Tensor | None = None
    transcript: str = ""
    model: str = ""
    source_hash: str = ""

    @property
    def width(self) -> int:
        """D: 1024 with the 0.6B model, 2048 with the 1.7B model."""
        return self.speaker.shape[0]

    @property
    def is_in_context(self) -> bool:
        """Whether the recording itself stands in front of the speech (ICL)."""
        return self.codes is not None

    def check_fits(self, config: ModelConfig) -> None:
        """Raise a VoiceError if it was made for a model of another size."""
        if self.width != config.talker.width:
            raise VoiceError(
                f"This voice was encoded for another model size and does not fit {config.name}. "
                "Encode it again from its recording."
            )

    def save(self, path: Path) -> None:
        """Write it as safetensors, to a temporary file first."""
        tensors = {"speaker": self.speaker.detach().float().cpu().contiguous()}
        if self.codes is not None:
            tensors["codes"] = self.codes.to(torch.int32).cpu().contiguous()
        about = {
            "format": _FORMAT,
            "model": self.model,
            "width": str(self.width),
            "source_sha256": self.source_hash,
            "transcript": self.transcript,
        }
        partial = path.with_name(path.name + ".part")
        save_file(tensors, str(partial), metadata=about)
        partial.replace(path)


def load_voice_prompt(path: Path) -> VoicePrompt:
    """Read a voice prompt.

    Raises:
        VoiceError: the file is missing, damaged or something else.
    """
    try:
        with safe_open(str(path), framework="pt", device="cpu") as file:
            about = file.metadata() or {}
            tensors = {name: file.get_tensor(name).clone() for name in file.keys()}  # noqa: SIM118
    except (OSError, SafetensorError) as error:
        raise VoiceError(
            "The encoded voice cannot be read. Encode it again from its recording.", detail=repr(error)
        ) from error
    speaker, codes = tensors.get("speaker"), tensors.get("codes")
    whole = about.get("format") == _FORMAT and speaker is not None and speaker.dim() == 1
    if not whole or (codes is not None and (codes.dim() != 2 or codes.shape[1] != CODEBOOKS)):
        raise VoiceError("This file is not an encoded voice of this program, or of a newer version of it.")
    assert speaker is not None
    return VoicePrompt(
        speaker=speaker.float(),
        codes=None if codes is None else codes.long(),
        transcript=about.get("transcript", ""),
        model=about.get("model", ""),
        source_hash=about.get("source_sha256", ""),
    )
