"""Applying pronunciation rules to a sentence. No rule can hang or flood: each has a time and a size limit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

from qwentts_desktop.text.mapped import Edit, MappedText, Step
from qwentts_desktop.text.pronunciation.rule import PronunciationRule, RuleProblem

_TIME_LIMIT_S = 0.05
_LONGEST_PATTERN = 2_000
_COUNT = re.compile(r"\{ *(\d{0,9}) *,? *(\d{0,9}) *\}")
_MOST_REPETITIONS = 20_000
_MOST_GROWTH, _GROWTH_FREE = 8, 2_000


class Rulebook:
    """The rules of one reading. A rule that is broken or too slow is skipped from then on and reported.

    Not shared between threads; make one for each reading.
    """

    def __init__(self, rules: Iterable[PronunciationRule]) -> None:
        self.problems: list[RuleProblem] = []
        compiled = [self._compiled(rule) for rule in rules]
        self._rules = [rule for rule in compiled if rule is not None]

    def apply(self, sentence: MappedText, language: str) -> MappedText:
        """The sentence as the rules want it said; each rule sees what the ones before it left."""
        for rule in list(self._rules):
            if rule.source.language in ("", language):
                sentence = self._apply_one(rule, sentence)
        return sentence

    def _compiled(self, rule: PronunciationRule) -> _CompiledRule | None:
        problem = problem_of(rule)
        if problem:
            self.problems.append(problem)
            return None
        return _CompiledRule(rule, _compile(rule))

    def _apply_one(self, rule: _CompiledRule, sentence: MappedText) -> MappedText:
        try:
            edits = rule.edits(sentence.text)
        except TimeoutError:
            self._give_up(rule, "takes too long; make its regular expression simpler.")
            return sentence
        except (IndexError, KeyError, ValueError) as error:
            self._give_up(rule, f"cannot be applied: {error}.")
            return sentence
        grown = sum(len(edit.replacement) for edit in edits)
        if grown > _MOST_GROWTH * len(sentence) + _GROWTH_FREE:
            self._give_up(rule, "makes the text many times longer.")
            return sentence
        return sentence.edited(Step.PRONUNCIATION, edits)

    def _give_up(self, rule: _CompiledRule, why: str) -> None:
        self._rules.remove(rule)
        self.problems.append(
            RuleProblem(rule.source.line, f"The rule for “{_shown(rule.source.match)}” {why}")
        )


@dataclass(frozen=True, eq=False)
class _CompiledRule:
    source: PronunciationRule
    pattern: Any

    def edits(self, text: str) -> list[Edit]:
        found = self.pattern.finditer(text, timeout=_TIME_LIMIT_S)
        # A place that matches nothing, as "x*" does everywhere, is no place to say something.
        return [Edit(match.start(), match.end(), self._said(match)) for match in found if match.group()]

    def _said(self, match: Any) -> str:
        return str(match.expand(self.source.say)) if self.source.regex else self.source.say


def problem_of(rule: PronunciationRule) -> RuleProblem | None:
    """What is wrong with a rule, or None."""
    import regex

    if not rule.match:
        return RuleProblem(rule.line, "The rule has an empty “match”: say which words it is for.")
    if len(rule.match) > _LONGEST_PATTERN:
        return RuleProblem(rule.line, f"The rule's “match” is longer than {_LONGEST_PATTERN} characters.")
    if rule.regex and _repetitions(rule.match) > _MOST_REPETITIONS:
        return RuleProblem(
            rule.line, f"The rule for “{_shown(rule.match)}” repeats too often; use smaller numbers."
        )
    try:
        _compile(rule)
        _check_template(rule)
    except (
        regex.error,
        IndexError,
        ValueError,
        ArithmeticError,
        RecursionError,
        MemoryError,
        TimeoutError,
    ) as error:
        return RuleProblem(
            rule.line, f"The rule for “{_shown(rule.match)}” is not a valid expression: {error}."
        )
    return None


def _repetitions(pattern: str) -> int:
    """How often the innermost part could be written out: compiling does just that, and fills the memory."""
    counts = (max(int(low or 1), int(high or 1), 1) for low, high in _COUNT.findall(pattern))
    return prod(counts)


def _compile(rule: PronunciationRule) -> Any:
    import regex

    pattern = rule.match
    if not rule.regex:
        pattern = regex.escape(pattern)
        if rule.whole_word:
            before = r"(?<!\w)" if rule.match[0].isalnum() else ""
            after = r"(?!\w)" if rule.match[-1].isalnum() else ""
            pattern = f"{before}{pattern}{after}"
    return regex.compile(pattern, 0 if rule.match_case else regex.IGNORECASE)


def _check_template(rule: PronunciationRule) -> None:
    """A missing group shows only when a match is expanded: a pattern that always matches tells now."""
    if rule.regex:
        import regex

        match = regex.compile(f"{rule.match}\n|").match("", timeout=_TIME_LIMIT_S)
        if match is not None:
            match.expand(rule.say)


def _shown(pattern: str) -> str:
    return pattern if len(pattern) <= 40 else f"{pattern[:39]}…"


@dataclass(frozen=True)
class RuleTrial:
    """What a rule does to a sample.

    Attributes:
        text: the sample as it would be said.
        count: places that it changed.
        problem: why the rule is skipped, or None.
    """

    text: str
    count: int
    problem: RuleProblem | None


def try_rule(rule: PronunciationRule, sample: str) -> RuleTrial:
    """Apply one rule to a sample, for the test field beside it."""
    book = Rulebook([rule])
    said = book.apply(MappedText.of(sample), rule.language)
    if book.problems:
        return RuleTrial(sample, 0, book.problems[0])
    return RuleTrial(said.text, len(_CompiledRule(rule, _compile(rule)).edits(sample)), None)
