"""Owns when speech has gone on too long. Knows no model: it looks at the text, at frame counts and at sound.

About one run in two or three hundred never reaches its end and goes on with room tone or gibberish. A text's
length says what to expect; far beyond it, or after seconds of silence once the text is used up, it is
stopped.
"""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass, replace

import numpy as np

from qwentts_desktop.engines.qwen.config import FRAMES_A_SECOND, SAMPLE_RATE_HZ
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.speech.chunk import FinishReason, Samples

_SECONDS_A_LETTER = 0.07
_SECONDS_A_SYLLABLE = 0.25
"""For Chinese characters, kana and hangul, each of which is a syllable or more."""
_PATIENCE = 3.0
_PATIENCE_SECONDS = 3.0
_SILENCE_SECONDS = 2.0
_SILENCE_PEAK = 10 ** (-45 / 20)
AUDIBLE_PEAK = 10 ** (-40 / 20)
_BLOCK = SAMPLE_RATE_HZ // 50
_SYLLABLE_SCRIPTS = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")


@dataclass(frozen=True)
class FrameLimit:
    """How long one text may take.

    Attributes:
        frames: no more than these.
        reason: what to say if they are reached.
        expected: frames that the text should take, by its length.
    """

    frames: int
    reason: FinishReason
    expected: int

    def within(self, room: int) -> FrameLimit:
        """The same limit where no more than `room` frames can be held."""
        return replace(self, frames=min(self.frames, room))


def expected_seconds(text: str) -> float:
    """How long a text takes to be spoken, roughly."""
    return sum(
        _SECONDS_A_SYLLABLE if unicodedata.name(c, "").startswith(_SYLLABLE_SCRIPTS) else _SECONDS_A_LETTER
        for c in text
    )


def limit_for(text: str, max_frames: int, room: int) -> FrameLimit:
    """The limit of a text.

    Args:
        text: as spoken.
        max_frames: the user's own limit, or 0.
        room: frames that the cache can hold beside the prompt.

    Raises:
        InvalidRequestError: the text would not fit.
    """
    expected = math.ceil(expected_seconds(text) * FRAMES_A_SECOND)
    patient = math.ceil(expected * _PATIENCE + _PATIENCE_SECONDS * FRAMES_A_SECOND)
    frames = min(max_frames or patient, room)
    if room < 1 or (not max_frames and expected > room):
        raise InvalidRequestError(
            "This text is too long to be spoken at once. Split it, or use a shorter recording of the voice."
        )
    return FrameLimit(frames, FinishReason.MAX_FRAMES if max_frames else FinishReason.LENGTH_GUARD, expected)


class SilenceGuard:
    """Listens to one row's sound for silence at its end."""

    def __init__(self) -> None:
        self._silent_samples = 0
        self.heard_anything = False

    def listen(self, samples: Samples) -> None:
        """Take the next sound [N]."""
        blocks = [float(np.abs(samples[i : i + _BLOCK]).max()) for i in range(0, len(samples), _BLOCK)]
        self.heard_anything = self.heard_anything or any(peak > AUDIBLE_PEAK for peak in blocks)
        loud = [i for i, peak in enumerate(blocks) if peak > _SILENCE_PEAK]
        if loud:
            self._silent_samples = len(samples) - min((loud[-1] + 1) * _BLOCK, len(samples))
        else:
            self._silent_samples += len(samples)

    @property
    def is_over(self) -> bool:
        """Whether two seconds of silence have passed."""
        return self._silent_samples >= _SILENCE_SECONDS * SAMPLE_RATE_HZ
