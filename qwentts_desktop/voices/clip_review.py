"""How well a clip serves as a reference: what is heard in it, what is wrong, and which part to use.

Plain signal arithmetic, no model: levels in 20 ms frames, and how much of the sound has a voice's pitch.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from qwentts_desktop.speech.chunk import Samples
from qwentts_desktop.voices.clip import CLIP_RATE_HZ, Clip, frame_levels
from qwentts_desktop.voices.clip_trim import LONGEST_S, Span, pauses_between, suggested_span
from qwentts_desktop.voices.voicing import voiced_share

SHORTEST_S = 1.0
GOOD_S = (5.0, 15.0)
FRAME_S = 0.02
_SILENCE_DBFS = -75.0
_CLIPPED_SHARE = 0.0005
_QUIET_DBFS = -45.0
_NOISY_DB = 15.0
_LEAST_SPREAD_DB = 6.0
_LEAST_VOICED = 0.25


class FindingKind(str, Enum):
    """What can be said about a clip."""

    SILENT = "silent"
    TOO_SHORT = "too_short"
    SHORT = "short"
    LONG = "long"
    NO_SPEECH = "no_speech"
    CLIPPED = "clipped"
    QUIET = "quiet"
    NOISY = "noisy"


@dataclass(frozen=True)
class Finding:
    """One thing about a clip, with its own sentence. A blocking one makes it useless."""

    kind: FindingKind
    message: str
    is_blocking: bool = False


@dataclass(frozen=True)
class ClipReview:
    """What is known about a clip.

    Attributes:
        findings: what is amiss, the worst first; empty for a good clip.
        speech_seconds: how long somebody speaks, pauses inside sentences included.
        noise_floor_dbfs, speech_level_dbfs: the quietest and the loudest tenth.
        pauses: where nobody speaks.
        suggestion: the part to use, cut at pauses, at most 30 s.
    """

    findings: tuple[Finding, ...]
    speech_seconds: float
    noise_floor_dbfs: float
    speech_level_dbfs: float
    pauses: tuple[Span, ...]
    suggestion: Span

    @property
    def blocking(self) -> Finding | None:
        """Why the clip cannot be used at all, or None."""
        return next((finding for finding in self.findings if finding.is_blocking), None)


def review(clip: Clip) -> ClipReview:
    """Listen to a clip; about 10 ms for 10 s of sound."""
    levels = _dbfs(frame_levels(clip.samples))
    floor, loud = (float(np.percentile(levels, percent)) for percent in (10, 95))
    is_speech = levels > _threshold(floor, loud)
    pauses = pauses_between(is_speech, FRAME_S, clip.seconds)
    speech_seconds = clip.seconds - sum(pause.seconds for pause in pauses)
    blocking = _blocking(clip, levels)
    findings = (blocking,) if blocking is not None else tuple(_remarks(clip, floor, loud, speech_seconds))
    return ClipReview(
        findings, speech_seconds, floor, loud, pauses, suggested_span(pauses, clip.seconds, GOOD_S)
    )


def _threshold(floor: float, loud: float) -> float:
    """Between noise and speech: a frame above it is spoken."""
    return max(loud - 30.0, floor + 0.35 * (loud - floor))


def _blocking(clip: Clip, levels: Any) -> Finding | None:
    if float(levels.max()) < _SILENCE_DBFS:
        return Finding(
            FindingKind.SILENT,
            "This recording is silent. Check the microphone, or choose another file.",
            is_blocking=True,
        )
    if clip.seconds < SHORTEST_S:
        return Finding(
            FindingKind.TOO_SHORT,
            f"This recording lasts only {clip.seconds:.1f} s. Record 5 to 15 seconds of clear speech.",
            is_blocking=True,
        )
    return None


def _is_speech(samples: Samples, floor: float, loud: float) -> bool:
    """Speech swells and fades with its syllables, and a good part of it has a pitch."""
    return loud - floor >= _LEAST_SPREAD_DB and voiced_share(samples, CLIP_RATE_HZ) >= _LEAST_VOICED


def _remarks(clip: Clip, floor: float, loud: float, speech_seconds: float) -> list[Finding]:
    found: list[Finding] = []
    if not _is_speech(clip.samples, floor, loud):
        found.append(
            Finding(
                FindingKind.NO_SPEECH,
                "No clear speech was found in this recording. Choose one in which somebody speaks aloud.",
            )
        )
    if clip.clipped_share > _CLIPPED_SHARE:
        found.append(
            Finding(
                FindingKind.CLIPPED,
                "This recording is too loud and distorted (clipped). Record it again with less gain.",
            )
        )
    if loud - floor < _NOISY_DB:
        found.append(
            Finding(
                FindingKind.NOISY,
                "There is much noise behind the voice, and it will be cloned too. "
                "Record in a quiet room, close to the microphone.",
            )
        )
    if loud < _QUIET_DBFS:
        found.append(
            Finding(FindingKind.QUIET, "This recording is very quiet. It was made louder, its noise with it.")
        )
    return found + _length_remarks(clip.seconds, speech_seconds)


def _length_remarks(seconds: float, speech_seconds: float) -> list[Finding]:
    if seconds > LONGEST_S:
        return [
            Finding(
                FindingKind.LONG,
                f"This recording lasts {seconds:.0f} s and only {LONGEST_S:.0f} s can be used. "
                "A part that begins and ends at a pause is suggested.",
            )
        ]
    if seconds > GOOD_S[1]:
        return [
            Finding(
                FindingKind.LONG,
                f"This recording lasts {seconds:.0f} s. 5 to 15 seconds work best; such a part is suggested.",
            )
        ]
    if speech_seconds < GOOD_S[0] - 2.0:
        return [
            Finding(
                FindingKind.SHORT,
                f"There are only {speech_seconds:.1f} s of speech. 5 to 15 seconds work better.",
            )
        ]
    return []


def _dbfs(levels: Any) -> Any:
    return 20 * np.log10(np.maximum(levels, 1e-6))
