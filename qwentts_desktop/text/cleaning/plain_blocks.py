"""Plain text as blocks: paragraphs between blank lines, list items behind bullets, fenced code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qwentts_desktop.text.block import Block
from qwentts_desktop.text.cleaning.words import Words
from qwentts_desktop.text.mapped import Edit, MappedText, Step
from qwentts_desktop.text.options import CodeBlocks
from qwentts_desktop.text.sentence import Boundary

_FENCE = re.compile(r"^[ \t]*```[^`\n]*\n(.*?)(?:^[ \t]*```[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_BULLET = re.compile(r"^[ \t]*([•‣◦▪▫●○■□–*+·-]|\d{1,3}[.)])[ \t]+(?=\S)", re.MULTILINE)
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?){1,9}", re.MULTILINE)
_NUMBERED = re.compile(r"\d")


def plain_blocks(piece: MappedText, code: CodeBlocks, bullets: bool, words: Words) -> Iterator[Block]:
    """Yield the blocks of a piece of plain text."""
    cursor = 0
    for fence in _FENCE.finditer(piece.text):
        yield from _paragraphs(piece[cursor : fence.start()], bullets)
        yield from _code_block(piece, fence, code, words)
        cursor = fence.end()
    yield from _paragraphs(piece[cursor:], bullets)


def _code_block(piece: MappedText, fence: re.Match[str], code: CodeBlocks, words: Words) -> Iterator[Block]:
    if code is CodeBlocks.READ:
        yield Block(Boundary.PARAGRAPH, piece[fence.start(1) : fence.end(1)], wrapped=False)
    elif code is CodeBlocks.NAME:
        source = piece[fence.start() : fence.end()]
        named = source.edited(Step.CODE, [Edit(0, len(source), words.code)])
        yield Block(Boundary.PARAGRAPH, named, wrapped=False)


def _paragraphs(piece: MappedText, bullets: bool) -> Iterator[Block]:
    cursor = 0
    for blank in [*_BLANK.finditer(piece.text), None]:
        end = blank.start() if blank else len(piece)
        if end > cursor:
            yield from _items(piece[cursor:end], bullets)
        # Indentation of the next paragraph's first line belongs to it.
        cursor = blank.end() - _indentation(blank) if blank else end


def _indentation(blank: re.Match[str]) -> int:
    return len(blank.group()) - blank.group().rfind("\n") - 1


def _items(paragraph: MappedText, bullets: bool) -> Iterator[Block]:
    """Two lines or more with the same kind of bullet are a list; other lines stay together."""
    if len(_QUOTED.findall(paragraph.text)) > 1:
        paragraph = paragraph.sub(Step.BULLETS, _QUOTED, "")
    marks = list(_BULLET.finditer(paragraph.text)) if bullets else []
    kinds = {"1" if _NUMBERED.match(mark.group(1)) else mark.group(1) for mark in marks}
    if len(marks) < 2 or len(kinds) != 1:
        yield Block(Boundary.PARAGRAPH, paragraph)
        return
    if paragraph.text[: marks[0].start()].strip():
        yield Block(Boundary.LINE, paragraph[: marks[0].start()])
    for mark, following in zip(marks, [*marks[1:], None], strict=False):
        end = following.start() if following else len(paragraph)
        # A bullet is a mark, a number is read.
        start = mark.start(1) if _NUMBERED.match(mark.group(1)) else mark.end()
        item = paragraph[start:end]
        if start == mark.end():
            item = MappedText(item.text, item.starts, item.ends, item.marks | int(Step.BULLETS))
        yield Block(Boundary.LIST_ITEM, item)
