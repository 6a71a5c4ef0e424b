"""The steps of cleaning in their order: from a piece of the original to blocks of what is to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from qwentts_desktop.text.block import Block
from qwentts_desktop.text.cleaning import characters, lines, marks
from qwentts_desktop.text.cleaning.emoji_step import with_emoji_read
from qwentts_desktop.text.cleaning.html_remains import without_html
from qwentts_desktop.text.cleaning.links import with_short_links
from qwentts_desktop.text.cleaning.markdown_blocks import link_definitions, markdown_blocks
from qwentts_desktop.text.cleaning.markdown_gate import is_markdown
from qwentts_desktop.text.cleaning.plain_blocks import plain_blocks
from qwentts_desktop.text.cleaning.unremarkable import is_unremarkable
from qwentts_desktop.text.cleaning.words import words_of
from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.options import MarkdownReading, ReadingOptions
from qwentts_desktop.text.pieces import pieces
from qwentts_desktop.text.sentence import Boundary
from qwentts_desktop.text.speech_sound import has_speech

_Cleaning = Callable[[MappedText], MappedText]


@dataclass(frozen=True)
class DocumentFacts:
    """What cleaning must know of the whole document before it looks at a piece.

    Attributes:
        language: ISO 639-1, for the few words that cleaning says itself.
        markdown: whether it is Markdown.
        references: Markdown's link definitions.
    """

    language: str
    markdown: bool
    references: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, language: str, options: ReadingOptions) -> DocumentFacts:
        """Look at the document; quick also for a large one."""
        markdown = options.markdown is MarkdownReading.ALWAYS or (
            options.markdown is MarkdownReading.AUTO and is_markdown(text)
        )
        return cls(language, markdown, link_definitions(text) if markdown else {})


def clean(text: str, facts: DocumentFacts, options: ReadingOptions) -> Iterator[Block]:
    """Yield the blocks of a text, lazily; none is without something to say."""
    for piece in pieces(text):
        blocks = list(_clean_piece(MappedText.of(text[piece.start : piece.end], piece.start), facts, options))
        if blocks and not piece.whole:
            blocks[-1] = replace(blocks[-1], kind=Boundary.SENTENCE)
        yield from blocks


def _clean_piece(piece: MappedText, facts: DocumentFacts, options: ReadingOptions) -> Iterator[Block]:
    for step in _whole_piece_steps(options):
        piece = step(piece)
    words = words_of(facts.language)
    if facts.markdown:
        blocks = markdown_blocks(piece, facts.references, options.code_blocks, words)
    else:
        blocks = plain_blocks(piece, options.code_blocks, options.bullets, words)
    steps = _block_steps(facts, options)
    for block in blocks:
        body = _with_lines_joined(block, options)
        for step in steps if not is_unremarkable(body.text) else ():
            body = step(body)
        if has_speech(body.text):
            yield replace(block, body=body)


def _whole_piece_steps(options: ReadingOptions) -> list[_Cleaning]:
    wanted: list[tuple[bool, _Cleaning]] = [
        (options.terminal_codes, characters.without_terminal_codes),
        (True, characters.with_plain_breaks),
        (options.control_characters, characters.without_invisible_characters),
        (True, characters.without_chat_markers),
        (options.html, without_html),
    ]
    return [step for on, step in wanted if on]


def _with_lines_joined(block: Block, options: ReadingOptions) -> MappedText:
    body = block.body
    if options.join_hyphenated:
        body = lines.without_hyphenation(lines.without_soft_hyphens(body))
    if block.wrapped and options.join_lines:
        body = lines.with_joined_lines(body)
    return body


def _block_steps(facts: DocumentFacts, options: ReadingOptions) -> list[_Cleaning]:
    words = words_of(facts.language)
    wanted: list[tuple[bool, _Cleaning]] = [
        (True, lambda body: with_short_links(body, options.urls, options.emails, words)),
        (True, lambda body: with_emoji_read(body, options.emoji, facts.language)),
        (options.control_characters, characters.without_invisible_characters),
        (options.compose_characters, characters.composed),
        (options.citations, marks.without_citations),
        (options.footnote_marks, marks.without_footnote_marks),
        (options.dividers, marks.without_dividers),
        (options.repeats, marks.with_short_repeats),
        (True, marks.with_single_spaces),
        (True, characters.without_chat_markers),
        (True, marks.with_short_silences),
    ]
    return [step for on, step in wanted if on]
