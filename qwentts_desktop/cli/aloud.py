"""Speaking from the command line itself, where no application runs: until all is heard, or Ctrl+C."""

from __future__ import annotations

import argparse
import threading

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.events import (
    EngineChanged,
    JobFinished,
    Notice,
    Problem,
    SentenceStarted,
    SpeechEvent,
    State,
    StateChanged,
)
from qwentts_desktop.speech.voice import Voice

_POLL_S = 0.1  # on Windows a wait without a limit does not see Ctrl+C


class _Ear:
    """Listens to one service until its job is over."""

    def __init__(self, context: Context, voice: Voice) -> None:
        self._context = context
        self._voice = voice
        self.is_over = threading.Event()
        self.exit_code = ExitCode.OK
        self._is_heard = False

    def __call__(self, event: SpeechEvent) -> None:
        """Take one event."""
        if isinstance(event, Problem):
            self.exit_code = ExitCode.FAILED
            self._context.complain(event.error.message)
        elif isinstance(event, Notice):
            self._context.complain(event.message)
        elif isinstance(event, EngineChanged):
            self._context.complain_of_stand_in(event.engine, self._voice)
        elif isinstance(event, SentenceStarted):
            self._is_heard = True
        elif isinstance(event, StateChanged) and event.state is State.PAUSED and not self._is_heard:
            # Nobody pauses here: there is no device. A script must not wait for one to be plugged in.
            self._end(ExitCode.FAILED)
        elif isinstance(event, JobFinished):
            is_silent = event.reason is None and self.exit_code is ExitCode.OK
            self._end(ExitCode.NOTHING_TO_SAY if is_silent else self.exit_code)

    def _end(self, exit_code: ExitCode) -> None:
        """Only the first end counts: closing the service ends the job once more."""
        if not self.is_over.is_set():
            self.exit_code = exit_code
            self.is_over.set()


def speak_aloud(context: Context, settings: Settings, text: str, arguments: argparse.Namespace) -> int:
    """Play a text on the output device and return when it was heard."""
    from qwentts_desktop.factory import build_request, build_service

    context.open_log()
    request = build_request(
        settings, text, voice=arguments.voice, language=arguments.language, paths=context.paths
    )
    service = build_service(settings, context.paths)
    ear = _Ear(context, request.voice)
    service.add_listener(ear)
    speech = threading.Thread(target=service.run, name="speech", daemon=True)
    speech.start()
    try:
        service.submit(request)
        while not ear.is_over.wait(_POLL_S):
            pass
    finally:
        service.close()
        speech.join(2.0)
    return ear.exit_code
