"""Does what other processes of the same user ask for: a second start, the command line. No socket."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from qwentts_desktop import __version__
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.service.status import ServiceStatus
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.events import Problem
from qwentts_desktop.system.commands import Command, Reply
from qwentts_desktop.ui.events import PendingText, TextShown
from qwentts_desktop.ui.ports import Facts, SpeechControl, TextReader


class RemoteService(SpeechControl, Protocol):
    """The service with what only the command line asks for."""

    def status(self) -> ServiceStatus:
        """A snapshot."""


class RemoteControl(QObject):
    """The handler of instance commands. `handle` runs on the server's thread."""

    window_wanted = Signal()
    quit_wanted = Signal()
    submitted = Signal(object)
    """`TextShown`: a job that was started from outside."""
    speed_wanted = Signal(float)
    asked = Signal(object)
    """`PendingText`: a long selection waits for the user's word in the window."""

    def __init__(
        self,
        service: RemoteService,
        settings: Callable[[], Settings],
        selection: TextReader,
        clipboard: TextReader,
        facts: Facts,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._settings = settings
        self._facts = facts
        self._readers = {"speak-selection": selection, "speak-clipboard": clipboard}
        self._has_tray = False
        self._last_error = ""
        self._deeds: dict[str, Callable[[Mapping[str, Any]], Reply]] = {
            "raise": lambda _arguments: _done(self.window_wanted.emit),
            "quit": lambda _arguments: _done(self.quit_wanted.emit),
            "stop": lambda _arguments: _done(service.stop),
            "pause": lambda _arguments: _done(service.pause),
            "resume": lambda _arguments: _done(service.resume),
            "toggle-pause": lambda _arguments: _done(service.toggle_pause),
            "next": lambda _arguments: _done(service.next_sentence),
            "previous": lambda _arguments: _done(service.previous_sentence),
            "status": lambda _arguments: Reply(data=self.status()),
            "speak": self._speak,
        }

    def set_tray(self, is_there: bool) -> None:
        """Whether an icon stands in a tray, for the status."""
        self._has_tray = is_there

    def on_problem(self, problem: Problem) -> None:
        """Remember the newest error for the status, whether the service or the screen met it."""
        self._last_error = problem.error.message

    def handle(self, command: Command) -> Reply:
        """Do it and answer.

        Raises:
            QwenTTSError: it cannot be done; the server turns it into a refusal.
        """
        if command.name in self._readers:
            return self._speak_from(self._readers[command.name])
        deed = self._deeds.get(command.name)
        if deed is None:
            raise InvalidRequestError(f"The running application does not know the command {command.name!r}.")
        return deed(command.arguments)

    def status(self) -> dict[str, Any]:
        """What runs, as JSON values. Never spoken text."""
        now = self._service.status()
        settings = self._settings()
        engine = asdict(now.engine) if now.engine is not None else None
        if engine is not None and now.engine is not None:
            engine["kind"] = now.engine.kind.value
        return {
            "state": now.state.value,
            "engine": engine,
            "voice": now.voice or settings.voice.voice or "system",
            "device": settings.audio.output_device or "default",
            "volume": now.volume,
            "speed": now.speed,
            "job": now.job_id,
            "sentence": now.sentence,
            "sentences": now.sentences,
            "queue": now.queue_length,
            "last_error": self._last_error or now.last_error,
            "latency_ms": now.latency_ms,
            "rtf": now.rtf,
            "hotkeys": {action: asdict(result) for action, result in self._facts.hotkeys().items()},
            "tray": self._has_tray,
            "pid": os.getpid(),
            "version": __version__,
        }

    def _speak(self, arguments: Mapping[str, Any]) -> Reply:
        text = arguments.get("text", "")
        if not isinstance(text, str) or not text.strip():
            raise InvalidRequestError("There is nothing to read. Give some text.")
        speed = arguments.get("speed")
        if isinstance(speed, (int, float)):
            self.speed_wanted.emit(float(speed))
        return self._submit(text, _word(arguments, "voice"), _word(arguments, "language"))

    def _speak_from(self, reader: TextReader) -> Reply:
        """Read where the user selected or copied; asks in the window before hours of text."""
        origin_ns = time.perf_counter_ns()
        text = reader.read(1.0)
        if not text.strip():
            raise InvalidRequestError("There is no text. Select or copy some first.")
        if len(text) > self._settings().general.ask_above_characters:
            self.asked.emit(PendingText(text, origin_ns))
            return Reply(message="The text is very long. The application asks whether to read it.")
        return self._submit(text, None, None, origin_ns)

    def _submit(
        self, text: str, voice: str | None, language: str | None, origin_ns: int | None = None
    ) -> Reply:
        request = self._facts.request_of(self._settings(), text, voice, language)
        job_id = self._service.submit(request, origin_ns=origin_ns)
        self.submitted.emit(TextShown(job_id, text))
        return Reply(data={"job": job_id})


def _done(deed: Callable[[], object]) -> Reply:
    deed()
    return Reply()


def _word(arguments: Mapping[str, Any], name: str) -> str | None:
    value = arguments.get(name)
    if value is not None and not isinstance(value, str):
        raise InvalidRequestError(f"The {name} must be a word.")
    return value or None
