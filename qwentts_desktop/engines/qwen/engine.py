"""Owns Qwen3-TTS as the application's SpeechEngine: loading with progress, voices, chunks of sound.

Importing this module is cheap: torch and the model's code are imported by `load`, on the thread that calls
it.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qwentts_desktop.engines.qwen.config import SAMPLE_RATE_HZ, read_config
from qwentts_desktop.errors import CardLostError, EngineError, VoiceError
from qwentts_desktop.speech.chunk import AudioChunk, FinishReason
from qwentts_desktop.speech.engine import EngineInfo, EngineKind, LoadProgress, WholeSpeech
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import ClonedVoice, DesignedVoice, PresetVoice

if TYPE_CHECKING:
    import torch

    from qwentts_desktop.engines.qwen.prompt import PromptSpec
    from qwentts_desktop.engines.qwen.reference import ReferenceModel
    from qwentts_desktop.engines.qwen.synthesis import Synthesizer
    from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt

_LOG = logging.getLogger(__name__)
_WEIGHTS_SHARE = 0.7
_KEPT_VOICES = 8
_VoiceKey = tuple[ClonedVoice, int, int]


class QwenEngine:
    """Speaks with one model folder.

    Args:
        model: its folder, or its id in the hub's cache.
        device, dtype, attention: as in the settings; "auto" chooses by the card.
        slots: the longest prompt and speech together, in frames and tokens.
        kernel_cache: folder that keeps compiled kernels for the next start; None compiles them anew.
        use_graphs: False makes every frame step by step, for comparison.
        reference_mode: True hands each request to upstream's own code, slowly and without streaming, for
            comparison.
        weights: "bf16" as published, or "int8": half the bytes, so faster where a card's memory is slow.
    """

    def __init__(
        self,
        model: Path | str,
        *,
        device: str = "auto",
        dtype: str = "auto",
        attention: str = "sdpa",
        slots: int = 2048,
        use_graphs: bool = True,
        kernel_cache: Path | None = None,
        reference_mode: bool = False,
        weights: str = "bf16",
    ) -> None:
        self._model_name = str(model)
        self._device_name, self._dtype_name, self._attention = device, dtype, attention
        self._slots, self._use_graphs, self._reference_mode = slots, use_graphs, reference_mode
        self._kernel_cache, self._weights = kernel_cache, weights
        self._synthesizer: Synthesizer | None = None
        self._reference: ReferenceModel | None = None
        self._batch_size = 1
        self._voices: dict[_VoiceKey, VoicePrompt] = {}
        self._info = EngineInfo(EngineKind.NEURAL, "Qwen3-TTS", "", SAMPLE_RATE_HZ)

    @property
    def info(self) -> EngineInfo:
        """What speaks; the device and a reason for slowness are known after `load`."""
        return self._info

    @property
    def synthesizer(self) -> Synthesizer:
        """What speaks, for those who need more than the contract.

        Raises:
            EngineError: nothing is loaded.
        """
        if self._synthesizer is None:
            raise EngineError("The model is not loaded. Load it first.")
        return self._synthesizer

    def load(self, on_progress: Callable[[LoadProgress], None], cancel: threading.Event) -> None:
        """Load the model and get it ready to speak at once; a second call does nothing.

        Raises:
            CheckpointError, EngineUnavailableError, OutOfMemoryError: with a sentence that says what to do.
        """
        if self._synthesizer is not None:
            return
        from qwentts_desktop.engines.qwen.card_errors import forget_locals
        from qwentts_desktop.engines.qwen.checkpoint import LoadCancelledError

        try:
            self._synthesizer = self._load(on_progress, cancel)
        except LoadCancelledError:
            self.unload()
        except CardLostError:
            raise  # touching what is left of a dead context can end the process
        except BaseException as error:
            forget_locals(error)
            self.unload()
            raise

    def stream(self, request: SpeechRequest, cancel: threading.Event) -> Iterator[AudioChunk]:
        """Speak a sentence or a few; see SpeechEngine.

        Raises:
            OutOfMemoryError, CardLostError: see `card_errors`.
        """
        from qwentts_desktop.engines.qwen.card_errors import card_errors

        with card_errors(self.synthesizer.model.talker.device):
            yield from self._stream(request, cancel)

    def _stream(self, request: SpeechRequest, cancel: threading.Event) -> Iterator[AudioChunk]:
        synthesizer = self.synthesizer
        spec = self._spec(request)
        if self._reference is not None:
            samples = self._reference.speak(spec, request.sampling)
            yield AudioChunk(samples, SAMPLE_RATE_HZ, 0, FinishReason.END_OF_SPEECH)
            return
        start = 0
        for piece in synthesizer.stream(spec, request.sampling, request.streaming, cancel):
            yield AudioChunk(piece.samples, SAMPLE_RATE_HZ, start, piece.reason)
            start += len(piece.samples)

    @property
    def batch_size(self) -> int:
        """See BatchSpeechEngine."""
        return 1 if self._reference is not None else self._batch_size

    def speak_together(self, requests: Sequence[SpeechRequest], cancel: threading.Event) -> list[WholeSpeech]:
        """Speak requests side by side; see BatchSpeechEngine.

        Raises:
            OutOfMemoryError, CardLostError: see `card_errors`.
        """
        from qwentts_desktop.engines.qwen.card_errors import card_errors

        with card_errors(self.synthesizer.model.talker.device):
            specs = [self._spec(request) for request in requests]
            speeches = self.synthesizer.generate(specs, [one.sampling for one in requests], cancel)
        return [WholeSpeech(speech.samples, SAMPLE_RATE_HZ, speech.reason) for speech in speeches]

    def unload(self) -> None:
        """Give the memory back: weights, caches, graphs and encoded voices."""
        if self._synthesizer is not None:
            self._synthesizer.release()
        self._synthesizer = None
        self._reference = None
        self._voices.clear()
        gc.collect()
        from qwentts_desktop.engines.qwen.card_errors import give_memory_back

        give_memory_back()

    def _load(self, on_progress: Callable[[LoadProgress], None], cancel: threading.Event) -> Synthesizer:
        on_progress(LoadProgress(0.0, "Starting"))
        from qwentts_desktop.engines.qwen import devices
        from qwentts_desktop.engines.qwen.card_errors import card_errors
        from qwentts_desktop.engines.qwen.checkpoint import find_model

        folder = find_model(self._model_name)
        device = devices.choose_device(self._device_name)
        with card_errors(device):
            return self._load_onto(device, folder, on_progress, cancel)

    def _load_onto(
        self,
        device: torch.device,
        folder: Path,
        on_progress: Callable[[LoadProgress], None],
        cancel: threading.Event,
    ) -> Synthesizer:
        from qwentts_desktop.engines.qwen import devices
        from qwentts_desktop.engines.qwen.card_errors import require_room
        from qwentts_desktop.engines.qwen.checkpoint import load_model
        from qwentts_desktop.engines.qwen.codec.decoder import StreamingDecoder
        from qwentts_desktop.engines.qwen.decoding.step import EagerStep
        from qwentts_desktop.engines.qwen.execution import steps_for
        from qwentts_desktop.engines.qwen.synthesis import Synthesizer

        int8 = devices.choose_int8(self._weights)
        require_room(folder / "model.safetensors", device, int8=int8)
        dtype = devices.choose_dtype(self._dtype_name, device)
        name = read_config(folder).name
        self._info = EngineInfo(EngineKind.NEURAL, name, devices.device_name(device), SAMPLE_RATE_HZ)

        def on_fraction(fraction: float) -> None:
            on_progress(LoadProgress(fraction * _WEIGHTS_SHARE, "Loading the model"))

        model = load_model(folder, device, dtype, self._slots, on_fraction, cancel, int8=int8)
        _LOG.info("weights of %.2f GB are loaded, %s", model.weight_bytes / 1e9, self._weights)
        on_progress(LoadProgress(_WEIGHTS_SHARE, "Loading the voice decoder"))
        decoder = StreamingDecoder.from_folder(folder / "speech_tokenizer", device)
        _stop_if(cancel)
        synthesizer = Synthesizer(
            model,
            decoder,
            slots=self._slots,
            attention=self._attention,
            steps=steps_for(device, self._kernel_cache) if self._use_graphs else (EagerStep,),
        )
        on_progress(LoadProgress(0.8, "Warming up"))
        synthesizer.warm_up()
        _stop_if(cancel)
        self._batch_size = devices.batch_size(device)
        if self._reference_mode:
            from qwentts_desktop.engines.qwen.reference import ReferenceModel

            self._reference = ReferenceModel(model, self._attention)
        reason = synthesizer.fallback_reason or _reason_for_slowness(device)
        self._info = EngineInfo(EngineKind.NEURAL, name, devices.device_name(device), SAMPLE_RATE_HZ, reason)
        on_progress(LoadProgress(1.0, "Ready"))
        return synthesizer

    def _spec(self, request: SpeechRequest) -> PromptSpec:
        from qwentts_desktop.engines.qwen.prompt import PromptSpec

        voice = request.voice
        text, language, whole = request.text, request.language, request.text_in_prefill
        if isinstance(voice, ClonedVoice):
            prompt = self._encoded(voice)
            return PromptSpec(
                text, language, voice=prompt, instruction=voice.instruction, text_in_prefill=whole
            )
        if isinstance(voice, PresetVoice):
            return PromptSpec(
                text, language, speaker=voice.speaker, instruction=voice.instruction, text_in_prefill=whole
            )
        if isinstance(voice, DesignedVoice):
            return PromptSpec(text, language, instruction=voice.description, text_in_prefill=whole)
        raise VoiceError(
            "A voice of the operating system cannot be spoken by the model. Choose another voice."
        )

    def _encoded(self, voice: ClonedVoice) -> VoicePrompt:
        """The voice: from memory, from its encoded file, or from its recording where that does not serve."""
        key = voice, _version(voice.reference), _version(voice.prompt)
        if key not in self._voices:
            while len(self._voices) >= _KEPT_VOICES:
                del self._voices[next(iter(self._voices))]
            self._voices[key] = self._encode(voice)
        return self._voices[key]

    def _encode(self, voice: ClonedVoice) -> VoicePrompt:
        from qwentts_desktop.engines.qwen.kept_prompts import keep_prompt, load_kept_prompt
        from qwentts_desktop.engines.qwen.voice_encoder import encode_recording
        from qwentts_desktop.engines.qwen.voice_prompt import load_voice_prompt

        model = self.synthesizer.model
        kept = load_kept_prompt(voice, model.config)
        if kept is not None:
            return kept
        if voice.prompt is not None:
            try:
                prompt = load_voice_prompt(voice.prompt)
                prompt.check_fits(model.config)
                return prompt
            except VoiceError:
                if voice.reference is None or not voice.reference.is_file():
                    raise
        if voice.reference is None:
            raise VoiceError("This voice has no recording and no encoded form. Choose another voice.")
        prompt = encode_recording(
            model.folder, model.config, model.talker.device, voice.reference, voice.transcript
        )
        keep_prompt(prompt, voice, model.config)
        return prompt


def _version(path: Path | None) -> int:
    """Changes when the file does: a recording replaced under the same name is another voice."""
    return path.stat().st_mtime_ns if path is not None and path.exists() else 0


def _reason_for_slowness(device: torch.device) -> str:
    return (
        ""
        if device.type == "cuda"
        else "No usable NVIDIA card was found, so the model runs on the processor."
    )


def _stop_if(cancel: threading.Event) -> None:
    from qwentts_desktop.engines.qwen.checkpoint import LoadCancelledError

    if cancel.is_set():
        raise LoadCancelledError("Loading was cancelled.")
