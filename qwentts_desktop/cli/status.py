"""`status`: what the running application is doing, in words or as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.errors import NotRunningError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="print JSON, also where nothing runs")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Ask the running application; without one say so with its own exit code."""
    from qwentts_desktop.system.instance import Command, send_command

    try:
        reply = send_command(context.paths.runtime, Command("status"))
    except NotRunningError as error:
        if not arguments.json:
            raise
        context.say(json.dumps({"running": False, "state": "not running", "message": error.message}))
        return ExitCode.NOT_RUNNING
    data = {"running": True, **reply.data}
    if arguments.json:
        context.say(json.dumps(data))
    else:
        for line in _lines(data):
            context.say(line)
    if reply.message:
        context.complain(reply.message)
    return reply.exit_code


def _lines(data: Mapping[str, Any], indent: str = "") -> list[str]:
    """The facts, one a line, groups indented."""
    lines: list[str] = []
    for key, value in data.items():
        words = key.replace("_", " ")
        if isinstance(value, Mapping):
            lines += [f"{indent}{words}:", *_lines(value, indent + "  ")]
        elif value is not None and value != "":
            lines.append(f"{indent}{words}: {_word(value)}")
    return lines


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
