"""`voices rename`, `edit`, `duplicate`, `remove`, `default`."""

from __future__ import annotations

import argparse
from dataclasses import replace

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.voices.listing import AddAction
from qwentts_desktop.cli.voices.printing import library_of, say_entry, say_json
from qwentts_desktop.named_voices import voice_named
from qwentts_desktop.speech.request import AUTO, LANGUAGES
from qwentts_desktop.voices.defaults import LanguageDefaults

_EDITABLE = ("transcript", "instruction", "notes", "consent", "language", "description")


def add_actions(add_action: AddAction) -> None:
    """Everything that changes a voice or which one speaks."""
    rename = add_action("rename", "give a voice another name", rename_voice)
    rename.add_argument("voice", metavar="VOICE", help="its name or id")
    rename.add_argument("name", metavar="NAME")
    edit = add_action("edit", "change what is known of a voice", edit_voice)
    edit.add_argument("voice", metavar="VOICE", help="its name or id")
    for name in _EDITABLE:
        if name == "language":
            edit.add_argument("--language", choices=(AUTO, *LANGUAGES))
        else:
            edit.add_argument(f"--{name}", metavar="TEXT")
    duplicate = add_action("duplicate", "make a second voice of the same files", duplicate_voice)
    duplicate.add_argument("voice", metavar="VOICE", help="its name or id")
    duplicate.add_argument("--name", default="", metavar="NAME")
    remove = add_action("remove", "move a voice to the trash", remove_voice)
    remove.add_argument("voice", metavar="VOICE", help="its name or id")
    default = add_action("default", "show or choose which voice speaks", choose_default)
    default.add_argument(
        "voice", nargs="?", metavar="VOICE", help="its name or id, system, system:NAME or preset:SPEAKER"
    )
    default.add_argument("--language", choices=LANGUAGES, help="only for texts in this language")
    default.add_argument("--clear", action="store_true", help="no voice of its own for --language any more")


def rename_voice(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Another name; the id, and with it the settings that name the voice, stay."""
    library = library_of(context)
    entry = library.edit(
        library.find(arguments.voice).profile.id, lambda profile: replace(profile, name=arguments.name)
    )
    say_entry(context, entry, f"It is called “{entry.profile.name}” now.", as_json=arguments.json)
    return ExitCode.OK


def edit_voice(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """What is given changes; a changed transcript is encoded again when the voice speaks."""
    library = library_of(context)
    given = {name: getattr(arguments, name) for name in _EDITABLE if getattr(arguments, name) is not None}
    entry = library.edit(library.find(arguments.voice).profile.id, lambda profile: replace(profile, **given))
    say_entry(context, entry, f"Changed “{entry.profile.name}”.", as_json=arguments.json)
    return ExitCode.OK


def duplicate_voice(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """A copy under another name."""
    library = library_of(context)
    entry = library.duplicate(library.find(arguments.voice).profile.id, arguments.name)
    say_entry(context, entry, f"Added “{entry.profile.name}”, {entry.profile.id}.", as_json=arguments.json)
    return ExitCode.OK


def remove_voice(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """To the trash, from where the desktop can bring it back."""
    library = library_of(context)
    entry = library.find(arguments.voice)
    library.remove(entry.profile.id)
    if arguments.json:
        say_json(context, {"removed": entry.profile.id})
    else:
        context.say(f"“{entry.profile.name}” is in the trash.")
    if context.settings().voice.voice == entry.profile.id:
        context.complain("It was the voice that speaks. Choose another one with: voices default VOICE")
    return ExitCode.OK


def choose_default(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """The voice of the settings, or of one language."""
    if arguments.voice is None and not arguments.clear:
        return _show_defaults(arguments, context)
    if arguments.language is None:
        from qwentts_desktop.settings.store import SettingsStore

        name = _id_of(arguments.voice or "", context)
        store = SettingsStore(context.paths.settings_file)
        store.load()
        store.set("voice.voice", name)
    else:
        name = "" if arguments.clear else library_of(context).find(arguments.voice).profile.id
        LanguageDefaults(context.paths.voices).set(arguments.language, name)
    return _show_defaults(arguments, context)


def _show_defaults(arguments: argparse.Namespace, context: Context) -> ExitCode:
    default, by_language = context.settings().voice.voice, LanguageDefaults(context.paths.voices).get()
    names = {entry.profile.id: entry.profile.name for entry in library_of(context).entries()}
    if arguments.json:
        say_json(context, {"default": default, "by_language": by_language})
        return ExitCode.OK
    context.say(f"default: {names.get(default, default) or 'system'}")
    for language, profile_id in sorted(by_language.items()):
        context.say(f"{language}: {names.get(profile_id, profile_id)}")
    return ExitCode.OK


def _id_of(name: str, context: Context) -> str:
    """What the settings keep: the id of a voice of the library, other voices by their names as they are."""
    if name in ("", "system"):
        return ""
    if name.startswith(("system:", "preset:")):
        voice_named(name, context.paths)
        return name
    return library_of(context).find(name).profile.id
