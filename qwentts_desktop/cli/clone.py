"""`clone`: speak a text in the voice of a recording, or of an encoded voice."""

from __future__ import annotations

import argparse
from pathlib import Path

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.neural import add_model_arguments, add_speech_arguments, load_engine, speak_into_file
from qwentts_desktop.speech.voice import ClonedVoice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """TEXT, --reference or --prompt, --transcript, --instruction, and what all have."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--reference", type=Path, metavar="FILE", help="a recording, 5 to 15 s of clear speech"
    )
    source.add_argument("--prompt", type=Path, metavar="FILE", help="an encoded voice, from extract-voice")
    parser.add_argument(
        "--transcript",
        default="",
        metavar="TEXT",
        help="what the recording says; empty clones the voice alone",
    )
    parser.add_argument("--instruction", default="", metavar="TEXT", help="how to speak (experimental here)")
    add_speech_arguments(parser)
    add_model_arguments(parser, "Base")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Speak."""
    voice = ClonedVoice(arguments.reference, arguments.transcript, arguments.prompt, arguments.instruction)
    return speak_into_file(context, load_engine(context, arguments, "Base"), voice, arguments)
