"""Lines of a paragraph: wrapped ones are joined, meant ones kept; words divided at a line's end are whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qwentts_desktop.text.mapped import Edit, MappedText, Step

_SOFT = re.compile("\u00ad[ \t]*(?:\n[ \t]*)?")
_DIVIDED = re.compile(r"(?<![\w-])([^\W\d_]{1,40})[-‐]\n[ \t]*([^\W\d_]{1,40})")
_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_KEEPS_HYPHEN_BEFORE = {"self", "well", "ex", "all", "cross", "half", "quasi", "ill"}
_KEEPS_HYPHEN_AFTER = {
    "il", "elle", "on", "ils", "elles", "vous", "nous", "je", "tu", "ce", "là", "ci", "moi", "toi",
    "le", "la", "les",
}  # fmt: skip
_SUSPENDED = {"und", "oder", "bzw", "sowie", "bis", "and", "or", "to", "och"}
_CJK = "\u2e80-\u30ff\u31f0-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_CJK_BREAK = re.compile(rf"(?<=[{_CJK}])[ \t]*\n[ \t]*(?=[{_CJK}])")
_ENDS_SENTENCE = re.compile(r"[.!?:…。！？：][\"'”’»)\]」』）]*$")
_GOES_ON = re.compile(r"[,;\-–—(\[]$")
_STARTS_RECORD = re.compile(r"\[?(?:\d{4}-\d\d-\d\d|\d\d:\d\d)")
_CJK_GOES_ON = re.compile(r"[、，；]$")
_LONG_LINE = 45


def without_soft_hyphens(mapped: MappedText) -> MappedText:
    """Soft hyphens go, and the line break behind one."""
    return mapped.sub(Step.HYPHENATION, _SOFT, "")


def without_hyphenation(mapped: MappedText) -> MappedText:
    """ "re-" at the end of a line and "duce" on the next are one word; a compound keeps its hyphen."""
    text = mapped.text
    edits: list[Edit] = []
    for found in _DIVIDED.finditer(text):
        left, right = found.groups()
        hyphen = found.end(1)
        if not right[0].islower() or right in _SUSPENDED:
            continue
        keep = _is_compound(left.lower(), right, text)
        edits.append(Edit(hyphen + 1 if keep else hyphen, found.start(2)))
    return mapped.edited(Step.HYPHENATION, edits)


def _is_compound(left: str, right: str, text: str) -> bool:
    if left in _KEEPS_HYPHEN_BEFORE or right in _KEEPS_HYPHEN_AFTER:
        return True
    return f"{left}-{right}" in text.lower()


def with_joined_lines(mapped: MappedText) -> MappedText:
    """A line break becomes a space where the sentence goes on; between Chinese or Japanese signs, nothing.

    Poems, addresses and other short lines keep their breaks.
    """
    if "\n" not in mapped.text:
        return mapped
    return mapped.edited(Step.LINES, _joins(mapped.text))


def _joins(text: str) -> Iterator[Edit]:
    longest = max(map(len, text.split("\n")))
    line_start = 0
    for found in _BREAK.finditer(text):
        line = text[line_start : found.start()]
        line_start = found.end()
        if _is_wrapped(line, text[found.end() : found.end() + 40], longest, _is_indented(found)):
            between = "" if _CJK_BREAK.search(text[max(found.start() - 1, 0) : found.end() + 1]) else " "
            yield Edit(found.start(), found.end(), between)


def _is_indented(found: re.Match[str]) -> bool:
    return len(found.group()) - found.group().index("\n") > 2


def _is_wrapped(line: str, following: str, longest: int, indented: bool) -> bool:
    """Whether the break between a line and the following one is only where the page ended."""
    if not line.strip() or not following or _STARTS_RECORD.match(following):
        return False
    if _is_long(line, longest):
        return True
    if indented or _ENDS_SENTENCE.search(line):
        return False
    if _CJK_GOES_ON.search(line):
        return True
    return following[0].islower() or (longest >= _LONG_LINE and bool(_GOES_ON.search(line)))


def _is_long(line: str, longest: int) -> bool:
    width = longest - len(line) <= max(12, longest * 0.25)
    wide = len(re.findall(f"[{_CJK}]", line)) * 2 + len(line)
    return width and wide >= _LONG_LINE


def with_all_lines_joined(mapped: MappedText) -> MappedText:
    """Every line break goes: for Markdown, where a single one means nothing."""
    return mapped.sub(Step.LINES, _CJK_BREAK, "").sub(Step.LINES, _BREAK, " ")
