"""What the screen needs from the rest of the application, as protocols. No Qt, no implementation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.events import Listener
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import SystemVoice, Voice

Span = tuple[int, int]
"""Start and end of a sentence in its job's text, in characters."""


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

    def jump(self, sentence: int) -> None:
        """Go to a sentence of the current text, counted from 0."""

    def set_volume(self, volume: float) -> None:
        """Volume, 0..1."""

    def set_speed(self, speed: float) -> None:
        """Speed, 1 is natural."""

    def spans(self) -> Sequence[Span]:
        """The sentences of the current text as far as they are known."""

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
class HotkeyState:
    """One global hotkey as it stands: the wanted combination, whether it works, and if not why."""

    combination: str = ""
    bound: bool = False
    problem: str = ""


@dataclass(frozen=True)
class VoiceChoice:
    """A voice that the user can pick: the id stored in the settings and the name shown."""

    id: str
    name: str


@dataclass(frozen=True)
class Facts:
    """Things that the windows show and look up rarely. Each function may be called on the GUI thread.

    Attributes:
        output_devices: names of the devices, asked for when a list opens.
        voices: what the voice menu offers.
        voice_of: the contract's voice for these settings.
        hotkeys: the state of each hotkey by action.
    """

    output_devices: Callable[[], Sequence[str]] = lambda: ()
    voices: Callable[[], Sequence[VoiceChoice]] = lambda: ()
    voice_of: Callable[[Settings], Voice] = lambda settings: SystemVoice()
    hotkeys: Callable[[], Mapping[str, HotkeyState]] = lambda: {}
