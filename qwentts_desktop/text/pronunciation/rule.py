"""One pronunciation rule as plain data. Knows neither files nor how rules are applied."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PronunciationRule:
    """Where `match` is found, `say` is spoken.

    Attributes:
        match: the words as written, or a regular expression.
        say: what to speak; in a regular expression's rule it may name groups: `\\1`, `\\g<name>`.
        regex: whether `match` is a regular expression.
        language: ISO 639-1 code of the texts that it applies to; empty for all.
        match_case: whether upper and lower case differ.
        whole_word: for plain rules: whether it must not touch another letter or digit.
        line: line in the file that it came from, from 1; 0 for none.
    """

    match: str
    say: str
    regex: bool = False
    language: str = ""
    match_case: bool = False
    whole_word: bool = True
    line: int = 0


@dataclass(frozen=True)
class RuleProblem:
    """A rule that is skipped, and why.

    Attributes:
        line: line in the rules file, from 1; 0 where the rule is from no file.
        message: a sentence for the user.
    """

    line: int
    message: str
