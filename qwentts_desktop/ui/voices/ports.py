"""What the voice windows need from the rest of the application, as protocols. No Qt, no implementation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from qwentts_desktop.audio.recorder import Recorder
from qwentts_desktop.service.sound_playback import MadeSound
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.chunk import Samples
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.system.installed_voices import InstalledVoice
from qwentts_desktop.voices.defaults import LanguageDefaults
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.presets import PresetSpeaker


class Playback(Protocol):
    """A sound that plays."""

    @property
    def position_s(self) -> float | None:
        """Seconds heard; None once it is over."""


class VoiceSound(Protocol):
    """The service as far as the voice windows use it. Every method returns at once."""

    def submit(
        self, request: SpeechRequest, *, origin_ns: int | None = None, is_interrupting: bool | None = None
    ) -> int:
        """Read a text; its job's id."""

    def stop(self) -> None:
        """Silence."""

    def play_sound(self, samples: Samples, sample_rate_hz: int) -> Playback:
        """Play [N] float32 samples as they are."""

    def made_sound(self, job_id: int) -> MadeSound | None:
        """The whole sound of a text that was read."""


@dataclass(frozen=True)
class VoiceParts:
    """What the voice windows work on.

    Attributes:
        library: the voices.
        defaults: which voice reads which language.
        sound: speaks and plays.
        request_of: (settings, text, voice id, language) as a request; raises QwenTTSError.
        recorder: the microphone.
        speakers: the preset speakers, of the installed model where there is one. Not for the GUI thread.
        system_voices: the voices of the operating system. Not for the GUI thread.
    """

    library: VoiceLibrary
    defaults: LanguageDefaults
    sound: VoiceSound
    request_of: Callable[[Settings, str, str | None, str | None], SpeechRequest]
    recorder: Recorder
    speakers: Callable[[], tuple[PresetSpeaker, ...]]
    system_voices: Callable[[], tuple[InstalledVoice, ...]]
