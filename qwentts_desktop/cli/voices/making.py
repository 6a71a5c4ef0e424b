"""`voices add-preset`, `add-design`, `add-system`: voices that need no recording."""

from __future__ import annotations

import argparse

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.voices.facts import add_facts, added_sentence, profile_of_arguments
from qwentts_desktop.cli.voices.listing import AddAction
from qwentts_desktop.cli.voices.printing import library_of, say_entry
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.voices.presets import PRESET_SPEAKERS, speaker_named
from qwentts_desktop.voices.profile import VoiceKind


def add_actions(add_action: AddAction) -> None:
    """add-preset SPEAKER, add-design DESCRIPTION --name NAME, add-system NAME."""
    preset = add_action("add-preset", "add a speaker that the CustomVoice models bring along", add_preset)
    preset.add_argument("speaker", metavar="SPEAKER", help=", ".join(one.name for one in PRESET_SPEAKERS))
    preset.add_argument("--name", default="", metavar="NAME", help="the speaker's by default")
    preset.add_argument("--instruction", default="", metavar="TEXT", help="how to speak")
    add_facts(preset)
    design = add_action("add-design", "add a voice that a VoiceDesign model makes up", add_design)
    design.add_argument("description", metavar="DESCRIPTION", help='such as "a calm older woman, low voice"')
    design.add_argument("--name", required=True, metavar="NAME")
    add_facts(design)
    system = add_action("add-system", "add a voice of the operating system", add_system)
    system.add_argument("system_name", metavar="SYSTEM_NAME", help="such as en-us+f3")
    system.add_argument("--name", default="", metavar="NAME", help="the system's by default")
    add_facts(system)


def add_preset(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """A speaker of the models."""
    speaker = speaker_named(arguments.speaker)
    if speaker is None:
        known = ", ".join(one.name for one in PRESET_SPEAKERS)
        raise InvalidRequestError(f"There is no speaker “{arguments.speaker}”. There are: {known}.")
    library = library_of(context)
    profile = profile_of_arguments(
        arguments,
        VoiceKind.PRESET,
        arguments.name or library.free_name(speaker.title),
        speaker=speaker.name,
        instruction=arguments.instruction,
    )
    say_entry(context, library.add(profile), added_sentence(profile), as_json=arguments.json)
    return ExitCode.OK


def add_design(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """A voice by description."""
    profile = profile_of_arguments(
        arguments, VoiceKind.DESIGNED, arguments.name, description=arguments.description
    )
    say_entry(context, library_of(context).add(profile), added_sentence(profile), as_json=arguments.json)
    return ExitCode.OK


def add_system(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """A voice of the operating system under a name of its own."""
    library = library_of(context)
    profile = profile_of_arguments(
        arguments,
        VoiceKind.SYSTEM,
        arguments.name or library.free_name(arguments.system_name),
        system_name=arguments.system_name,
    )
    say_entry(context, library.add(profile), added_sentence(profile), as_json=arguments.json)
    return ExitCode.OK
