"""Builds engines, player and service from the settings. No Qt; the only importer of engines."""

from __future__ import annotations

import logging
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from qwentts_desktop.audio.output import OutputBackend
from qwentts_desktop.checkpoints.hub_cache import hub_cache_folder
from qwentts_desktop.checkpoints.places import Place
from qwentts_desktop.checkpoints.store import ModelStore, StoreFolders
from qwentts_desktop.engine_facts import neural_facts
from qwentts_desktop.errors import CardLostError, EngineError, InvalidRequestError, OutOfMemoryError
from qwentts_desktop.named_voices import note_used, voice_named, voices_by_language
from qwentts_desktop.paths import AppPaths, user_paths
from qwentts_desktop.reading_options import reading_options
from qwentts_desktop.service.engine_choice import NeuralFacts, choose_engine
from qwentts_desktop.service.engine_source import EngineSource, OneEngine
from qwentts_desktop.service.options import ServiceOptions
from qwentts_desktop.service.service import SpeechService
from qwentts_desktop.service.splitter import Splitter, TextSplitter
from qwentts_desktop.settings.schema import EngineSettings, ReadingSettings, Settings
from qwentts_desktop.speech.engine import EngineInfo, EngineKind, SpeechEngine
from qwentts_desktop.speech.request import AUTO, LANGUAGES, SpeechRequest, StreamingOptions
from qwentts_desktop.speech.voice import SystemVoice, Voice

if TYPE_CHECKING:  # text/ brings libraries along that only speech needs
    from qwentts_desktop.text.pronunciation.rule import PronunciationRule

FAKE_LOST_CARD_VARIABLE = "QWENTTS_FAKE_LOST_CARD"
"""The test engine loses its card, once, at a sentence that has this word."""

_RETRY_AFTER_S = 60.0

_log = logging.getLogger(__name__)

FAKE_ENGINE_VARIABLE = "QWENTTS_ENGINE"
"""Set to "fake", it makes the torch-free test engine speak."""


def build_service(
    settings: Settings,
    paths: AppPaths,
    output: OutputBackend | None = None,
    reading: Callable[[], ReadingSettings] | None = None,
) -> SpeechService:
    """The whole speech service: player and engine source inside. Quick: no torch, no device is opened.

    Args:
        settings: all settings.
        paths: where models and voices are.
        output: where sound goes; the machine's devices by default. A caller who lists devices passes its own.
        reading: how texts are read, asked anew for each text on the speech thread; else as in `settings`.
    """
    from qwentts_desktop.audio.devices import DeviceOutput
    from qwentts_desktop.audio.events import PlayerEvent
    from qwentts_desktop.audio.options import PlayerOptions
    from qwentts_desktop.audio.player import Player

    audio = settings.audio
    options = PlayerOptions(
        device=audio.output_device,
        volume=audio.volume,
        speed=audio.speed,
        cushion_ms=audio.cushion_ms,
        wake_silence_ms=audio.wake_silence_ms,
    )
    listeners: list[Callable[[PlayerEvent], None]] = []

    def on_player_event(event: PlayerEvent) -> None:
        for listener in listeners:
            listener(event)

    player = Player(output or DeviceOutput(), options, on_player_event)
    service = SpeechService(
        build_engine_source(engine_settings(settings), paths),
        player,
        service_options(settings),
        splitter=build_splitter(paths, reading or (lambda: settings.reading)),
        volume=audio.volume,
        speed=audio.speed,
    )
    listeners.append(service.on_player_event)
    return service


def service_options(settings: Settings) -> ServiceOptions:
    """How the service behaves by these settings."""
    return ServiceOptions(
        is_interrupting=settings.general.when_speaking == "interrupt",
        idle_unload_seconds=60.0 * settings.engine.idle_unload_minutes,
    )


def build_splitter(paths: AppPaths, reading: Callable[[], ReadingSettings] = ReadingSettings) -> Splitter:
    """How texts become sentences, with settings and pronunciation rules as they are when a text begins."""
    return TextSplitter(lambda: reading_options(reading(), _rules_in(paths.pronunciation_file)))


def _rules_in(file: Path) -> tuple[PronunciationRule, ...]:
    """The rules of a file; those that are broken are left out, the settings show why."""
    from qwentts_desktop.text.pronunciation.rules_file import parse_rules

    try:
        return parse_rules(file.read_text(encoding="utf-8-sig", errors="replace")).rules
    except FileNotFoundError:
        return ()
    except OSError as error:
        _log.warning("the pronunciation rules cannot be read: %s", error)
        return ()


def engine_settings(settings: Settings) -> EngineSettings:
    """The part of the settings that another engine must be built for; compare it to see whether one must."""
    return replace(settings.engine, idle_unload_minutes=EngineSettings().idle_unload_minutes)


def build_engine_source(settings: EngineSettings, paths: AppPaths) -> EngineSource:
    """What decides which engine speaks; loads nothing."""
    if os.environ.get(FAKE_ENGINE_VARIABLE) == "fake":
        from qwentts_desktop.engines.fake import FakeEngine, FakeOptions

        # taken out of the environment: the process that takes over after the fault shall not meet it again
        marked = os.environ.pop(FAKE_LOST_CARD_VARIABLE, "")
        if not marked:
            return OneEngine(FakeEngine())
        lost = CardLostError("The card is lost on demand.")
        return OneEngine(FakeEngine(FakeOptions(fault=lost, fault_at_frame=0, fault_when_text_has=marked)))
    return SettingsEngineSource(
        settings,
        lambda engine, voice: neural_facts(engine, voice, build_model_store(engine, paths)),
        _system_engine,
        lambda folder, engine: _neural_engine(folder, engine, paths.cache / "kernels"),
    )


def build_model_store(settings: EngineSettings, paths: AppPaths) -> ModelStore:
    """The models by these settings; quick: nothing is looked at, no network library is imported."""
    return ModelStore(
        StoreFolders(
            own=Path(settings.models_folder).expanduser() if settings.models_folder else paths.models,
            hub_cache=hub_cache_folder(),
            user_model=Path(settings.model_folder).expanduser() if settings.model_folder else None,
            target=Place(settings.model_place),
        )
    )


def expected_engine(settings: Settings, paths: AppPaths) -> EngineInfo:
    """What would speak now and why, without loading it; the window says so before the first text.

    Raises:
        EngineError: nothing can speak; the sentence says what to do.
        VoiceError: the voice of the settings is gone.
    """
    source = build_engine_source(engine_settings(settings), paths)
    return source.current(SpeechRequest("", voice_of(settings, paths))).info


def build_request(
    settings: Settings,
    text: str,
    *,
    voice: str | None = None,
    language: str | None = None,
    paths: AppPaths | None = None,
) -> SpeechRequest:
    """A request by the settings, with another voice or language where given.

    Args:
        settings: all settings.
        text: what to speak.
        voice: as `named_voices.voice_named` takes it; by default the one of the settings, and for languages
            that have a voice of their own that one.
        language: ISO 639-1 code or "auto".
        paths: where the voices are; the user's own by default.

    Raises:
        InvalidRequestError: the language is none that can be spoken.
        VoiceError: there is no such voice, or its files are missing.
    """
    paths = paths or user_paths()
    spoken_language = language or settings.voice.language
    by_language = voices_by_language(paths) if voice is None else {}
    own = by_language.get(spoken_language)
    spoken_voice = own or voice_named(settings.voice.voice if voice is None else voice, paths)
    if spoken_language not in (AUTO, *LANGUAGES) and not isinstance(spoken_voice, SystemVoice):
        raise InvalidRequestError(
            f'"{spoken_language}" is not among the languages: {", ".join((AUTO, *LANGUAGES))}.'
        )
    if text:
        note_used(spoken_voice, paths)
    return SpeechRequest(
        text,
        spoken_voice,
        spoken_language,
        streaming=StreamingOptions(chunk_frames=settings.streaming.chunk_frames),
        voices_by_language=tuple(by_language.items()) if spoken_language == AUTO else (),
    )


def voice_of(settings: Settings, paths: AppPaths | None = None) -> Voice:
    """The voice that the settings name.

    Raises:
        VoiceError: it is gone or its files are missing; the user chooses what speaks instead.
    """
    return voice_named(settings.voice.voice, paths or user_paths())


@dataclass(frozen=True)
class _Rejection:
    """Why a model cannot speak, and until when that holds."""

    reason: str
    until: float


class SettingsEngineSource:
    """Chooses by the settings and by what is there; implements `service.EngineSource`.

    Args:
        settings: the engine settings.
        look: what is known about the neural engine for a voice.
        make_system, make_neural: build an engine without loading it.
        clock: seconds.
    """

    def __init__(
        self,
        settings: EngineSettings,
        look: Callable[[EngineSettings, Voice], NeuralFacts],
        make_system: Callable[[str], SpeechEngine],
        make_neural: Callable[[Path, EngineSettings], SpeechEngine],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._look = look
        self._make_system = make_system
        self._make_neural = make_neural
        self._clock = clock
        self._neural: dict[Path, SpeechEngine] = {}
        self._system: dict[str, SpeechEngine] = {}
        self._rejected: dict[Path, _Rejection] = {}

    def current(self, request: SpeechRequest) -> SpeechEngine:
        """The neural engine where it can run for this voice, else the system's with the reason."""
        settings, voice = self._settings, request.voice
        choice = choose_engine(settings.engine, voice, lambda: self._look(settings, voice))
        if choice.model is None:
            return self._system_of(choice.reason)
        if choice.model in self._rejected:
            return self._system_of(self._rejected[choice.model].reason)
        return self._neural_of(choice.model)

    def reject(self, engine: SpeechEngine, error: EngineError) -> bool:
        """A neural engine that cannot load gives way to the system's voice, unless the settings insist."""
        if engine.info.kind is not EngineKind.NEURAL or self._settings.engine == "neural":
            return False
        for folder, known in self._neural.items():
            if known is engine:
                reason = f"The system voice speaks, because the model cannot: {error.message}"
                passes = isinstance(error, OutOfMemoryError)
                self._rejected[folder] = _Rejection(
                    reason, self._clock() + _RETRY_AFTER_S if passes else math.inf
                )
        return True

    def begin_text(self) -> None:
        """A model that found no room is tried again after a while: other programs end."""
        now = self._clock()
        self._rejected = {folder: one for folder, one in self._rejected.items() if now < one.until}

    def _neural_of(self, folder: Path) -> SpeechEngine:
        if folder not in self._neural:
            self._neural[folder] = self._make_neural(folder, self._settings)
        return self._neural[folder]

    def _system_of(self, reason: str) -> SpeechEngine:
        if reason not in self._system:
            self._system[reason] = self._make_system(reason)
        return self._system[reason]


def _system_engine(reason: str) -> SpeechEngine:
    from qwentts_desktop.engines.system_voice import SystemVoiceEngine, system_voice_program

    return SystemVoiceEngine(system_voice_program(), reason=reason)


def _neural_engine(folder: Path, settings: EngineSettings, kernel_cache: Path) -> SpeechEngine:
    """The neural engine, not loaded; torch is imported when it loads."""
    from qwentts_desktop.engines.qwen.engine import QwenEngine

    return QwenEngine(
        folder,
        device=settings.device,
        dtype=settings.dtype,
        weights=settings.weights,
        attention=settings.attention,
        kernel_cache=kernel_cache,
    )


def build_fused_kernels() -> str:
    """Compile and load the codec's kernels on the first card, as loading a model does; NVRTC's version.

    Raises:
        EngineUnavailableError: they cannot be built here.
    """
    import torch

    from qwentts_desktop.engines.qwen.codec.cuda_kernels import CodecKernels
    from qwentts_desktop.engines.qwen.kernels.nvrtc import Nvrtc

    CodecKernels(torch.device("cuda:0"))
    return Nvrtc().version
