"""Cutting an endless text into pieces to be cleaned one after another, so that the first is ready at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FIRST, _USUAL, _LARGEST = 1_500, 6_000, 24_000
_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)", re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’»)\]」』）]*(?:\s+|(?<=[。！？])|(?<=[」』）]))")


@dataclass(frozen=True)
class Piece:
    """Characters `start` to `end` of the original; `whole` if it ends where a paragraph ends."""

    start: int
    end: int
    whole: bool


def pieces(text: str) -> Iterator[Piece]:
    """Divide a text at blank lines outside fenced code, a huge paragraph at sentences, lines, spaces."""
    at, wanted = 0, _FIRST
    while at < len(text):
        piece = _next_piece(text, at, wanted)
        yield piece
        at, wanted = piece.end, _USUAL


def _next_piece(text: str, at: int, wanted: int) -> Piece:
    if len(text) - at <= wanted:
        return Piece(at, len(text), True)
    for blank in _BLANK_LINE.finditer(text, at + wanted // 2, at + _LARGEST):
        if len(_FENCE.findall(text, at, blank.start())) % 2 == 0:
            return Piece(at, blank.end(), True)
    if len(text) - at <= _LARGEST:
        return Piece(at, len(text), True)
    return Piece(at, _cut_in_paragraph(text, at, wanted), False)


def _cut_in_paragraph(text: str, at: int, wanted: int) -> int:
    limit = at + wanted
    ends = [found.end() for found in _SENTENCE_END.finditer(text, at + wanted // 2, limit)]
    if ends:
        return ends[-1]
    for separator in ("\n", " "):
        cut = text.rfind(separator, at + wanted // 2, limit) + 1
        if cut:
            return cut
    return limit
