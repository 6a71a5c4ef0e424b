"""`settings`: show one or all, change one, say where they are kept."""

from __future__ import annotations

import argparse
from dataclasses import fields

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """get [NAME], set NAME VALUE, path."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="get|set|path")
    get = actions.add_parser("get", help="show a setting, or all")
    get.add_argument("name", nargs="?", metavar="NAME", help="such as audio.volume")
    change = actions.add_parser("set", help="change a setting")
    change.add_argument("name", metavar="NAME", help="such as audio.volume")
    change.add_argument("value", metavar="VALUE")
    actions.add_parser("path", help="where the settings are kept")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Do it."""
    if arguments.action == "path":
        context.say(str(context.paths.settings_file))
        return ExitCode.OK
    from qwentts_desktop.settings.store import SettingsStore

    store = SettingsStore(context.paths.settings_file)
    settings = store.load()
    if arguments.action == "set":
        store.set(arguments.name, arguments.value)
    elif arguments.name:
        context.say(_words(store.get(arguments.name)))
    else:
        for group in fields(settings):
            for one in fields(getattr(settings, group.name)):
                dotted = f"{group.name}.{one.name}"
                context.say(f"{dotted} = {_words(store.get(dotted))}")
    return ExitCode.OK


def _words(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
