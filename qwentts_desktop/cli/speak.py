"""`speak`: a text to the running application, or aloud from here, or into a sound file."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.to_file import add_file_arguments, check_file_arguments, text_to_file
from qwentts_desktop.errors import InvalidRequestError, NotRunningError
from qwentts_desktop.settings.schema import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """TEXT, --file, --output and what belongs to it, --voice, --language."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("text", nargs="?", metavar="TEXT", help="what to read; - reads standard input")
    source.add_argument("--file", type=Path, metavar="FILE", help="read this text file (UTF-8)")
    add_file_arguments(parser)
    add_voice_arguments(parser)


def add_voice_arguments(parser: argparse.ArgumentParser) -> None:
    """--voice and --language, which every speaking command has."""
    parser.add_argument("--voice", metavar="VOICE", help="who speaks, such as system:en-us or preset:vivian")
    parser.add_argument(
        "--language", metavar="CODE", help="language of the text, such as en, de, zh, or auto"
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Speak."""
    check_file_arguments(arguments)
    text = _text_of(arguments, context)
    if arguments.output is not None:
        return text_to_file(context, context.settings(), text, arguments)
    return speak_text(context, text, arguments)


def speak_text(
    context: Context, text: str, arguments: argparse.Namespace, settings: Settings | None = None
) -> int:
    """Through the running application if there is one, else from here, until all is heard."""
    from qwentts_desktop.system.instance import Command, send_command

    speed = getattr(arguments, "speed", None)
    given = {"text": text, "voice": arguments.voice, "language": arguments.language, "speed": speed}
    command = Command("speak", {name: value for name, value in given.items() if value is not None})
    try:
        reply = send_command(context.paths.runtime, command)
    except NotRunningError:
        from qwentts_desktop.cli.aloud import speak_aloud

        return speak_aloud(context, _at_speed(settings or context.settings(), speed), text, arguments)
    if reply.message:
        (context.say if reply.ok else context.complain)(reply.message)
    return reply.exit_code


def _at_speed(settings: Settings, speed: float | None) -> Settings:
    return settings if speed is None else replace(settings, audio=replace(settings.audio, speed=speed))


def _text_of(arguments: argparse.Namespace, context: Context) -> str:
    if arguments.file is not None:
        return _read(arguments.file)
    if arguments.text == "-":
        return _decoded(context.stdin.buffer.read())
    return str(arguments.text)


def _read(file: Path) -> str:
    try:
        return _decoded(file.read_bytes())
    except OSError as error:
        raise InvalidRequestError(
            f"The file {file} cannot be read: {error.strerror or error}.", detail=str(error)
        ) from error


def _decoded(data: bytes) -> str:
    """UTF-8 with or without a mark, UTF-16 with one; what is broken becomes U+FFFD."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")
