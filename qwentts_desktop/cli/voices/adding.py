"""`voices add`, `add-preset`, `add-design`, `add-system`, and `check`: what a recording is worth."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from pathlib import Path

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.voices.listing import AddAction
from qwentts_desktop.cli.voices.printing import library_of, say_entry, say_json
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.speech.request import AUTO, LANGUAGES
from qwentts_desktop.voices.clip import Clip
from qwentts_desktop.voices.clip_reading import read_clip
from qwentts_desktop.voices.clip_review import ClipReview, review
from qwentts_desktop.voices.peer_files import import_peer_file, is_peer_file
from qwentts_desktop.voices.presets import PRESET_SPEAKERS, speaker_named
from qwentts_desktop.voices.profile import Profile, VoiceKind
from qwentts_desktop.voices.recording_files import usable_clip
from qwentts_desktop.voices.transcript_check import check_transcript


def add_actions(add_action: AddAction) -> None:
    """Everything that makes a voice."""
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
    _add_common(adding)
    checking = add_action("check", "say how well a recording serves, and which part to use", check_clip)
    checking.add_argument("file", type=Path, metavar="FILE")
    preset = add_action("add-preset", "add a speaker that the CustomVoice models bring along", add_preset)
    preset.add_argument("speaker", metavar="SPEAKER", help=", ".join(one.name for one in PRESET_SPEAKERS))
    preset.add_argument("--name", default="", metavar="NAME", help="the speaker's by default")
    preset.add_argument("--instruction", default="", metavar="TEXT", help="how to speak")
    _add_common(preset)
    design = add_action("add-design", "add a voice that a VoiceDesign model makes up", add_design)
    design.add_argument("description", metavar="DESCRIPTION", help='such as "a calm older woman, low voice"')
    design.add_argument("--name", required=True, metavar="NAME")
    _add_common(design)
    system = add_action("add-system", "add a voice of the operating system", add_system)
    system.add_argument("system_name", metavar="SYSTEM_NAME", help="such as en-us+f3")
    system.add_argument("--name", default="", metavar="NAME", help="the system's by default")
    _add_common(system)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", default=AUTO, choices=(AUTO, *LANGUAGES), help="what it speaks best")
    parser.add_argument("--notes", default="", metavar="TEXT")
    parser.add_argument("--consent", default="", metavar="TEXT", help="who allowed the use of this voice")


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
        profile = _profile(
            arguments,
            VoiceKind.CLONED,
            arguments.name,
            transcript=transcript,
            instruction=arguments.instruction,
        )
        entry = library.add(profile, clip)
    say_entry(context, entry, _added(entry.profile), as_json=arguments.json)
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


def add_preset(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """A speaker of the models."""
    speaker = speaker_named(arguments.speaker)
    if speaker is None:
        known = ", ".join(one.name for one in PRESET_SPEAKERS)
        raise InvalidRequestError(f"There is no speaker “{arguments.speaker}”. There are: {known}.")
    library = library_of(context)
    profile = _profile(
        arguments,
        VoiceKind.PRESET,
        arguments.name or library.free_name(speaker.title),
        speaker=speaker.name,
        instruction=arguments.instruction,
    )
    say_entry(context, library.add(profile), _added(profile), as_json=arguments.json)
    return ExitCode.OK


def add_design(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """A voice by description."""
    profile = _profile(arguments, VoiceKind.DESIGNED, arguments.name, description=arguments.description)
    say_entry(context, library_of(context).add(profile), _added(profile), as_json=arguments.json)
    return ExitCode.OK


def add_system(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """A voice of the operating system under a name of its own."""
    library = library_of(context)
    profile = _profile(
        arguments,
        VoiceKind.SYSTEM,
        arguments.name or library.free_name(arguments.system_name),
        system_name=arguments.system_name,
    )
    say_entry(context, library.add(profile), _added(profile), as_json=arguments.json)
    return ExitCode.OK


def _profile(arguments: argparse.Namespace, kind: VoiceKind, name: str, **facts: str) -> Profile:
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


def _added(profile: Profile) -> str:
    return f"Added “{profile.name}”, {profile.id}."


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
