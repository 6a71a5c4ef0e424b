"""Owns the way from a recording to an encoded voice. Holds no encoder longer than it takes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import torch

from qwentts_desktop.engines.qwen.codec.encoder import ReferenceEncoder
from qwentts_desktop.engines.qwen.config import BASE, SAMPLE_RATE_HZ, ModelConfig
from qwentts_desktop.engines.qwen.speaker import SHORTEST_CLIP_SAMPLES, SpeakerEncoder
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
from qwentts_desktop.errors import VoiceError
from qwentts_desktop.speech.chunk import Samples

_CLOSING_SILENCE_SECONDS = 0.5
"""Appended before encoding, or the recording's last sound leaks into the first word that is spoken."""
_LONGEST_SECONDS = 60.0


def read_recording(path: Path) -> Samples:
    """Read a sound file as mono at 24 kHz, [N] float32.

    Raises:
        VoiceError: it is missing or no sound that can be read.
    """
    import soundfile  # type: ignore[import-untyped]

    try:
        samples, rate = soundfile.read(str(path), dtype="float32", always_2d=True)
    except (OSError, soundfile.LibsndfileError) as error:
        raise VoiceError(
            f"The recording {path.name} is missing or cannot be read. Choose another one.", detail=str(error)
        ) from error
    return at_model_rate(samples.mean(axis=1), int(rate))


def at_model_rate(samples: Samples, sample_rate_hz: int) -> Samples:
    """Mono samples [N] at any rate -> float32 at 24 kHz, by the resampler that upstream uses."""
    if sample_rate_hz == SAMPLE_RATE_HZ:
        return np.ascontiguousarray(samples, dtype=np.float32)
    import soxr  # type: ignore[import-untyped]

    resampled: Samples = soxr.resample(
        samples.astype(np.float32), sample_rate_hz, SAMPLE_RATE_HZ, quality="HQ"
    )
    return resampled


def encode_recording(
    folder: Path, config: ModelConfig, device: torch.device, path: Path, transcript: str
) -> VoicePrompt:
    """Encode a sound file; with a transcript for cloning in context (ICL), without for the voice alone."""
    samples = read_recording(path)
    source_hash = hashlib.sha256(path.read_bytes()).hexdigest()
    return encode_samples(folder, config, device, samples, transcript, source_hash)


def encode_samples(
    folder: Path,
    config: ModelConfig,
    device: torch.device,
    samples: Samples,
    transcript: str = "",
    source_hash: str = "",
) -> VoicePrompt:
    """Encode a recording.

    Args:
        folder, config: of a Base model.
        device: where the encoders run; they are loaded for this and dropped again.
        samples: [N] float32 mono at 24 kHz.
        transcript: what it says; empty to clone by speaker embedding alone.
        source_hash: of the file it came from.

    Raises:
        VoiceError: the model is no Base model, or the recording is too short or too long.
    """
    if config.kind != BASE:
        raise VoiceError(f"{config.name} cannot learn voices. Use a Base model for that.")
    if len(samples) < SHORTEST_CLIP_SAMPLES:
        raise VoiceError("The recording is too short. Record 5 to 15 seconds of clear speech.")
    if len(samples) > _LONGEST_SECONDS * SAMPLE_RATE_HZ:
        raise VoiceError("The recording is longer than a minute. Use 5 to 15 seconds of clear speech.")
    speaker = SpeakerEncoder.from_folder(folder, device).embed(samples)
    codes = None
    if transcript.strip():
        silence = np.zeros(int(_CLOSING_SILENCE_SECONDS * SAMPLE_RATE_HZ), np.float32)
        encoder = ReferenceEncoder.from_folder(folder / "speech_tokenizer", device)
        codes = encoder.encode(np.concatenate((samples, silence))).t().contiguous()  # [F, K]
    return VoicePrompt(
        speaker, codes, transcript.strip() if codes is not None else "", config.name, source_hash
    )
