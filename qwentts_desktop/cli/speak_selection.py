"""`speak-selection`: what is selected in any window, read by the running application or from here."""

from __future__ import annotations

import argparse

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.marked_text import Place, speak_marked
from qwentts_desktop.cli.speak import add_voice_arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--voice, --language."""
    add_voice_arguments(parser)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Speak it."""
    return speak_marked(Place.SELECTION, arguments, context)
