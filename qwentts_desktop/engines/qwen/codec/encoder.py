"""Owns turning a reference clip into codes with the published encoder. Loaded for one clip, then dropped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from qwentts_desktop.engines.qwen.codec.config import CodecConfig
from qwentts_desktop.engines.qwen.codec.weights import open_codec_weights


class ReferenceEncoder:
    """The encoder of a model's codec; hold it only while references are being encoded."""

    def __init__(self, encoder: Any, codebooks: int, samples_per_frame: int) -> None:
        """Take the published encoder module; `from_folder` makes it."""
        self._encoder = encoder
        self._codebooks = codebooks
        self._samples_per_frame = samples_per_frame

    @classmethod
    def from_folder(cls, folder: Path, device: torch.device | str = "cpu") -> ReferenceEncoder:
        """Load the encoder of the folder speech_tokenizer, each tensor straight onto the device.

        Raises:
            CheckpointError: a file is missing, damaged, or belongs to another codec.
        """
        from qwentts_desktop.engines.qwen import (
            upstream,  # takes seconds to import, and only new references need it
        )

        config = CodecConfig.from_folder(folder)
        content = json.loads((folder / "config.json").read_text("utf-8"))
        published = upstream.Qwen3TTSTokenizerV2Config(encoder_config=content.get("encoder_config"))
        with open_codec_weights(folder, torch.device(device)) as weights:
            with torch.device(device):  # not meta: it has buffers that no file holds
                encoder = upstream.Qwen3TTSTokenizerV2Encoder._from_config(published.encoder_config)
            own = weights.under("encoder")
            encoder.load_state_dict({name: own[name] for name in own.names()}, assign=True)
        return cls(encoder.eval(), config.num_quantizers, config.samples_per_frame)

    @torch.no_grad()
    def encode(self, wav: npt.NDArray[np.float32]) -> torch.Tensor:
        """Encode one clip.

        Args:
            wav: [N] float32 mono at 24 kHz, N >= 1.

        Returns:
            Codes [K, F] int64 on the CPU, equal to the published model's;
            F = N / samples_per_frame, rounded up.
        """
        device = next(self._encoder.parameters()).device
        signal = torch.from_numpy(np.ascontiguousarray(wav, dtype=np.float32)).to(device)[None, None]
        encoded = self._encoder.encode(input_values=signal, num_quantizers=self._codebooks, return_dict=True)
        codes: torch.Tensor = encoded.audio_codes[0]
        frames = -(-len(wav) // self._samples_per_frame)
        return codes[:, :frames].cpu()
