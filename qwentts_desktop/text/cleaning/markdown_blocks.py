"""Markdown as speech: headings, paragraphs, list items, table rows become blocks; marks and targets go.

The parser reports no offsets inside a line, so the walk looks up each token's text in the source, from the
place where the one before ended. Tokens are literal parts of the source in its order: the search cannot run
ahead of the place that is meant.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from qwentts_desktop.text.block import Block
from qwentts_desktop.text.cleaning.words import Words
from qwentts_desktop.text.mapped import Edit, MappedText, Step
from qwentts_desktop.text.options import CodeBlocks
from qwentts_desktop.text.sentence import Boundary

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_TARGET = re.compile(
    r"\]\((?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
_REFERENCE = re.compile(r"\](?:\[[^\[\]]*\])?")
_TASK = re.compile(r"\A\[[ xX]\] ")
_WHITE = re.compile(r"\s+")
_KINDS = {"heading_open": Boundary.HEADING, "list_item_open": Boundary.LIST_ITEM}


@functools.lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False})
    parser.enable(["table", "strikethrough"])
    parser.disable(["code", "html_block", "html_inline", "entity", "text_join"])
    return parser


def markdown_blocks(
    piece: MappedText, references: dict[str, dict[str, str]], code: CodeBlocks, words: Words
) -> Iterator[Block]:
    """Yield what is to be read of a piece; `references` are the document's link definitions."""
    tokens = _parser().parse(piece.text, {"references": dict(references)})
    yield from _Walk(piece, code, words).blocks(tokens)


class _Walk:
    """One walk over the tokens of a piece, with the place in the source that it has reached."""

    def __init__(self, piece: MappedText, code: CodeBlocks, words: Words) -> None:
        self._piece, self._code, self._words = piece, code, words
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", piece.text)), len(piece.text)]
        self._cursor = 0
        self._kinds: list[Boundary] = []
        self._number: MappedText | None = None
        self._cells: list[MappedText] = []

    def blocks(self, tokens: Sequence[Token]) -> Iterator[Block]:
        for token in tokens:
            if token.type in ("fence", "code_block"):
                yield from self._code_block(token)
            elif token.type == "inline":
                yield from self._text_block(token)
            elif token.type == "tr_close":
                yield from self._table_row()
            else:
                self._enter_or_leave(token)

    def _enter_or_leave(self, token: Token) -> None:
        if token.nesting == 1:
            self._kinds.append(_KINDS.get(token.type, self._kind))
            if token.type in ("td_open", "th_open"):
                self._kinds[-1] = Boundary.LINE
            if token.type == "list_item_open" and token.info:
                self._number = self._item_number(token)
        elif token.nesting == -1 and self._kinds:
            self._kinds.pop()

    @property
    def _kind(self) -> Boundary:
        return self._kinds[-1] if self._kinds else Boundary.PARAGRAPH

    def _item_number(self, token: Token) -> MappedText | None:
        self._go_to_line(token)
        number = token.info + token.markup
        at = self._piece.text.find(number, self._cursor)
        if at < 0:
            return None
        self._cursor = at + len(number)
        return self._insert(self._piece[at : self._cursor], len(number), " ")

    def _text_block(self, token: Token) -> Iterator[Block]:
        self._go_to_line(token)
        body = MappedText.joined(self._inline(token.children or []))
        if self._kind is Boundary.LINE:
            self._cells.append(body)
            return
        if self._kind is Boundary.LIST_ITEM:
            body = body.sub(Step.MARKDOWN, _TASK, "")
        if self._number is not None:
            body, self._number = MappedText.joined([self._number, body]), None
        yield Block(self._kind, body, wrapped=False)

    def _table_row(self) -> Iterator[Block]:
        self._leave_row()
        cells = [cell for cell in self._cells if cell.text.strip()]
        self._cells = []
        parts = [self._insert(cell, len(cell), ", ") for cell in cells[:-1]] + cells[-1:]
        if parts:
            yield Block(Boundary.LIST_ITEM, MappedText.joined(parts), wrapped=False)

    def _leave_row(self) -> None:
        if self._kinds:
            self._kinds.pop()

    def _code_block(self, token: Token) -> Iterator[Block]:
        self._go_to_line(token)
        end = self._line_starts[min((token.map or [0, 0])[1], len(self._line_starts) - 1)]
        source, self._cursor = self._piece[self._cursor : end], max(self._cursor, end)
        if not len(source) or self._code is CodeBlocks.SKIP:
            return
        if self._code is CodeBlocks.NAME:
            named = source.edited(Step.CODE, [Edit(0, len(source), self._words.code)])
            yield Block(Boundary.PARAGRAPH, named, wrapped=False)
            return
        first, last = source.text.find("\n") + 1, source.text.rstrip("\n").rfind("\n") + 1
        yield Block(Boundary.PARAGRAPH, source[first : max(first, last)], wrapped=False)

    def _inline(self, children: Sequence[Token]) -> Iterator[MappedText]:
        for child in children:
            if child.type in ("text", "code_inline"):
                yield self._found(child.content)
            elif child.type == "text_special":
                yield self._found(child.markup, child.content)
            elif child.type == "softbreak":
                yield self._found("\n", " ")
            elif child.type == "hardbreak":
                yield self._found("\n")
            elif child.type == "image":
                yield from self._inline(child.children or [])
                self._skip_target()
            elif child.type == "link_close" and child.info != "auto":
                self._skip_target()

    def _found(self, source: str, spoken: str | None = None) -> MappedText:
        """The next place where `source` stands, marked as read from Markdown if its marks were left out."""
        if not source:
            return self._piece[0:0]
        at = self._piece.text.find(source, self._cursor)
        if at < 0:
            return self._stand_in(source if spoken is None else spoken)
        marks_left_out = at > self._cursor
        self._cursor = at + len(source)
        part = self._piece[at : self._cursor]
        if spoken is not None:
            part = part.edited(Step.MARKDOWN, [Edit(0, len(part), spoken)])
        return self._marked(part) if marks_left_out else part

    def _stand_in(self, spoken: str) -> MappedText:
        """Text whose place is known nearly, such as code over a line's end."""
        words = _WHITE.split(spoken.strip())
        at = self._piece.text.find(words[0], self._cursor) if words[0] else -1
        start = min(at if at >= 0 else self._cursor, max(len(self._piece) - 1, 0))
        end = min(max(start + 1, start + len(spoken)), len(self._piece))
        self._cursor = max(self._cursor, end)
        return self._piece[start:end].edited(Step.MARKDOWN, [Edit(0, end - start, spoken)])

    def _skip_target(self) -> None:
        for pattern in (_TARGET, _REFERENCE):
            found = pattern.match(self._piece.text, self._cursor)
            if found:
                self._cursor = found.end()
                return

    def _go_to_line(self, token: Token) -> None:
        if token.map:
            line = min(token.map[0], len(self._line_starts) - 1)
            self._cursor = max(self._cursor, self._line_starts[line])

    @staticmethod
    def _insert(part: MappedText, at: int, spoken: str) -> MappedText:
        return part.edited(Step.MARKDOWN, [Edit(at, at, spoken)])

    @staticmethod
    def _marked(part: MappedText) -> MappedText:
        return MappedText(part.text, part.starts, part.ends, part.marks | int(Step.MARKDOWN))


_DEFINITION = re.compile(r"^ {0,3}\[([^\[\]\n^][^\[\]\n]{0,199})\]: *(\S{1,2000})", re.MULTILINE)


def link_definitions(text: str) -> dict[str, dict[str, str]]:
    """The "[name]: target" lines of a whole document, as the parser wants them."""
    from markdown_it.common.utils import normalizeReference

    return {
        normalizeReference(name): {"href": target, "title": ""} for name, target in _DEFINITION.findall(text)
    }
