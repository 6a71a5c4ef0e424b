"""Plain text and Markdown files as documents."""

from __future__ import annotations

import re

from qwentts_desktop.text.cleaning.markdown_blocks import link_definitions, markdown_blocks
from qwentts_desktop.text.cleaning.words import words_of
from qwentts_desktop.text.documents.characters import decoded
from qwentts_desktop.text.documents.document import Chapter, Document, Passage, chapters_of
from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.options import CodeBlocks
from qwentts_desktop.text.sentence import Boundary

_HASHES = re.compile(r" {0,3}(#{1,6})")
_UNDERLINED = re.compile(r"[^\n]*\n {0,3}=")


def read_plain(data: bytes, name: str) -> Document:
    """A text file: one chapter, as it stands there."""
    return Document(name, "", (Chapter(name, decoded(data)),))


def read_markdown(data: bytes, name: str) -> Document:
    """A Markdown file: chapters by its headings, marks taken off, code left out."""
    text = decoded(data).replace("\r\n", "\n")
    blocks = markdown_blocks(MappedText.of(text), link_definitions(text), CodeBlocks.SKIP, words_of("en"))
    passages = []
    for block in blocks:
        level = _level_at(text, block.body.span[0]) if block.kind is Boundary.HEADING else 0
        is_item = block.kind is Boundary.LIST_ITEM
        passages.append(Passage(block.body.text, level, is_item))
    passages = [passage for passage in passages if passage.text.strip()]
    first = next((passage.text for passage in passages if passage.heading_level == 1), name)
    return Document(first.strip(), "", chapters_of(passages, first.strip()))


def _level_at(text: str, start: int) -> int:
    """1 to 6 for the heading whose words begin at `start`."""
    line = text.rfind("\n", 0, start) + 1
    hashes = _HASHES.match(text, line)
    if hashes:
        return len(hashes.group(1))
    return 1 if _UNDERLINED.match(text, line) else 2
