"""The command line: finds the command, runs it, turns what goes wrong into a sentence and an exit code."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from types import ModuleType

from qwentts_desktop import __version__
from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode, table
from qwentts_desktop.errors import NothingSelectedError, NothingToSayError, NotRunningError, QwenTTSError

COMMANDS = {
    "speak": ("speak", "read a text aloud, or write it to a sound file"),
    "clone": ("clone", "speak a text in the voice of a recording, into a file"),
    "custom": ("custom", "speak a text in a preset voice, into a file"),
    "design": ("design", "speak a text in a voice made from a description, into a file"),
    "extract-voice": ("extract_voice", "encode a recording for reuse"),
    "read": ("read", "read a document aloud, or write it to a sound file with subtitles"),
    "speak-selection": ("speak_selection", "read the selected text aloud"),
    "speak-clipboard": ("speak_clipboard", "read the clipboard aloud"),
    "stop": ("transport", "stop reading"),
    "pause": ("transport", "pause"),
    "resume": ("transport", "go on where it was paused"),
    "toggle-pause": ("transport", "pause, or go on"),
    "next": ("transport", "skip to the next sentence"),
    "previous": ("transport", "back to the sentence before"),
    "status": ("status", "what the running application is doing"),
    "quit": ("transport", "end the running application"),
    "settings": ("settings", "show or change a setting"),
    "models": ("models", "list, download, check, move or remove models"),
    "voices": ("voices", "add, change, try, give away and choose voices"),
    "sentences": ("sentences", "show what would be spoken of a text"),
    "bench": ("bench.command", "measure how fast this machine speaks"),
    "devices": ("devices", "list the sound outputs"),
    "doctor": ("doctor", "look what works on this machine and how to mend what does not"),
}
"""Command -> (module, help). A module is imported only when its command runs, so that starting is quick."""

_PROGRAM = "qwentts-desktop"


def main(arguments: Sequence[str], context: Context | None = None) -> int:
    """Run one command line and return the exit code. Never raises, whatever the command does."""
    context = context or Context()
    sys.setswitchinterval(0.001)  # the sound callback must not wait 5 ms for a busy thread
    try:
        return _run(arguments, context)
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        return ExitCode.OK
    except NotRunningError as error:
        context.complain(error.message)
        return ExitCode.NOT_RUNNING
    except (NothingSelectedError, NothingToSayError) as error:
        context.complain(error.message)
        return ExitCode.NOTHING_TO_SAY
    except QwenTTSError as error:
        context.complain(error.message)
        _log_failure(context, error)
        return ExitCode.FAILED
    except Exception as error:  # an outer edge: a user gets a sentence, the log gets the trace
        context.complain("The command failed unexpectedly. The log has the cause.")
        _log_failure(context, error)
        return ExitCode.FAILED


def _run(arguments: Sequence[str], context: Context) -> int:
    chosen = next((argument for argument in arguments if not argument.startswith("-")), "")
    parser, module = _parser(chosen)
    try:
        values = parser.parse_args(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    if module is None:
        parser.print_help(context.stderr)
        return ExitCode.USAGE
    return int(module.run(values, context))


def _parser(chosen: str) -> tuple[argparse.ArgumentParser, ModuleType | None]:
    """The parser, complete for the chosen command only, and that command's module."""
    parser = argparse.ArgumentParser(
        prog=_PROGRAM,
        description="Reads text aloud. Without a command the application starts.",
        epilog=f"exit codes:\n{table()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{_PROGRAM} {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    module: ModuleType | None = None
    for name, (module_name, help_text) in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=help_text,
            description=help_text[0].upper() + help_text[1:] + ".",
            epilog=f"exit codes:\n{table()}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == chosen:
            module = importlib.import_module(f"qwentts_desktop.cli.{module_name}")
            module.add_arguments(command)
    return parser, module


def _log_failure(context: Context, error: Exception) -> None:
    """Keep the cause: of what we foresaw its technical detail, of a bug its trace."""
    import logging

    context.open_log()
    log = logging.getLogger(__name__)
    if isinstance(error, QwenTTSError):
        log.info("command failed: %s (%s)", error.message, error.detail)
    else:
        log.error("command failed", exc_info=error)
