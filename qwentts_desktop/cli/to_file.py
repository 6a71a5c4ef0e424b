"""Speaking into a sound file: needs no screen, no sound card and no running application."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.events import EngineChanged, Notice, SpeechEvent


def speak_to_file(context: Context, settings: Settings, text: str, arguments: argparse.Namespace) -> int:
    """Write a text's sound; the file appears whole or not at all."""
    from qwentts_desktop.cli.file_sink import FileSink
    from qwentts_desktop.factory import build_engine_source, build_request, build_splitter, engine_settings
    from qwentts_desktop.service.export import CUT_SHORT, export_speech

    context.open_log()
    target: Path = arguments.output
    request = build_request(settings, text, voice=arguments.voice, language=arguments.language)
    engine_names: list[str] = []

    def on_event(event: SpeechEvent) -> None:
        if isinstance(event, EngineChanged):
            engine_names[:] = [event.engine.name]
            context.complain_of_stand_in(event.engine, request.voice)
        elif isinstance(event, Notice):
            context.complain(event.message)

    with FileSink(target) as sink:
        result = export_speech(
            request,
            build_engine_source(engine_settings(settings), context.paths),
            build_splitter(context.paths),
            sink,
            threading.Event(),
            on_event,
        )
    if result.reason is not FinishReason.END_OF_SPEECH:
        context.complain(CUT_SHORT)
    context.say(f"{target}: {result.seconds:.1f} s, {result.sentences} sentences, {' '.join(engine_names)}")
    return ExitCode.OK
