"""A piece of sound on its way from an engine to the player."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]
"""Mono PCM, [N] float32 in -1..1."""


class FinishReason(str, Enum):
    """Why an engine stopped."""

    END_OF_SPEECH = "end_of_speech"
    CANCELLED = "cancelled"
    LENGTH_GUARD = "length_guard"
    SILENCE_GUARD = "silence_guard"
    MAX_FRAMES = "max_frames"


@dataclass(frozen=True, eq=False)
class AudioChunk:
    """Sound that follows the chunk before it without a gap.

    Attributes:
        samples: [N] float32 mono PCM in -1..1, owned by the receiver; N may be 0 in the last chunk.
        sample_rate_hz: 24,000 for Qwen3-TTS; a system voice has its own.
        start_sample: position of the first sample in this request's sound.
        finish_reason: set in the last chunk only.
    """

    samples: Samples
    sample_rate_hz: int
    start_sample: int = 0
    finish_reason: FinishReason | None = None
