"""`sentences`: what would be spoken of a text, sentence by sentence. For writers of rules too."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.errors import InvalidRequestError

if TYPE_CHECKING:
    from qwentts_desktop.text.pronunciation.rule import PronunciationRule, RuleProblem
    from qwentts_desktop.text.sentence import Sentence

_LANGUAGES = ("auto", "zh", "en", "de", "it", "pt", "es", "ja", "ko", "fr", "ru")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --language, --voice-language, --rules, --json."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a text file; - reads standard input"
    )
    parser.add_argument(
        "--language", default="auto", choices=_LANGUAGES, help="language of the text; auto finds it out"
    )
    parser.add_argument(
        "--voice-language",
        default="",
        choices=_LANGUAGES[1:],
        help="language of the voice: where it differs from the text's, numbers are spelled out",
    )
    parser.add_argument(
        "--rules", type=Path, metavar="FILE", help="pronunciation rules (TOML) instead of the user's own"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list, one object a sentence")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the sentences, while they are found."""
    from qwentts_desktop.text.hint import hint
    from qwentts_desktop.text.options import ReadingOptions
    from qwentts_desktop.text.pronunciation.rulebook import Rulebook
    from qwentts_desktop.text.reader import sentences

    text = _text_of(arguments.file, context)
    rules, problems = _rules(arguments.rules, context)
    options = ReadingOptions(
        language=arguments.language, voice_language=arguments.voice_language, rules=rules
    )
    rulebook = Rulebook(rules)
    printed = _print(sentences(text, options, rulebook), arguments.json, context)
    for problem in [*problems, *rulebook.problems]:
        context.complain(f"line {problem.line}: {problem.message}" if problem.line else problem.message)
    notice = hint(text, options)
    if notice:
        context.complain(notice)
    return ExitCode.OK if printed else ExitCode.NOTHING_TO_SAY


def _print(found: Iterator[Sentence], as_json: bool, context: Context) -> int:
    lines = (
        (json.dumps(_facts(sentence), ensure_ascii=False) for sentence in found) if as_json else _lines(found)
    )
    count = 0
    for count, line in enumerate(lines, start=1):
        context.say(f"{'[' if count == 1 else ','}{line}" if as_json else line)
    if as_json:
        context.say("]" if count else "[]")
    return count


def _facts(sentence: Sentence) -> dict[str, Any]:
    return {
        "start": sentence.start,
        "end": sentence.end,
        "text": sentence.text,
        "language": sentence.language,
        "pause_after_ms": sentence.pause_after_ms,
        "boundary": sentence.boundary.value,
        "steps": list(sentence.steps),
    }


def _lines(found: Iterable[Sentence]) -> Iterator[str]:
    for sentence in found:
        steps = f"  [{', '.join(sentence.steps)}]" if sentence.steps else ""
        place = f"{sentence.start}-{sentence.end}"
        yield f"{place:>15}  {sentence.language}  {sentence.pause_after_ms:4} ms  {sentence.text}{steps}"


def _rules(
    file: Path | None, context: Context
) -> tuple[tuple[PronunciationRule, ...], tuple[RuleProblem, ...]]:
    from qwentts_desktop.text.pronunciation.rules_file import parse_rules

    if file is None:
        own = context.paths.pronunciation_file
        if not own.is_file():
            return (), ()
        file = own
    parsed = parse_rules(_decoded(_bytes_of(file)))
    return parsed.rules, parsed.problems


def _text_of(file: str, context: Context) -> str:
    return _decoded(context.stdin.buffer.read() if file == "-" else _bytes_of(Path(file)))


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InvalidRequestError(
            f"The file {file} cannot be read: {error.strerror or error}.", detail=str(error)
        ) from error


def _decoded(data: bytes) -> str:
    """UTF-8 with or without a mark, UTF-16 with one; what is broken becomes U+FFFD."""
    encoding = "utf-16" if data[:2] in _UTF16_MARKS else "utf-8-sig"
    return data.decode(encoding, "replace")
