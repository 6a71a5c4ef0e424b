"""Subtitles of spoken text as SRT or WebVTT: text in, text out. No file, no sound."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from qwentts_desktop.text.documents.document import one_line
from qwentts_desktop.text.speech_sound import amount_of_speech

LINE_CHARACTERS = 42
LINES = 2
"""What television shows at a time; a longer sentence becomes several cues."""


class SubtitleFormat(str, Enum):
    """The formats, by file ending."""

    SRT = "srt"
    VTT = "vtt"


@dataclass(frozen=True)
class Cue:
    """A text that is heard from `start_s` to `end_s`, counted from the start of the sound."""

    start_s: float
    end_s: float
    text: str


def subtitles(cues: Iterable[Cue], format: SubtitleFormat) -> str:
    """The whole file, cues in their order; those without text or length are left out."""
    blocks = ["WEBVTT"] if format is SubtitleFormat.VTT else []
    shown = (part for cue in cues if cue.end_s > cue.start_s for part in _parts(cue))
    for number, cue in enumerate(shown, start=1):
        is_vtt = format is SubtitleFormat.VTT
        mark = "." if is_vtt else ","
        times = f"{_clock(cue.start_s, mark)} --> {_clock(cue.end_s, mark)}"
        # In WebVTT a < begins a tag and --> ends a cue; SRT has no way to write them otherwise.
        text = html.escape(cue.text, quote=False) if is_vtt else cue.text.replace("-->", "→")
        blocks.append(f"{number}\n{times}\n{text}")
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _parts(cue: Cue) -> Iterator[Cue]:
    """Pieces of two lines at most, each for as long as its share of the speech."""
    text = one_line(cue.text)
    lines = _lines(text)
    pieces = [lines[index : index + LINES] for index in range(0, len(lines), LINES)]
    weights = [1 + amount_of_speech("".join(piece)) for piece in pieces]
    start_s = cue.start_s
    for piece, weight in zip(pieces, weights, strict=True):
        end_s = start_s + (cue.end_s - cue.start_s) * weight / sum(weights)
        yield Cue(start_s, end_s, "\n".join(piece))
        start_s = end_s


def _lines(text: str) -> list[str]:
    """Even lines. Characters of Chinese, Japanese and Korean are twice as wide and need no spaces."""
    is_wide = amount_of_speech(text) > 1.5 * sum(map(str.isalnum, text))
    most = LINE_CHARACTERS // 2 if is_wide else LINE_CHARACTERS
    lines = textwrap.wrap(text, most, break_on_hyphens=False)
    if len(lines) < LINES:
        return lines
    even = -(-len(text) // len(lines)) + 4
    evened = textwrap.wrap(text, min(most, max(even, 12)), break_on_hyphens=False)
    return evened if len(evened) == len(lines) else lines


def _clock(seconds: float, mark: str) -> str:
    milliseconds = round(1_000 * seconds)
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest // 1_000:02}{mark}{rest % 1_000:03}"
