"""`read`: a document, aloud or into a sound file with subtitles."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.speak import add_voice_arguments, speak_text
from qwentts_desktop.cli.to_file import add_file_arguments, check_file_arguments, document_to_file
from qwentts_desktop.errors import InvalidRequestError

if TYPE_CHECKING:
    from qwentts_desktop.text.documents.document import Document


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --chapters, --list, --output and what belongs to it, --voice, --language."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a txt, md, html, docx, epub or pdf file to read"
    )
    parser.add_argument(
        "--chapters", metavar="N[-M]", help="read these chapters only, such as 3, 3-5 or 3-; see --list"
    )
    parser.add_argument("--list", action="store_true", help="list the chapters and read nothing")
    add_file_arguments(parser)
    add_voice_arguments(parser)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Read it."""
    from qwentts_desktop.text.documents.opening import open_document

    check_file_arguments(arguments)
    document = open_document(arguments.file)
    if arguments.list:
        for number, chapter in enumerate(document.chapters, start=1):
            context.say(f"{number:4}  {len(chapter.text):8} characters  {chapter.title}")
        return ExitCode.OK
    if arguments.chapters is not None:
        document = _part_of(document, arguments.chapters)
    if arguments.output is not None:
        return document_to_file(context, context.settings(), document, arguments)
    return speak_text(context, document.text, arguments)


def _part_of(document: Document, chapters: str) -> Document:
    """The document with the chapters from N to M alone."""
    from qwentts_desktop.text.documents.document import Document

    first, dash, last = chapters.partition("-")
    count = len(document.chapters)
    try:
        start = int(first)
        end = (int(last) if last else count) if dash else start
    except ValueError as error:
        raise InvalidRequestError(
            "Name chapters by number, such as 3, 3-5 or 3-.", detail=str(error)
        ) from error
    if not 1 <= start <= end or start > count:
        raise InvalidRequestError(f"The document has the chapters 1 to {count}. Name some of these.")
    return Document(document.title, document.author, document.chapters[start - 1 : end])
