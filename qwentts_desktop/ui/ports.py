"""What the screen needs from the rest of the application, as protocols. No Qt, no implementation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.events import Listener
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import Voice
from qwentts_desktop.system.hotkeys import BindResult


class SpeechControl(Protocol):
    """The service as the screen uses it. Every method returns at once and may be called from any thread."""

    def submit(self, request: SpeechRequest, *, origin_ns: int | None = None) -> int:
        """Take a request and return its job's id."""

    def pause(self) -> None:
        """Hold where it is."""

    def resume(self) -> None:
        """Go on at the next sample."""

    def toggle_pause(self) -> None:
        """Pause or resume, whichever applies."""

    def stop(self) -> None:
        """Silence; the queue is emptied."""

    def next_sentence(self) -> None:
        """Skip forward."""

    def previous_sentence(self) -> None:
        """Skip back."""

    def restart_sentence(self) -> None:
        """Read this sentence again."""

    def jump_to_character(self, character: int) -> None:
        """Go to the sentence that holds this character of the current text."""

    def drop(self, job_id: int) -> None:
        """Take a text that waits out of the queue."""

    def set_voice(self, voice: Voice) -> None:
        """Another voice from the next sentence of the current text on."""

    def set_volume(self, volume: float) -> None:
        """Volume, 0..1."""

    def set_speed(self, speed: float) -> None:
        """Speed, 1 is natural."""

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        """Hear of events; the returned function ends that."""


class TextReader(Protocol):
    """Where selected or copied text comes from. Called on a worker thread; may take until the limit."""

    def read(self, timeout_s: float = 1.0) -> str:
        """The text, "" for none.

        Raises:
            SelectionError: it could not be read in time.
        """


class SettingsAccess(Protocol):
    """The settings store as the screen uses it."""

    @property
    def settings(self) -> Settings:
        """The settings now."""

    def set(self, dotted: str, text: str) -> Settings:
        """Change one setting from text, keep it, tell listeners, return all.

        Raises:
            SettingsError: not accepted, with the reason.
        """


@dataclass(frozen=True)
class VoiceChoice:
    """A voice that the user can pick: the id stored in the settings and the name shown."""

    id: str
    name: str


def _plain_request(
    settings: Settings, text: str, voice: str | None = None, language: str | None = None
) -> SpeechRequest:
    del voice
    return SpeechRequest(text, language=language or settings.voice.language)


@dataclass(frozen=True)
class Facts:
    """Things that the screen looks up. Each function returns at once and may be called on any thread.

    Attributes:
        voices: what the voice menu offers.
        request_of: (settings, text, voice id or None, language or None) as a request; raises QwenTTSError for
            a voice or language that cannot be.
        hotkeys: what became of each hotkey, by action.
    """

    voices: Callable[[], Sequence[VoiceChoice]] = lambda: ()
    request_of: Callable[[Settings, str, str | None, str | None], SpeechRequest] = _plain_request
    hotkeys: Callable[[], Mapping[str, BindResult]] = lambda: {}
