"""Speaking into a sound file: needs no screen, no sound card and no running application."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.events import EngineChanged, Notice, SpeechEvent

if TYPE_CHECKING:  # the quick commands do without
    from qwentts_desktop.service.export_order import ExportStatus
    from qwentts_desktop.speech.voice import Voice
    from qwentts_desktop.text.documents.document import Document

_LINE_EVERY_S = 0.2
MIN_SPEED, MAX_SPEED = 0.5, 2.5


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    """--output, --subtitles, --subtitles-by, --speed, which commands that can write a file have."""
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="write a sound file (.wav .flac .ogg .opus .mp3) and play nothing",
    )
    parser.add_argument(
        "--subtitles", type=Path, metavar="FILE", help="with --output: write subtitles as well (.srt .vtt)"
    )
    parser.add_argument(
        "--subtitles-by",
        choices=("sentences", "chapters"),
        default="sentences",
        help="a subtitle for each sentence, or the title of each chapter",
    )
    parser.add_argument("--speed", type=float, metavar="N", help="speed, 0.5 to 2.5; the pitch is kept")


def check_file_arguments(arguments: argparse.Namespace) -> None:
    """Raises InvalidRequestError where they do not fit together."""
    if arguments.speed is not None and not MIN_SPEED <= arguments.speed <= MAX_SPEED:
        raise InvalidRequestError(f"The speed must lie between {MIN_SPEED} and {MAX_SPEED}.")
    if arguments.subtitles is None:
        return
    from qwentts_desktop.service.export_order import subtitle_format_of

    if arguments.output is None:
        raise InvalidRequestError("Subtitles belong to a sound file: name one with --output.")
    subtitle_format_of(arguments.subtitles)


def text_to_file(context: Context, settings: Settings, text: str, arguments: argparse.Namespace) -> int:
    """Write a text's sound."""
    from qwentts_desktop.text.documents.document import Chapter, Document

    title = arguments.output.stem
    return document_to_file(context, settings, Document(title, "", (Chapter(title, text),)), arguments)


def document_to_file(
    context: Context, settings: Settings, document: Document, arguments: argparse.Namespace
) -> int:
    """Write a document's sound and, where asked for, its subtitles; each appears whole or not at all."""
    from qwentts_desktop.factory import build_engine_source, build_request, build_splitter, engine_settings
    from qwentts_desktop.service.export import CUT_SHORT, ExportChapter
    from qwentts_desktop.service.export_order import ExportOrder, SubtitleKind
    from qwentts_desktop.service.export_task import export_now

    context.open_log()
    chapters = tuple(
        ExportChapter(
            chapter.title,
            build_request(
                settings,
                chapter.text,
                voice=arguments.voice,
                language=arguments.language,
                paths=context.paths,
            ),
        )
        for chapter in document.chapters
    )
    order = ExportOrder(
        chapters,
        arguments.output,
        arguments.subtitles,
        SubtitleKind(arguments.subtitles_by),
        arguments.speed or 1.0,
        document.title,
        document.author,
    )
    teller = _Teller(context, chapters[0].request.voice)
    status = export_now(
        order,
        build_engine_source(engine_settings(settings), context.paths),
        build_splitter(context.paths, lambda: settings.reading),
        teller.on_event,
        teller.on_status,
    )
    if status.reason is not FinishReason.END_OF_SPEECH:
        context.complain(CUT_SHORT)
    context.say(
        f"{arguments.output}: {status.sound_s:.1f} s, {status.sentences} sentences, {teller.engine_name}"
    )
    return ExitCode.OK


class _Teller:
    """Says on standard error what happens; how far it is only where a person watches."""

    def __init__(self, context: Context, voice: Voice) -> None:
        self._context = context
        self._voice = voice
        self._is_watched = context.stderr.isatty()
        self._said_at = 0.0
        self.engine_name = ""

    def on_event(self, event: SpeechEvent) -> None:
        """What the engine tells."""
        if isinstance(event, EngineChanged):
            self.engine_name = event.engine.name
            self._context.complain_of_stand_in(event.engine, self._voice)
        elif isinstance(event, Notice):
            self._context.complain(event.message)

    def on_status(self, status: ExportStatus) -> None:
        """How far it is: one line, written over and over."""
        now = time.monotonic()
        if not self._is_watched or (now - self._said_at < _LINE_EVERY_S and not status.is_over):
            return
        self._said_at = now
        left = f", {status.seconds_left:.0f} s left" if status.seconds_left is not None else ""
        line = f"{100 * status.share:3.0f} %, {status.sound_s:.0f} s of sound{left}"
        end = "\r\x1b[K" if status.is_over else ""
        print(f"\r\x1b[K{line}{end}", end="", file=self._context.stderr, flush=True)
