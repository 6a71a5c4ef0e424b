"""The exit codes of every command, declared once; --help prints them."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command ends with."""

    OK = 0
    FAILED = 1
    USAGE = 2
    NOT_RUNNING = 3
    NOTHING_TO_SAY = 4
    INTERRUPTED = 130


MEANING = {
    ExitCode.OK: "done",
    ExitCode.FAILED: "failed; the message says what to do",
    ExitCode.USAGE: "the command line is wrong",
    ExitCode.NOT_RUNNING: "needs the running application, and there is none",
    ExitCode.NOTHING_TO_SAY: "nothing is selected or copied, or the text holds nothing to say",
    ExitCode.INTERRUPTED: "stopped by Ctrl+C",
}


def table() -> str:
    """The table for --help, one code a line."""
    return "\n".join(f"  {int(code):3}  {meaning}" for code, meaning in MEANING.items())
