"""Rules files: what is good is kept, what is bad is named with its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.text.pronunciation.rule import PronunciationRule
from qwentts_desktop.text.pronunciation.rules_file import format_rules, parse_rules

GOOD = """# my rules
[[rule]]
match = "PyPI"
say = "pie pee eye"

[[rule]]   # units
match = '(\\d+) kB'
say = '\\1 kilobytes'
regex = true
language = "en"
match_case = true
"""


def test_good_rules_are_read_in_their_order() -> None:
    file = parse_rules(GOOD)
    assert file.problems == ()
    assert [rule.match for rule in file.rules] == ["PyPI", r"(\d+) kB"]
    assert file.rules[1] == PronunciationRule(
        r"(\d+) kB", r"\1 kilobytes", regex=True, language="en", match_case=True, line=7
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[[rule]]\nsay = "x"\nmatch = "("\nregex = true\n', 3),
        ('[[rule]]\nmatch = "a"\n', 2),
        ('[[rule]]\nmatch = "a"\nsay = 3\n', 2),
        ('[[rule]]\nmatch = "a"\nsay = "b"\ncolour = "red"\n', 2),
        ('[[rule]]\nmatch = "a\nsay = "b"\n', 2),
        ("this is no TOML", 1),
    ],
)
def test_a_bad_rule_is_named_with_its_line_and_the_next_one_counts(text: str, line: int) -> None:
    file = parse_rules(text + '\n[[rule]]\nmatch = "good"\nsay = "better"\n')
    assert [problem.line for problem in file.problems] == [line]
    assert file.problems[0].message
    assert [rule.match for rule in file.rules] == ["good"]


def test_no_rules_are_no_problem() -> None:
    assert parse_rules("") == parse_rules("# only a comment\n")
    assert parse_rules("").problems == ()


_words = st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1, max_size=12)


@given(st.lists(st.builds(PronunciationRule, match=_words, say=_words, match_case=st.booleans()), max_size=4))
def test_rules_that_are_written_can_be_read_back(rules: list[PronunciationRule]) -> None:
    file = parse_rules(format_rules(rules))
    assert file.problems == ()
    assert [(rule.match, rule.say, rule.match_case) for rule in file.rules] == [
        (rule.match, rule.say, rule.match_case) for rule in rules
    ]


@given(st.text(max_size=200))
def test_any_file_can_be_read(text: str) -> None:
    parse_rules(text)
    parse_rules("[[rule]]\n" + text)
