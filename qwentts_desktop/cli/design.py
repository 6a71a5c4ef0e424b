"""`design`: speak a text in a voice made from a description."""

from __future__ import annotations

import argparse

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.neural import add_model_arguments, add_speech_arguments, load_engine, speak_into_file
from qwentts_desktop.speech.voice import DesignedVoice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """TEXT, --description, and what all have."""
    parser.add_argument(
        "--description", required=True, metavar="TEXT", help='such as "a calm older woman with a low voice"'
    )
    add_speech_arguments(parser)
    add_model_arguments(parser, "VoiceDesign")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Speak."""
    voice = DesignedVoice(arguments.description)
    return speak_into_file(context, load_engine(context, arguments, "VoiceDesign"), voice, arguments)
