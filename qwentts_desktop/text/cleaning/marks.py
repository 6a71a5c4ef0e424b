"""Marks that nobody reads out: citations, footnote marks, dividers, boxes, endless repetition, spaces."""

from __future__ import annotations

import re

from qwentts_desktop.text.mapped import Edit, MappedText, Step
from qwentts_desktop.text.speech_sound import LONGEST_SILENCE

_BRACKETED = re.compile(r"[ \t]?\[\d{1,4}(?:[ \t]?[,;–-][ \t]?\d{1,4}){0,20}\]")
_NAME = r"[A-ZÀ-ÞА-Я][\w'’.-]{0,40}"
_AUTHORS = rf"{_NAME}(?:(?:,|,? (?:and|und|et|y|e|&|и)) {_NAME}|,? et al\.?,?|,? (?:u\. ?a\.|и др\.)){{0,8}}"
_AUTHOR_YEAR = re.compile(
    rf"[ \t]?[(（](?:(?:see|cf\.|e\.g\.,?|vgl\.|siehe|voir) )?{_AUTHORS},? (?:n\.d\.|\d{{4}}[a-z]?)"
    rf"(?:, pp?\. ?\d[\d–-]{{0,10}})?(?:; {_AUTHORS},? \d{{4}}[a-z]?){{0,12}}[)）]"
)
_RAISED = re.compile(
    r"(?<=[\w.,;:!?)\]»”’\"'。！？、，」』])[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?![\w⁰¹²³⁴⁵⁶⁷⁸⁹^])|[ \t]?\[\^[\w-]{1,40}\]|[†‡]"
)
_UNIT_POWER = re.compile(r"(?:^|[\s\d/·(])(?:[kcmdµ]?m|km|ft|in|yd|mi|[a-zA-Z])$")

_DIVIDER_LINE = re.compile(
    r"^[ \t]*(?:--[ \t]*|([-=_*~#+.•·⋅⁃◦◆◇■□●○★☆◊※▪▫—–―…<>|/\\:^☙❧⁂])[ \t]*(?:\1[ \t]*){2,})$", re.MULTILINE
)
_DIVIDER_RUN = re.compile(r"(?<![^\s|])([-=_*~#+—–―|])\1{2,}(?![^\s|])|([=_~*#—―])\2{4,}|-{6,}")
_BOX = re.compile("[\u2500-\u259f]+")

_LETTERS = re.compile(r"([^\W\d_])\1{4,}")
_PUNCTUATION = re.compile(r"([!?¡¿,;:！？、，；：。])\1{2,}")
_DOTS = re.compile(r"\.{4,}|…{3,}")
_OTHER = re.compile(r"([^\w\s.])\1{7,}")

_SILENCE = re.compile(rf"[\W_]{{{LONGEST_SILENCE + 1},}}")

_INNER_SPACES = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)|(?<=\S)\t(?=\S)")
_TRAILING = re.compile(r"(?<=[^\s])[ \t]+$", re.MULTILINE)
_SPACE_BEFORE = re.compile(r"(?<=\w)[ \t]+(?=[,.;!?](?:\s|$))")


def without_citations(mapped: MappedText) -> MappedText:
    """Numbers in brackets and authors with years in parentheses go."""
    return mapped.sub(Step.CITATIONS, _BRACKETED, "").sub(Step.CITATIONS, _AUTHOR_YEAR, "")


def without_footnote_marks(mapped: MappedText) -> MappedText:
    """Raised numbers go, but for powers of units such as m²; "[^1]" and daggers go too."""

    def said(found: re.Match[str]) -> str:
        power = found.group() in "²³" and _UNIT_POWER.search(mapped.text[: found.start()][-8:])
        return found.group() if power else ""

    return mapped.sub(Step.FOOTNOTES, _RAISED, said)


def without_dividers(mapped: MappedText) -> MappedText:
    """Rows of the same sign go, on a line of their own or within one; box drawing becomes a space."""
    mapped = mapped.sub(Step.DIVIDERS, _BOX, " ")
    mapped = mapped.sub(Step.DIVIDERS, _DIVIDER_LINE, "")
    return mapped.sub(Step.DIVIDERS, _DIVIDER_RUN, " ")


def with_short_repeats(mapped: MappedText) -> MappedText:
    """Five or more of the same letter become three; rows of punctuation one sign."""
    mapped = mapped.sub(Step.REPEATS, _LETTERS, lambda found: found.group(1) * 3)
    mapped = mapped.sub(Step.REPEATS, _PUNCTUATION, lambda found: found.group(1))
    mapped = mapped.sub(Step.REPEATS, _DOTS, lambda found: "..." if found.group()[0] == "." else "……")
    return mapped.sub(Step.REPEATS, _OTHER, lambda found: found.group(1))


def with_single_spaces(mapped: MappedText) -> MappedText:
    """One space between words, and none in front of punctuation where a step took something away there."""
    mapped = mapped.sub(Step.SPACES, _TRAILING, "").sub(Step.SPACES, _INNER_SPACES, " ")

    def said(found: re.Match[str]) -> str:
        return "" if mapped.marks[found.start() - 1 : found.end() + 1].any() else found.group()

    return mapped.sub(Step.SPACES, _SPACE_BEFORE, said)


def with_short_silences(mapped: MappedText) -> MappedText:
    """No run of characters without speech is longer than `LONGEST_SILENCE`: nothing could be said over it."""
    if len(mapped) <= LONGEST_SILENCE:
        return mapped
    runs = _SILENCE.finditer(mapped.text)
    return mapped.edited(Step.SILENCE, [Edit(run.start() + LONGEST_SILENCE, run.end()) for run in runs])
