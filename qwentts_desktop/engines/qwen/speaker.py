"""Owns turning a reference clip into a speaker embedding. Held for one clip, then dropped; knows no codes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from qwentts_desktop.engines.qwen.config import read_json
from qwentts_desktop.engines.qwen.weights import opened
from qwentts_desktop.errors import CheckpointError

SAMPLE_RATE_HZ = 24000
_PREFIX = "speaker_encoder."
_FFT, _HOP, _BANDS, _HIGHEST_HZ = 1024, 256, 128, 12000
SHORTEST_CLIP_SAMPLES = 5 * _HOP
"""Below this the published encoder has too few mel frames to mirror at the edges."""


class SpeakerEncoder:
    """The published ECAPA encoder of a Base model; hold it only while voices are being made."""

    def __init__(self, encoder: Any) -> None:
        """Take the published module; `from_folder` makes it."""
        self._encoder = encoder
        self._mel: torch.Tensor | None = None

    @classmethod
    def from_folder(cls, folder: Path, device: torch.device | str = "cpu") -> SpeakerEncoder:
        """Load the encoder out of a model folder, in fp32.

        Raises:
            CheckpointError: the model has none (only Base models do), or its weights are damaged.
        """
        from qwentts_desktop.engines.qwen import (
            upstream,  # takes seconds to import, and only new voices need it
        )

        raw = read_json(folder / "config.json")
        with opened(folder / "model.safetensors") as file:
            names = [name for name in file.keys() if name.startswith(_PREFIX)]  # noqa: SIM118
            if not names:
                raise CheckpointError(
                    "This model cannot learn a voice from a clip. Use a Base model for that."
                )
            tensors = {
                name[len(_PREFIX) :]: file.get_tensor(name).to(device=device, dtype=torch.float32)
                for name in names
            }
        with torch.device("meta"):
            encoder = upstream.Qwen3TTSSpeakerEncoder(
                upstream.Qwen3TTSSpeakerEncoderConfig(**raw.get("speaker_encoder_config") or {})
            )
        try:
            encoder.load_state_dict(tensors, assign=True)
        except RuntimeError as error:
            raise CheckpointError(
                "The model's speaker encoder is incomplete. Download the model again.", detail=str(error)
            ) from error
        return cls(encoder.eval())

    @torch.no_grad()
    def embed(self, wav: npt.NDArray[np.float32]) -> torch.Tensor:
        """Embed one clip.

        Args:
            wav: [N] float32 mono at 24 kHz, N >= SHORTEST_CLIP_SAMPLES.

        Returns:
            [D] float32 on the CPU, D the talker's width; equal to the published model's within 1e-5 in fp32.
        """
        device = next(self._encoder.parameters()).device
        signal = torch.from_numpy(np.ascontiguousarray(wav, dtype=np.float32)).to(device)
        embedding: torch.Tensor = self._encoder(self._log_mel(signal)[None])[0]
        return embedding.float().cpu()

    def _log_mel(self, signal: torch.Tensor) -> torch.Tensor:
        """[N] -> [T, 128]: as published, without its remarks on the terminal about samples beyond 1."""
        if self._mel is None:
            self._mel = _mel_bands().to(signal.device)
        edge = (_FFT - _HOP) // 2
        padded = functional.pad(signal[None], (edge, edge), mode="reflect")
        window = torch.hann_window(_FFT, device=signal.device)
        spectrum = torch.stft(padded, _FFT, _HOP, window=window, center=False, return_complex=True)[0]
        magnitude = torch.sqrt(torch.view_as_real(spectrum).square().sum(-1) + 1e-9)
        return torch.log((self._mel @ magnitude).clamp(min=1e-5)).t()


def _mel_bands() -> torch.Tensor:
    from librosa.filters import mel

    bands = mel(sr=SAMPLE_RATE_HZ, n_fft=_FFT, n_mels=_BANDS, fmin=0, fmax=_HIGHEST_HZ)
    return torch.from_numpy(bands).float()
