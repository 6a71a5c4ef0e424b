"""`voices preview`: hear a voice."""

from __future__ import annotations

import argparse

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.speak import speak_text
from qwentts_desktop.cli.voices.listing import AddAction
from qwentts_desktop.cli.voices.printing import library_of, say_json
from qwentts_desktop.speech.request import AUTO, LANGUAGES
from qwentts_desktop.voices.preview_texts import preview_text


def add_actions(add_action: AddAction) -> None:
    """preview VOICE [TEXT]."""
    preview = add_action("preview", "hear a voice", preview_voice)
    preview.add_argument("voice", metavar="VOICE", help="its name or id")
    preview.add_argument("text", nargs="?", metavar="TEXT", help="what it says; a short text by default")
    preview.add_argument("--language", choices=LANGUAGES, help="the voice's own by default")


def preview_voice(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """Through the running application if there is one."""
    profile = library_of(context).find(arguments.voice).profile
    language = arguments.language or (profile.language if profile.language != AUTO else "en")
    text = arguments.text or preview_text(language)
    spoken = argparse.Namespace(voice=profile.id, language=language)
    code = ExitCode(speak_text(context, text, spoken))
    if arguments.json:
        say_json(context, {"id": profile.id, "language": language, "exit_code": int(code)})
    return code
