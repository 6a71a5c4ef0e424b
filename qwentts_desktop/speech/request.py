"""What is asked for: the text, the voice and how to sample."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from qwentts_desktop.speech.voice import SystemVoice, Voice

LANGUAGES = ("zh", "en", "de", "it", "pt", "es", "ja", "ko", "fr", "ru")
"""The languages that Qwen3-TTS speaks, ISO 639-1."""

AUTO = "auto"
"""Language left to the engine."""


@dataclass(frozen=True)
class SamplingOptions:
    """How an engine with random choice draws its codes. The defaults are Qwen3-TTS's published ones.

    Attributes:
        temperature: above 0; 0 means greedy.
        top_k: keep the k most likely codes; 0 keeps all.
        top_p: keep the most likely codes up to this share of probability, in (0, 1].
        repetition_penalty: at least 1; over the codes of codebook 0 so far.
        penalty_window: frames that the penalty looks back; 0 means the whole history, as upstream.
        min_frames: no end before this many frames.
        max_frames: hard limit of frames (80 ms each), or 0 to derive it from the text's length.
        residual_temperature, residual_top_k, residual_top_p: the same for codebooks 1..15.
        seed: same seed, same sound; None draws a new one.
    """

    temperature: float = 0.9
    top_k: int = 50
    top_p: float = 1.0
    repetition_penalty: float = 1.05
    penalty_window: int = 0
    min_frames: int = 2
    max_frames: int = 0
    residual_temperature: float = 0.9
    residual_top_k: int = 50
    residual_top_p: float = 1.0
    seed: int | None = None


@dataclass(frozen=True)
class StreamingOptions:
    """How the sound is cut into chunks.

    Attributes:
        ramp: frames of the first chunks, one after another; the last value holds from then on.
        chunk_frames: a fixed number of frames a chunk, or 0 for the ramp.
    """

    ramp: tuple[int, ...] = (1, 2, 4, 8)
    chunk_frames: int = 0

    def frames_of_chunk(self, index: int) -> int:
        """Frames in the chunk of this index, counted from 0."""
        if self.chunk_frames > 0:
            return self.chunk_frames
        return self.ramp[min(index, len(self.ramp) - 1)]


@dataclass(frozen=True)
class SpeechRequest:
    """One text to be spoken in one voice.

    Attributes:
        text: what to speak, as the user selected it. An engine gets a sentence or a few at a time.
        voice: who speaks.
        language: ISO 639-1 code, or "auto".
        sampling: how codes are drawn; engines without random choice ignore it.
        streaming: how the sound is cut.
        text_in_prefill: Qwen's `non_streaming_mode`: the whole text in the prefill (True), one token a frame
            (False), or the model's default (None).
        voices_by_language: other voices for sentences in these languages (ISO 639-1), where `language` is
            "auto"; the service heeds it, an engine does not.
    """

    text: str
    voice: Voice = field(default_factory=SystemVoice)
    language: str = AUTO
    sampling: SamplingOptions = field(default_factory=SamplingOptions)
    streaming: StreamingOptions = field(default_factory=StreamingOptions)
    text_in_prefill: bool | None = None
    voices_by_language: tuple[tuple[str, Voice], ...] = ()

    def of_sentence(self, text: str, language: str) -> SpeechRequest:
        """This request for one sentence of its text, in which this language was found."""
        spoken = language if self.language == AUTO else self.language
        voice = dict(self.voices_by_language).get(spoken, self.voice)
        return replace(self, text=text, language=spoken, voice=voice, voices_by_language=())
