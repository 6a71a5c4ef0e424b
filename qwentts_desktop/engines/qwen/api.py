"""Owns the Python interface, with the names that users of qwen-tts and faster-qwen3-tts know.

Every `generate_...` takes one text or a list and returns ([samples, ...], sample rate); lists are spoken
side by side. Every `..._streaming` takes one text and yields (samples, sample rate, timing) while it is
being made.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, Union

import numpy.typing as npt

from qwentts_desktop.engines.qwen.config import SAMPLE_RATE_HZ
from qwentts_desktop.engines.qwen.engine import QwenEngine
from qwentts_desktop.engines.qwen.prompt import PromptSpec
from qwentts_desktop.engines.qwen.synthesis import Speech, Synthesizer
from qwentts_desktop.engines.qwen.voice_encoder import at_model_rate, encode_recording, encode_samples
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.speech.chunk import FinishReason, Samples
from qwentts_desktop.speech.request import AUTO, SamplingOptions, StreamingOptions

_T = TypeVar("_T")
OneOrMany = Union[_T, Sequence[_T]]  # noqa: UP007 - evaluated at run time, also by Python 3.10
Recording = Union[str, Path, tuple[npt.NDArray[Any], int]]  # noqa: UP007 - evaluated at run time, also by Python 3.10
"""A sound file, or (samples [N] or [N, channels], sample rate)."""


@dataclass(frozen=True)
class ChunkTiming:
    """How a chunk was made.

    Attributes:
        seconds: since the call, when this chunk was there; of the first one it is the time to first audio.
        audio_seconds: sound so far, this chunk included.
        reason: why speech ended, in the last chunk.
    """

    seconds: float
    audio_seconds: float
    reason: FinishReason | None

    @property
    def rtf(self) -> float:
        """Seconds of sound made in a second."""
        return self.audio_seconds / self.seconds if self.seconds > 0 else 0.0


TimedChunk = tuple[Samples, int, ChunkTiming]


class QwenTTS:
    """A loaded model.

    Attributes:
        last: what became of each text of the last `generate_...` call.
    """

    def __init__(self, engine: QwenEngine) -> None:
        self._engine = engine
        self.last: list[Speech] = []

    @classmethod
    def from_pretrained(
        cls,
        pretrained_model_name_or_path: str | Path,
        *,
        device: str = "auto",
        dtype: str = "auto",
        attn_implementation: str = "sdpa",
        max_seq_len: int = 2048,
        use_graphs: bool = True,
        weights: str = "bf16",
    ) -> QwenTTS:
        """Load a model folder, or a model in the hub's cache; never uses the network.

        `weights`: "bf16" as published, or "int8", which are half the bytes.
        """
        engine = QwenEngine(
            pretrained_model_name_or_path,
            device=device,
            dtype=dtype,
            attention=attn_implementation,
            slots=max_seq_len,
            use_graphs=use_graphs,
            weights=weights,
        )
        engine.load(lambda _: None, threading.Event())
        return cls(engine)

    @property
    def synthesizer(self) -> Synthesizer:
        """What speaks beneath."""
        return self._engine.synthesizer

    def warmup(self, prefill_len: int = 100) -> None:
        """Record graphs for prompts of about this many tokens; loading has done so for 100."""
        self.synthesizer.warm_up(prefill_len)

    def unload(self) -> None:
        """Give the memory back."""
        self._engine.unload()

    def get_supported_speakers(self) -> list[str]:
        """Preset speakers of a CustomVoice model; empty for other kinds."""
        return sorted(self.synthesizer.model.config.speakers)

    def get_supported_languages(self) -> list[str]:
        """Languages by the model's names, "auto" first."""
        names = self.synthesizer.model.config.languages
        return [AUTO, *sorted(name for name in names if "dialect" not in name)]

    def create_voice_clone_prompt(
        self, ref_audio: Recording, ref_text: str = "", x_vector_only_mode: bool = False
    ) -> VoicePrompt:
        """Encode a recording once, to speak with it often; its `save` keeps it on disk."""
        if not x_vector_only_mode and not ref_text:
            raise InvalidRequestError(
                "Say what the recording says (ref_text), or clone by voice alone (x_vector_only_mode=True)."
            )
        model = self.synthesizer.model
        transcript = "" if x_vector_only_mode else ref_text
        if isinstance(ref_audio, tuple):
            samples, rate = ref_audio
            mono = samples.mean(axis=1) if samples.ndim > 1 else samples
            return encode_samples(
                model.folder, model.config, model.talker.device, at_model_rate(mono, rate), transcript
            )
        return encode_recording(model.folder, model.config, model.talker.device, Path(ref_audio), transcript)

    def generate_voice_clone(
        self,
        text: OneOrMany[str],
        language: OneOrMany[str] = AUTO,
        ref_audio: Recording | None = None,
        ref_text: str = "",
        *,
        voice_clone_prompt: VoicePrompt | None = None,
        x_vector_only_mode: bool = False,
        instruct: OneOrMany[str] = "",
        non_streaming_mode: bool | None = None,
        **sampling: Any,
    ) -> tuple[list[Samples], int]:
        """Speak in a cloned voice; `instruct` with it is experimental. `sampling`: see `sampling_from`."""
        voice = self._voice(voice_clone_prompt, ref_audio, ref_text, x_vector_only_mode)
        base = PromptSpec("", voice=voice, text_in_prefill=non_streaming_mode)
        return self._generate(_specs(base, text, language=language, instruction=instruct), sampling)

    def generate_voice_clone_streaming(
        self,
        text: str,
        language: str = AUTO,
        ref_audio: Recording | None = None,
        ref_text: str = "",
        *,
        voice_clone_prompt: VoicePrompt | None = None,
        x_vector_only_mode: bool = False,
        instruct: str = "",
        non_streaming_mode: bool | None = None,
        chunk_size: int = 0,
        **sampling: Any,
    ) -> Iterator[TimedChunk]:
        """The same as a stream; `chunk_size` in frames of 80 ms, 0 begins with one and grows."""
        started = time.perf_counter()
        voice = self._voice(voice_clone_prompt, ref_audio, ref_text, x_vector_only_mode)
        spec = PromptSpec(text, language, voice, "", instruct, non_streaming_mode)
        return self._stream(spec, chunk_size, sampling, started)

    def generate_custom_voice(
        self,
        text: OneOrMany[str],
        speaker: OneOrMany[str],
        language: OneOrMany[str] = AUTO,
        *,
        instruct: OneOrMany[str] = "",
        non_streaming_mode: bool | None = None,
        **sampling: Any,
    ) -> tuple[list[Samples], int]:
        """Speak in a preset voice."""
        base = PromptSpec("", text_in_prefill=non_streaming_mode)
        specs = _specs(base, text, speaker=speaker, language=language, instruction=instruct)
        return self._generate(specs, sampling)

    def generate_custom_voice_streaming(
        self,
        text: str,
        speaker: str,
        language: str = AUTO,
        *,
        instruct: str = "",
        non_streaming_mode: bool | None = None,
        chunk_size: int = 0,
        **sampling: Any,
    ) -> Iterator[TimedChunk]:
        """The same as a stream."""
        spec = PromptSpec(text, language, None, speaker, instruct, non_streaming_mode)
        return self._stream(spec, chunk_size, sampling, time.perf_counter())

    def generate_voice_design(
        self,
        text: OneOrMany[str],
        instruct: OneOrMany[str],
        language: OneOrMany[str] = AUTO,
        *,
        non_streaming_mode: bool | None = None,
        **sampling: Any,
    ) -> tuple[list[Samples], int]:
        """Speak in a voice made from a description."""
        base = PromptSpec("", text_in_prefill=non_streaming_mode)
        return self._generate(_specs(base, text, instruction=instruct, language=language), sampling)

    def generate_voice_design_streaming(
        self,
        text: str,
        instruct: str,
        language: str = AUTO,
        *,
        non_streaming_mode: bool | None = None,
        chunk_size: int = 0,
        **sampling: Any,
    ) -> Iterator[TimedChunk]:
        """The same as a stream."""
        spec = PromptSpec(text, language, None, "", instruct, non_streaming_mode)
        return self._stream(spec, chunk_size, sampling, time.perf_counter())

    def _voice(
        self, prompt: VoicePrompt | None, recording: Recording | None, transcript: str, voice_only: bool
    ) -> VoicePrompt:
        if prompt is not None:
            return prompt
        if recording is None:
            raise InvalidRequestError(
                "Give a recording (ref_audio) or an encoded voice (voice_clone_prompt)."
            )
        return self.create_voice_clone_prompt(recording, transcript, voice_only)

    def _generate(self, specs: list[PromptSpec], sampling: dict[str, Any]) -> tuple[list[Samples], int]:
        options = sampling_from(**sampling)
        self.last = self.synthesizer.generate(specs, [options] * len(specs))
        return [speech.samples for speech in self.last], SAMPLE_RATE_HZ

    def _stream(
        self, spec: PromptSpec, chunk_size: int, sampling: dict[str, Any], started: float
    ) -> Iterator[TimedChunk]:
        streaming = StreamingOptions(chunk_frames=chunk_size)
        made = 0
        for piece in self.synthesizer.stream(spec, sampling_from(**sampling), streaming):
            made += len(piece.samples)
            elapsed = time.perf_counter() - started
            yield piece.samples, SAMPLE_RATE_HZ, ChunkTiming(elapsed, made / SAMPLE_RATE_HZ, piece.reason)


def sampling_from(
    *,
    do_sample: bool = True,
    temperature: float = 0.9,
    top_k: int = 50,
    top_p: float = 1.0,
    repetition_penalty: float = 1.05,
    subtalker_dosample: bool = True,
    subtalker_temperature: float = 0.9,
    subtalker_top_k: int = 50,
    subtalker_top_p: float = 1.0,
    min_new_tokens: int = 2,
    max_new_tokens: int = 0,
    penalty_window: int = 0,
    seed: int | None = None,
) -> SamplingOptions:
    """Sampling options from upstream's names; `max_new_tokens` counts frames, 0 goes by the text."""
    return SamplingOptions(
        temperature=temperature if do_sample else 0.0,
        top_k=top_k,
        top_p=top_p,
        repetition_penalty=repetition_penalty,
        penalty_window=penalty_window,
        min_frames=min_new_tokens,
        max_frames=max_new_tokens,
        residual_temperature=subtalker_temperature if subtalker_dosample else 0.0,
        residual_top_k=subtalker_top_k,
        residual_top_p=subtalker_top_p,
        seed=seed,
    )


def _specs(base: PromptSpec, text: OneOrMany[str], **options: OneOrMany[str]) -> list[PromptSpec]:
    """One spec a text; an option that is a list has one value a text."""
    texts = [text] if isinstance(text, str) else list(text)
    columns: dict[str, Any] = {}
    for name, value in options.items():
        column = [value] * len(texts) if isinstance(value, str) else list(value)
        if len(column) != len(texts):
            raise InvalidRequestError(f"There are {len(texts)} texts and {len(column)} values of {name}.")
        columns[name] = column
    return [
        replace(base, text=each, **{name: column[i] for name, column in columns.items()})
        for i, each in enumerate(texts)
    ]
