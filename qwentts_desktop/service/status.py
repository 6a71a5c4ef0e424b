"""What the service tells of itself when asked: one frozen snapshot. Never spoken text."""

from __future__ import annotations

from dataclasses import dataclass

from qwentts_desktop.speech.engine import EngineInfo
from qwentts_desktop.speech.events import State
from qwentts_desktop.speech.voice import DesignedVoice, PresetVoice, SystemVoice, Voice


@dataclass(frozen=True)
class ServiceStatus:
    """A snapshot.

    Attributes:
        state: as in the design.
        engine: what speaks, or None before the first request.
        job_id: the job being read, None for none.
        sentence: which one is heard, counted from 0; None without a job.
        sentences: how many are known.
        queue_length: jobs that wait.
        last_error: the sentence of the last problem, empty for none so far.
        voice: the voice in words.
        volume, speed: as set.
        latency_ms: from the key press to the first sound of the last run, None before one.
        rtf: seconds of sound made in a second of the last run, None before one.
    """

    state: State
    engine: EngineInfo | None
    job_id: int | None
    sentence: int | None
    sentences: int
    queue_length: int
    last_error: str
    voice: str
    volume: float
    speed: float
    latency_ms: float | None
    rtf: float | None


@dataclass(frozen=True)
class SentenceSpan:
    """Where a sentence stands in the text being read, in characters."""

    start: int
    end: int


def words_of(voice: Voice) -> str:
    """A voice in a few words for the user."""
    if isinstance(voice, SystemVoice):
        return voice.name or "system voice"
    if voice.name:
        return voice.name
    if isinstance(voice, PresetVoice):
        return voice.profile_id or voice.speaker
    return "designed voice" if isinstance(voice, DesignedVoice) else "cloned voice"
