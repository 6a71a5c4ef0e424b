"""Rules at work: order, language, case; and none that can hang or flood."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.pronunciation.rule import PronunciationRule
from qwentts_desktop.text.pronunciation.rulebook import Rulebook, problem_of, try_rule


def said(text: str, *rules: PronunciationRule, language: str = "en") -> str:
    return Rulebook(rules).apply(MappedText.of(text), language).text


def test_a_plain_rule_replaces_whole_words_in_any_case() -> None:
    rule = PronunciationRule("sql", "sequel")
    assert said("SQL and sql, not MySQL", rule) == "sequel and sequel, not MySQL"


def test_a_plain_rule_may_match_within_words() -> None:
    assert said("C++ in MySQL", PronunciationRule("sql", "sequel", whole_word=False)) == "C++ in Mysequel"


def test_signs_in_a_plain_rule_are_taken_as_they_are() -> None:
    assert said("I write C++.", PronunciationRule("C++", "see plus plus")) == "I write see plus plus."
    assert said("a.b axb", PronunciationRule("a.b", "dot")) == "dot axb"


def test_case_can_matter() -> None:
    rule = PronunciationRule("US", "the States", match_case=True)
    assert said("US and us", rule) == "the States and us"


def test_a_rule_applies_to_its_language_only() -> None:
    rule = PronunciationRule("Chat", "tchatte", language="fr")
    assert said("Chat", rule, language="en") == "Chat"
    assert said("Chat", rule, language="fr") == "tchatte"


def test_later_rules_see_what_earlier_ones_left() -> None:
    assert said("a", PronunciationRule("a", "b"), PronunciationRule("b", "c")) == "c"


def test_a_regular_expression_can_use_its_groups() -> None:
    rule = PronunciationRule(r"(\d+)\s?km/h", r"\1 kilometers an hour", regex=True)
    assert said("at 50 km/h", rule) == "at 50 kilometers an hour"
    named = PronunciationRule(r"v(?P<number>\d+)", r"version \g<number>", regex=True)
    assert said("v2", named) == "version 2"


def test_what_a_rule_changed_maps_back() -> None:
    mapped = Rulebook([PronunciationRule("PyPI", "pie pee eye")]).apply(MappedText.of("on PyPI now"), "en")
    start = mapped.text.index("pie")
    assert mapped[start : start + 11].span == (3, 7)


@pytest.mark.parametrize(
    ("match", "say"),
    [("(unclosed", "x"), ("[a", "x"), ("(a)", r"\2"), ("(a)", r"\g<b>"), ("", "x"), ("x" * 5_000, "y")],
)
def test_a_bad_rule_is_reported_and_the_others_still_work(match: str, say: str) -> None:
    book = Rulebook([PronunciationRule(match, say, regex=True, line=7), PronunciationRule("b", "bee")])
    assert [problem.line for problem in book.problems] == [7]
    assert book.apply(MappedText.of("a b"), "en").text == "a bee"


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(a|aa)+$", r"(.*)*x", r"(?:a?){40}a{40}"])
def test_a_pattern_that_would_run_for_ages_is_given_up(pattern: str) -> None:
    book = Rulebook([PronunciationRule(pattern, "x", regex=True, line=3), PronunciationRule("b", "bee")])
    text = "a" * 45 + " b"
    for _ in range(3):
        assert book.apply(MappedText.of(text), "en").text.endswith("bee")
    assert len(book.problems) <= 1


def test_a_rule_that_takes_too_long_is_named() -> None:
    book = Rulebook([PronunciationRule(r"^(?:(?:x+x+)+y)+$", "z", regex=True, line=12)])
    book.apply(MappedText.of("x" * 60), "en")
    for problem in book.problems:
        assert problem.line == 12
        assert "takes too long" in problem.message


@pytest.mark.parametrize(
    "pattern", ["((a{1000}){1000}){1000}", "(a{1,60000}){1,60000}", "a{99999999999}", "(" * 999, "(?R)"]
)
def test_a_pattern_that_would_fill_the_memory_is_refused(pattern: str) -> None:
    problem = problem_of(PronunciationRule(pattern, "x", regex=True, line=5))
    assert problem is not None
    assert problem.line == 5


def test_usual_counts_are_fine() -> None:
    assert (
        said("on 2024-05-01", PronunciationRule(r"\d{4}-\d{2}-\d{2}", "that day", regex=True))
        == "on that day"
    )
    assert problem_of(PronunciationRule(r"\w{1,50}ing{2}", "x", regex=True)) is None


def test_a_rule_cannot_flood_the_text() -> None:
    book = Rulebook([PronunciationRule(r"\w", "word " * 1_000, regex=True)])
    assert book.apply(MappedText.of("abcdef"), "en").text == "abcdef"
    assert "many times longer" in book.problems[0].message


def test_a_pattern_that_matches_nothing_everywhere_says_nothing() -> None:
    assert said("abc", PronunciationRule("x*", "!", regex=True)) == "abc"


def test_a_rule_can_be_tried() -> None:
    trial = try_rule(PronunciationRule("cat", "dog"), "cat and cat")
    assert (trial.text, trial.count, trial.problem) == ("dog and dog", 2, None)
    bad = try_rule(PronunciationRule("(", "", regex=True, line=4), "cat")
    assert bad.problem is not None
    assert (bad.text, bad.count, bad.problem.line) == ("cat", 0, 4)


def test_a_good_rule_has_no_problem() -> None:
    assert problem_of(PronunciationRule("a", "b")) is None


@given(st.text("ab1(){}[]*+?|\\.^$,<>=!:P#&-", max_size=16), st.text("a\\1g<>{}", max_size=6))
@settings(deadline=None)
def test_no_pattern_at_all_makes_trouble(pattern: str, say: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library warns of signs that may mean something else one day
        trial = try_rule(PronunciationRule(pattern, say, regex=True), "ab1 aabb a(b) " * 5)
    assert trial.problem is not None or trial.count >= 0
