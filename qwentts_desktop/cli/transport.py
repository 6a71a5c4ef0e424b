"""Commands without arguments that the running application carries out: stop, pause, next, quit and so on."""

from __future__ import annotations

import argparse

from qwentts_desktop.cli.context import Context


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None."""
    del parser


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Hand the command to the running application."""
    from qwentts_desktop.system.instance import Command, send_command

    reply = send_command(context.paths.runtime, Command(arguments.command))
    if reply.message:
        (context.say if reply.ok else context.complain)(reply.message)
    return reply.exit_code
