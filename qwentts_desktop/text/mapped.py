"""Text that remembers where each character came from, and which steps touched it. Knows no step's meaning.

Every cleaning step takes a `MappedText` and returns another; none can lose the way back to the original.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntFlag, auto
from functools import lru_cache, reduce
from typing import Any

import numpy as np
import numpy.typing as npt

Offsets = npt.NDArray[np.int32]


class Step(IntFlag):
    """The steps that can change a text, in the order in which they run."""

    CHAT_MARKERS = auto()
    TERMINAL_CODES = auto()
    CONTROLS = auto()
    NFC = auto()
    CODE = auto()
    HTML = auto()
    MARKDOWN = auto()
    BULLETS = auto()
    HYPHENATION = auto()
    LINES = auto()
    LINKS = auto()
    EMOJI = auto()
    CITATIONS = auto()
    FOOTNOTES = auto()
    DIVIDERS = auto()
    REPEATS = auto()
    SPACES = auto()
    SILENCE = auto()
    NUMBERS = auto()
    PRONUNCIATION = auto()


@lru_cache(maxsize=4_096)
def step_names(marks: int) -> tuple[str, ...]:
    """The names of the steps in a bit set, in their order, lower case."""
    return tuple(str(step.name).lower() for step in Step if marks & step)


@dataclass(frozen=True)
class Edit:
    """`start` to `end` become `replacement`; an empty range inserts, an empty replacement deletes."""

    start: int
    end: int
    replacement: str = ""


@dataclass(frozen=True, eq=False)
class MappedText:
    """A text and, for each of its N characters, the span of the original that it stands for.

    Attributes:
        text: the characters, N of them.
        starts, ends: [N] int32, offsets into the original; neither ever runs backwards.
        marks: [N] int32, bit sets of `Step`: what changed the character or something just beside it.
    """

    text: str
    starts: Offsets
    ends: Offsets
    marks: Offsets

    @classmethod
    def of(cls, text: str, offset: int = 0) -> MappedText:
        """The untouched text, which begins `offset` characters into the original."""
        starts = np.arange(offset, offset + len(text), dtype=np.int32)
        return cls(text, starts, starts + 1, np.zeros(len(text), np.int32))

    @classmethod
    def joined(cls, parts: Iterable[MappedText]) -> MappedText:
        """One text out of several that follow each other in the original."""
        parts = list(parts)
        if len(parts) < 2:
            return parts[0] if parts else cls.of("")
        return cls(
            "".join(part.text for part in parts),
            np.concatenate([part.starts for part in parts]),
            np.concatenate([part.ends for part in parts]),
            np.concatenate([part.marks for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.text)

    def __getitem__(self, part: slice) -> MappedText:
        return MappedText(self.text[part], self.starts[part], self.ends[part], self.marks[part])

    @property
    def span(self) -> tuple[int, int]:
        """Where the whole text came from; undefined for an empty one."""
        return int(self.starts[0]), int(self.ends[-1])

    @property
    def all_marks(self) -> int:
        """The steps that touched any of it."""
        return int(np.bitwise_or.reduce(self.marks)) if len(self.text) else 0

    def stripped(self) -> MappedText:
        """Without the white space around it."""
        start = len(self.text) - len(self.text.lstrip())
        return self[start : max(start, len(self.text.rstrip()))]

    def sub(
        self, step: Step, pattern: re.Pattern[str] | Any, replacement: str | Callable[[Any], str]
    ) -> MappedText:
        """Replace every match by literal text, or by what a function makes of the match."""
        if pattern.search(self.text) is None:
            return self
        say = replacement if callable(replacement) else lambda _: replacement
        edits = [Edit(found.start(), found.end(), say(found)) for found in pattern.finditer(self.text)]
        return self.edited(step, edits)

    def edited(self, step: Step, edits: Iterable[Edit]) -> MappedText:
        """Apply edits in order, without overlap. New characters map to the whole range they replace."""
        wanted = [edit for edit in edits if self.text[edit.start : edit.end] != edit.replacement]
        if not wanted:
            return self
        return reduce(_Builder.apply, wanted, _Builder(self, step)).finish()


class _Builder:
    """Collects the parts of an edited text."""

    def __init__(self, source: MappedText, step: Step) -> None:
        self._source, self._step = source, int(step)
        self._parts: list[MappedText] = []
        self._deletions: list[tuple[int, int]] = []
        self._cursor = self._length = 0

    def apply(self, edit: Edit) -> _Builder:
        self._keep_until(edit.start)
        if edit.replacement:
            self._add(self._stand_in(edit))
        else:
            marks = self._source[edit.start : edit.end].all_marks | self._step
            self._deletions.append((max(self._length - 1, 0), marks))
        self._cursor = edit.end
        return self

    def finish(self) -> MappedText:
        self._keep_until(len(self._source))
        result = MappedText.joined(self._parts)
        if self._deletions and len(result):
            # A deletion leaves no character behind: its marks go to the one before it, or the first one.
            marks = result.marks.copy()
            for beside, left_behind in self._deletions:
                marks[beside] |= left_behind
            result = MappedText(result.text, result.starts, result.ends, marks)
        return result

    def _keep_until(self, end: int) -> None:
        if end > self._cursor:
            self._add(self._source[self._cursor : end])

    def _add(self, part: MappedText) -> None:
        self._parts.append(part)
        self._length += len(part)

    def _stand_in(self, edit: Edit) -> MappedText:
        start, end = self._span_of(edit)
        size = len(edit.replacement)
        marks = self._source[edit.start : edit.end].all_marks | self._step
        return MappedText(
            edit.replacement,
            np.full(size, start, np.int32),
            np.full(size, end, np.int32),
            np.full(size, marks, np.int32),
        )

    def _span_of(self, edit: Edit) -> tuple[int, int]:
        source = self._source
        if edit.end > edit.start:
            return int(source.starts[edit.start]), int(source.ends[edit.end - 1])
        if edit.start > 0:
            here = int(source.ends[edit.start - 1])
            # The character before may stand for a span that reaches past the next one's start.
            before = int(source.starts[edit.start - 1])
            return max(before, min(here, self._next_start(edit.start, here))), here
        first = int(source.starts[0]) if len(source) else 0
        return first, first

    def _next_start(self, index: int, default: int) -> int:
        return int(self._source.starts[index]) if index < len(self._source) else default
