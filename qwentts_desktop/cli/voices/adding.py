"""`voices add`: a voice from a recording or another program; `voices check`: what a recording is worth."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from pathlib import Path

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.voices.facts import add_facts, added_sentence, profile_of_arguments
from qwentts_desktop.cli.voices.listing import AddAction
from qwentts_desktop.cli.voices.printing import library_of, say_entry, say_json
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.voices.clip import Clip
from qwentts_desktop.voices.clip_reading import read_clip
from qwentts_desktop.voices.clip_review import ClipReview, review
from qwentts_desktop.voices.peer_files import import_peer_file, is_peer_file
from qwentts_desktop.voices.profile import VoiceKind
from qwentts_desktop.voices.recording_files import usable_clip
from qwentts_desktop.voices.transcript_check import check_transcript


def add_actions(add_action: AddAction) -> None:
    """add FILE --name NAME ..., check FILE."""
    adding = add_action("add", "clone a voice from a recording, or take in an encoded one (.pt)", add_voice)
    adding.add_argument("file", type=Path, metavar="FILE", help="5 to 15 seconds of clear speech")
    adding.add_argument("--name", required=True, metavar="NAME")
    transcript = adding.add_mutually_exclusive_group()
    transcript.add_argument("--transcript", default="", metavar="TEXT", help="what it says, word for word")
    transcript.add_argument("--transcript-file", type=Path, metavar="FILE", help="the same from a file")
    transcript.add_argument(
        "--voice-only", action="store_true", help="clone by the voice alone, without a transcript"
    )
    adding.add_argument("--start", type=float, metavar="SECONDS", help="use the recording from here")
    adding.add_argument("--end", type=float, metavar="SECONDS", help="use the recording up to here")
    adding.add_argument("--instruction", default="", metavar="TEXT", help="how to speak (experimental)")
    adding.add_argument("--anyway", action="store_true", help="even if the transcript does not seem to fit")
    add_facts(adding)
    checking = add_action("check", "say how well a recording serves, and which part to use", check_clip)
    checking.add_argument("file", type=Path, metavar="FILE")


def add_voice(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Clone; what could be better about the recording goes to standard error."""
    library = library_of(context)
    if is_peer_file(arguments.file):
        _refuse_for_encoded(arguments)
        entry = import_peer_file(
            library,
            arguments.file,
            arguments.name,
            language=arguments.language,
            consent=arguments.consent,
        )
        entry = library.edit(
            entry.profile.id,
            lambda profile: replace(profile, notes=arguments.notes, instruction=arguments.instruction),
        )
    else:
        clip = _part_of(read_clip(arguments.file), arguments)
        transcript = _transcript_of(arguments)
        _remark(context, clip, transcript, arguments)
        profile = profile_of_arguments(
            arguments,
            VoiceKind.CLONED,
            arguments.name,
            transcript=transcript,
            instruction=arguments.instruction,
        )
        entry = library.add(profile, clip)
    say_entry(context, entry, added_sentence(entry.profile), as_json=arguments.json)
    return ExitCode.OK


def _refuse_for_encoded(arguments: argparse.Namespace) -> None:
    """An encoded voice has its words already, and no recording to cut."""
    given = (arguments.transcript, arguments.transcript_file, arguments.start, arguments.end)
    if any(value not in ("", None) for value in given):
        raise InvalidRequestError(
            "This file is an encoded voice: leave out --transcript, --transcript-file, --start and --end."
        )


def check_clip(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Findings and suggestion; fails where the recording is of no use."""
    clip = read_clip(arguments.file)
    found = review(clip)
    if arguments.json:
        say_json(context, {"seconds": clip.seconds, **asdict(found)})
    else:
        start, end = found.suggestion.start_s, found.suggestion.end_s
        context.say(f"{clip.seconds:.1f} s, {found.speech_seconds:.1f} s of speech")
        context.say(f"suggested: --start {start:.2f} --end {end:.2f}")
        for finding in found.findings:
            context.complain(finding.message)
    return ExitCode.FAILED if found.blocking is not None else ExitCode.OK


def _part_of(clip: Clip, arguments: argparse.Namespace) -> Clip:
    if arguments.start is None and arguments.end is None:
        return clip
    return clip.cut(arguments.start or 0.0, clip.seconds if arguments.end is None else arguments.end)


def _transcript_of(arguments: argparse.Namespace) -> str:
    if arguments.transcript_file is None:
        return str(arguments.transcript)
    try:
        return str(arguments.transcript_file.read_text("utf-8-sig", "replace"))
    except OSError as error:
        raise InvalidRequestError(
            f"The file {arguments.transcript_file} cannot be read: {error.strerror or error}."
        ) from error


def _remark(context: Context, clip: Clip, transcript: str, arguments: argparse.Namespace) -> None:
    """Say what could be better, and refuse a transcript that cannot be what is said."""
    found: ClipReview = review(clip)
    for finding in found.findings:
        if not finding.is_blocking:
            context.complain(finding.message)
    if transcript.strip() and found.blocking is None:
        used = review(usable_clip(clip))
        problem = check_transcript(transcript, arguments.language, used.speech_seconds)
        if problem and not arguments.anyway:
            raise InvalidRequestError(f"{problem} (--voice-only; --anyway to insist)")
    elif not arguments.voice_only and found.blocking is None:
        context.complain("Without a transcript the voice alone is cloned. With --transcript it comes closer.")
