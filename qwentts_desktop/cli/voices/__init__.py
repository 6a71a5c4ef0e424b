"""`voices`: the library of voices, without a screen. Adding needs no card and no model."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.voices import adding, changing, exchange, listing, making, preview

Action = Callable[[argparse.Namespace, Context], ExitCode]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One sub-command an action, each with --json."""
    json_option = argparse.ArgumentParser(add_help=False)
    json_option.add_argument("--json", action="store_true", help="print JSON")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def add_action(name: str, help_text: str, act: Action) -> argparse.ArgumentParser:
        sub: argparse.ArgumentParser = actions.add_parser(
            name,
            help=help_text,
            description=help_text[0].upper() + help_text[1:] + ".",
            parents=[json_option],
        )
        sub.set_defaults(act=act)
        return sub

    for module in (listing, adding, making, changing, exchange, preview):
        module.add_actions(add_action)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Do it."""
    act: Action = arguments.act
    return act(arguments, context)
