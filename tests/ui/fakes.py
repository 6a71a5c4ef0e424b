"""Stand-ins for what the screen talks to; they remember what was asked of them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from qwentts_desktop.errors import QwenTTSError, SettingsError
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.events import Listener, SpeechEvent
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import Voice


class FakeService:
    """Records commands; `tell` plays an event to the listeners."""

    def __init__(self) -> None:
        self.requests: list[SpeechRequest] = []
        self.origins: list[int | None] = []
        self.calls: list[tuple[Any, ...]] = []
        self.refusal: QwenTTSError | None = None
        self._listeners: list[Listener] = []

    def submit(self, request: SpeechRequest, *, origin_ns: int | None = None) -> int:
        if self.refusal is not None:
            raise self.refusal
        self.requests.append(request)
        self.origins.append(origin_ns)
        return len(self.requests)

    def pause(self) -> None:
        self.calls.append(("pause",))

    def resume(self) -> None:
        self.calls.append(("resume",))

    def toggle_pause(self) -> None:
        self.calls.append(("toggle_pause",))

    def stop(self) -> None:
        self.calls.append(("stop",))

    def next_sentence(self) -> None:
        self.calls.append(("next_sentence",))

    def previous_sentence(self) -> None:
        self.calls.append(("previous_sentence",))

    def restart_sentence(self) -> None:
        self.calls.append(("restart_sentence",))

    def jump_to_character(self, character: int) -> None:
        self.calls.append(("jump_to_character", character))

    def drop(self, job_id: int) -> None:
        self.calls.append(("drop", job_id))

    def set_voice(self, voice: Voice) -> None:
        self.calls.append(("set_voice", voice))

    def set_volume(self, volume: float) -> None:
        self.calls.append(("set_volume", volume))

    def set_speed(self, speed: float) -> None:
        self.calls.append(("set_speed", speed))

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: SpeechEvent) -> None:
        for listener in list(self._listeners):
            listener(event)


class FakeStore:
    """A settings store in memory that checks nothing but what it is told to refuse."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.current = settings or Settings()
        self.refused: set[str] = set()
        self.written: list[tuple[str, str]] = []

    def set(self, dotted: str, text: str) -> Settings:
        if dotted in self.refused:
            raise SettingsError(f"{dotted} cannot be {text}.")
        section, name = dotted.split(".")
        group = getattr(self.current, section)
        kind = type(getattr(group, name))
        value = text == "true" if kind is bool else kind(text)
        self.current = replace(self.current, **{section: replace(group, **{name: value})})
        self.written.append((dotted, text))
        return self.current

    def change(self, edit: Callable[[Settings], Settings]) -> Settings:
        self.current = edit(self.current)
        return self.current


class FakeReader:
    """A source of text that answers, fails, or waits until it is let go."""

    def __init__(self, text: str = "", error: Exception | None = None) -> None:
        self.text = text
        self.error = error
        self.gate = threading.Event()
        self.gate.set()
        self.threads: list[str] = []

    def read(self, timeout_s: float = 1.0) -> str:
        text, error = self.text, self.error
        self.threads.append(threading.current_thread().name)
        self.gate.wait(timeout_s)
        if error is not None:
            raise error
        return text
