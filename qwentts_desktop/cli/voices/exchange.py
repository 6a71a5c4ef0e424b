"""`voices export`, `import`, `inspect`: one file a voice."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.voices.listing import AddAction
from qwentts_desktop.cli.voices.printing import library_of, say_entry, say_json
from qwentts_desktop.voices.archive import ARCHIVE_ENDING, EXPORT_WARNING, export_voice
from qwentts_desktop.voices.archive_reading import ArchiveContents, import_archive, inspect_archive
from qwentts_desktop.voices.names import file_name_for
from qwentts_desktop.voices.profile import VoiceKind


def add_actions(add_action: AddAction) -> None:
    """export VOICE [FILE], import FILE, inspect FILE."""
    export = add_action("export", "write a voice to a file", export_one)
    export.add_argument("voice", metavar="VOICE", help="its name or id")
    export.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help=f"NAME{ARCHIVE_ENDING} in this folder by default"
    )
    taking = add_action("import", "take in a voice from a file", import_one)
    taking.add_argument("file", type=Path, metavar="FILE")
    taking.add_argument("--name", default="", metavar="NAME", help="the file's own name by default")
    looking = add_action("inspect", "say what a voice's file holds, and write nothing", inspect_one)
    looking.add_argument("file", type=Path, metavar="FILE")


def export_one(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Write it, and say what that means."""
    entry = library_of(context).find(arguments.voice)
    target = arguments.file or Path(file_name_for(entry.profile.name) + ARCHIVE_ENDING)
    if entry.profile.kind is VoiceKind.CLONED:
        context.complain(EXPORT_WARNING)
    export_voice(entry, target)
    if arguments.json:
        say_json(context, {"file": str(target), "size_bytes": target.stat().st_size})
    else:
        context.say(str(target))
    return ExitCode.OK


def import_one(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Say what it holds, then take it in."""
    if not arguments.json:
        _say_contents(context, inspect_archive(arguments.file))
    entry = import_archive(library_of(context), arguments.file, arguments.name)
    say_entry(context, entry, f"Added “{entry.profile.name}”, {entry.profile.id}.", as_json=arguments.json)
    return ExitCode.OK


def inspect_one(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Look, and write nothing."""
    contents = inspect_archive(arguments.file)
    if arguments.json:
        facts = asdict(contents)
        facts["profile"]["kind"] = contents.profile.kind.value
        del facts["profile"]["id"]  # one of its own comes with the import
        say_json(context, facts)
    else:
        _say_contents(context, contents)
    return ExitCode.OK


def _say_contents(context: Context, contents: ArchiveContents) -> None:
    profile = contents.profile
    context.say(f"{profile.name}: {profile.kind.value} voice, language {profile.language}")
    context.say(f"{len(contents.files)} files, {contents.size_bytes / 1e6:.1f} MB")
    context.say(f"consent: {contents.consent or 'nobody said who allowed the use of this voice'}")
    if contents.encoded_for:
        context.say(f"encoded for: {', '.join(contents.encoded_for)}")
