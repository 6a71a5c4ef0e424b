"""`custom`: speak a text in a preset voice of a CustomVoice model, or list these voices."""

from __future__ import annotations

import argparse
from pathlib import Path

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.neural import (
    add_model_arguments,
    add_speech_arguments,
    load_engine,
    model_folder,
    speak_into_file,
)
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.speech.voice import PresetVoice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """TEXT, --speaker, --instruction, --list-speakers, and what all have."""
    parser.add_argument("--list-speakers", action="store_true", help="list the voices instead of speaking")
    parser.add_argument("--speaker", default="vivian", metavar="NAME", help="who speaks (default vivian)")
    parser.add_argument("--instruction", default="", metavar="TEXT", help="how to speak (1.7B models)")
    add_speech_arguments(parser, required=False)
    add_model_arguments(parser, "CustomVoice")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Speak, or list."""
    if arguments.list_speakers:
        return _list_speakers(arguments, context)
    if arguments.text is None or arguments.output is None:
        raise InvalidRequestError("Say what to speak (TEXT) and where to write it (--output FILE).")
    voice = PresetVoice(arguments.speaker.lower(), arguments.instruction)
    return speak_into_file(context, load_engine(context, arguments, "CustomVoice"), voice, arguments)


def _list_speakers(arguments: argparse.Namespace, context: Context) -> int:
    """Needs the model's config.json only, and no torch."""
    from qwentts_desktop.engines.qwen.config import read_config

    config = read_config(Path(model_folder(context, arguments, "CustomVoice")))
    for speaker in sorted(config.speakers):
        dialect = config.dialects.get(speaker, "")
        context.say(f"{speaker} ({dialect.replace('_', ' ')})" if dialect else speaker)
    return ExitCode.OK
