"""How a text is to be read: each step of cleaning and segmentation is one field. Knows no settings file."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from qwentts_desktop.text.pronunciation.rule import PronunciationRule
from qwentts_desktop.text.sentence import Boundary


class CodeBlocks(str, Enum):
    """What becomes of a block of program code."""

    SKIP = "skip"
    NAME = "name"
    READ = "read"


class Links(str, Enum):
    """What becomes of a URL or an e-mail address."""

    SHORT = "short"
    SKIP = "skip"
    READ = "read"


class EmojiReading(str, Enum):
    """What becomes of an emoji."""

    DROP = "drop"
    NAME = "name"
    KEEP = "keep"


class MarkdownReading(str, Enum):
    """Whether Markdown is parsed: by its marks, always, never."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class NumberReading(str, Enum):
    """When numbers are spelled out: where text and voice language differ, always, never."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True)
class PauseOptions:
    """Silence after each kind of boundary, in milliseconds."""

    clause_ms: int = 80
    sentence_ms: int = 250
    line_ms: int = 300
    list_item_ms: int = 350
    paragraph_ms: int = 600
    heading_ms: int = 700

    def after(self, boundary: Boundary) -> int:
        """Milliseconds to leave after this kind of boundary."""
        return int(getattr(self, f"{boundary.value}_ms"))


@dataclass(frozen=True)
class ReadingOptions:
    """How a text is read; the defaults suit selected text of any origin.

    Attributes:
        language: language of the text, ISO 639-1, or "auto" to find it out.
        voice_language: language of the voice, ISO 639-1, or "" for unknown.
        terminal_codes: drop colours and cursor movements copied from a terminal.
        control_characters: drop control, zero-width and broken characters.
        compose_characters: bring letters and their accents together (NFC).
        html: drop HTML tags that are left in the text, decode entities.
        markdown: whether Markdown is parsed.
        code_blocks: fenced blocks of code: skip, name or read them.
        bullets: drop list bullets in plain text; each item gets its pause.
        join_lines: join the lines of a paragraph that was wrapped, as in a PDF.
        join_hyphenated: bring words together that were divided at the end of a line; drop soft hyphens.
        urls, emails: say them short, skip or read them whole.
        emoji: drop, name or keep them.
        citations: drop "[12]" and "(Smith et al., 2020)".
        footnote_marks: drop small raised numbers and "[^1]".
        dividers: drop rows of dashes and box drawing.
        repeats: shorten characters that are repeated over and over.
        numbers: when numbers are spelled out.
        rules: pronunciation rules, applied in their order.
        maximum_characters: no sentence is spoken in larger pieces than this; 100 at least.
        join_below: sentences with less speech than this are joined to a neighbour; a Latin letter counts 1,
            a Chinese, Japanese or Korean one 2.
        pauses: silence after each kind of boundary.
    """

    language: str = "auto"
    voice_language: str = ""
    terminal_codes: bool = True
    control_characters: bool = True
    compose_characters: bool = True
    html: bool = True
    markdown: MarkdownReading = MarkdownReading.AUTO
    code_blocks: CodeBlocks = CodeBlocks.SKIP
    bullets: bool = True
    join_lines: bool = True
    join_hyphenated: bool = True
    urls: Links = Links.SHORT
    emails: Links = Links.SHORT
    emoji: EmojiReading = EmojiReading.DROP
    citations: bool = False
    footnote_marks: bool = False
    dividers: bool = True
    repeats: bool = True
    numbers: NumberReading = NumberReading.AUTO
    rules: tuple[PronunciationRule, ...] = ()
    maximum_characters: int = 300
    join_below: int = 4
    pauses: PauseOptions = field(default_factory=PauseOptions)

    def __post_init__(self) -> None:
        if self.maximum_characters < 100:
            raise ValueError("maximum_characters must be at least 100")
