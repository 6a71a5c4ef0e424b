"""`voices list`, `voices show`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.voices.printing import facts_of, library_of, line_of, lines_of, say_json
from qwentts_desktop.voices.profile import VoiceKind

AddAction = Callable[..., argparse.ArgumentParser]


def add_actions(add_action: AddAction) -> None:
    """list [WORDS] --kind --language, show VOICE."""
    listing = add_action("list", "list the voices", list_voices)
    listing.add_argument("words", nargs="*", metavar="WORD", help="only voices with these words")
    kinds = [kind.value for kind in VoiceKind if kind is not VoiceKind.UNKNOWN]
    listing.add_argument("--kind", choices=kinds, help="only this kind")
    listing.add_argument("--language", default="", metavar="CODE", help="only for this language, such as de")
    showing = add_action("show", "show all that is known of a voice", show_voice)
    showing.add_argument("voice", metavar="VOICE", help="its name or id")


def list_voices(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """A line a voice; what is wrong with one goes to standard error."""
    library, default_id = library_of(context), context.settings().voice.voice
    kind = VoiceKind(arguments.kind) if arguments.kind else None
    found = library.search(" ".join(arguments.words), kind, arguments.language)
    if arguments.json:
        say_json(context, [facts_of(entry, library, default_id) for entry in found])
        return ExitCode.OK
    for entry in found:
        context.say(line_of(entry, default_id))
        if entry.problem:
            context.complain(entry.problem)
    for one in library.set_aside():
        context.complain(f"A damaged voice was set aside in {one.folder}. {one.reason}")
    if not found:
        context.complain("There is no such voice. Add one with: voices add FILE --name NAME")
    return ExitCode.OK


def show_voice(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """All fields of one voice."""
    library = library_of(context)
    entry = library.find(arguments.voice)
    facts = facts_of(entry, library, context.settings().voice.voice)
    if arguments.json:
        say_json(context, facts)
    else:
        for line in lines_of(facts):
            context.say(line)
    return ExitCode.OK
