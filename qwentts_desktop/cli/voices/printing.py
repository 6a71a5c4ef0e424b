"""How the command line shows voices: as lines, or as JSON with every field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from qwentts_desktop.cli.context import Context
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.library import VoiceLibrary


def library_of(context: Context) -> VoiceLibrary:
    """The user's library."""
    return VoiceLibrary(context.paths.voices)


def facts_of(entry: VoiceEntry, library: VoiceLibrary, default_id: str) -> dict[str, Any]:
    """Every field, for JSON."""
    return {
        **asdict(entry.profile),
        "kind": entry.profile.kind.value,
        "folder": str(entry.folder),
        "size_bytes": library.size_bytes(entry.profile.id),
        "is_default": entry.profile.id == default_id,
        "is_read_only": entry.is_read_only,
        "problem": entry.problem,
        "last_used": entry.last_used,
        "encoded_for": list(entry.encoded_for),
    }


def say_json(context: Context, value: Any) -> None:
    """One line of JSON, letters as they are."""
    context.say(json.dumps(value, ensure_ascii=False))


def say_entry(context: Context, entry: VoiceEntry, sentence: str, *, as_json: bool) -> None:
    """What came of a change: a sentence, or the whole voice as JSON."""
    if as_json:
        say_json(context, facts_of(entry, library_of(context), context.settings().voice.voice))
    else:
        context.say(sentence)


def line_of(entry: VoiceEntry, default_id: str) -> str:
    """One line of the list; a star marks the default voice, an exclamation mark one that cannot speak."""
    profile = entry.profile
    mark = "*" if profile.id == default_id else "!" if entry.problem else " "
    return f"{mark} {profile.id}  {profile.kind.value:8}  {profile.language:4}  {profile.name}"


def lines_of(facts: Mapping[str, Any]) -> list[str]:
    """All that is known of a voice, a line each; empty fields are left out."""
    shown = dict(facts)
    recording = shown.pop("recording")
    if recording:
        shown["recording"] = f"{recording['seconds']:.1f} s"
    if shown["last_used"] is not None:
        shown["last_used"] = datetime.fromtimestamp(shown["last_used"]).isoformat(" ", "seconds")
    shown["encoded_for"] = ", ".join(shown["encoded_for"])
    return [f"{name}: {_words(value)}" for name, value in shown.items() if value not in ("", None, False)]


def _words(value: object) -> str:
    return "yes" if value is True else str(value)
