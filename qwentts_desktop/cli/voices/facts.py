"""What can be said of every new voice on the command line: its options, and the profile that they make."""

from __future__ import annotations

import argparse

from qwentts_desktop.speech.request import AUTO, LANGUAGES
from qwentts_desktop.voices.profile import Profile, VoiceKind


def add_facts(parser: argparse.ArgumentParser) -> None:
    """--language, --notes, --consent."""
    parser.add_argument("--language", default=AUTO, choices=(AUTO, *LANGUAGES), help="what it speaks best")
    parser.add_argument("--notes", default="", metavar="TEXT")
    parser.add_argument("--consent", default="", metavar="TEXT", help="who allowed the use of this voice")


def profile_of_arguments(arguments: argparse.Namespace, kind: VoiceKind, name: str, **facts: str) -> Profile:
    """A profile with these options, and with what only its kind has."""
    return Profile(
        name=name,
        kind=kind,
        language=arguments.language,
        notes=arguments.notes,
        consent=arguments.consent,
        transcript=facts.get("transcript", ""),
        instruction=facts.get("instruction", ""),
        speaker=facts.get("speaker", ""),
        description=facts.get("description", ""),
        system_name=facts.get("system_name", ""),
    )


def added_sentence(profile: Profile) -> str:
    """What is said once it is in the library."""
    return f"Added “{profile.name}”, {profile.id}."
