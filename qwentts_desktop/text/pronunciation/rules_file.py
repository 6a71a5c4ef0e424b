"""Pronunciation rules as TOML to share. A bad rule is reported at its line; the others still count."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from qwentts_desktop.text.pronunciation.rule import PronunciationRule, RuleProblem
from qwentts_desktop.text.pronunciation.rulebook import problem_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*rule[ \t]*\]\][ \t]*(?:#.*)?$", re.MULTILINE)
_MATCH_KEY = re.compile(r"^[ \t]*match[ \t]*=", re.MULTILINE)
_LINE_OF_ERROR = re.compile(r"line (\d+)")
_FIELDS: dict[str, type] = {
    "match": str,
    "say": str,
    "regex": bool,
    "language": str,
    "match_case": bool,
    "whole_word": bool,
}


@dataclass(frozen=True)
class RulesFile:
    """What a rules file holds.

    Attributes:
        rules: the good ones, in their order.
        problems: what is wrong with the others, each with its line.
    """

    rules: tuple[PronunciationRule, ...]
    problems: tuple[RuleProblem, ...]


def parse_rules(text: str) -> RulesFile:
    """Read rules from TOML: one `[[rule]]` table each. Never raises."""
    rules: list[PronunciationRule] = []
    problems: list[RuleProblem] = []
    for section, line in _sections(text):
        result = _parse_section(section, line)
        (problems if isinstance(result, RuleProblem) else rules).append(result)  # type: ignore[arg-type]
    return RulesFile(tuple(rules), tuple(problems))


def format_rules(rules: Iterable[PronunciationRule]) -> str:
    """Write rules as TOML that `parse_rules` reads back."""
    return "\n".join(_formatted(rule) for rule in rules)


def _sections(text: str) -> Iterator[tuple[str, int]]:
    """Each `[[rule]]` with the line of its header: a mistake in one cannot spoil the next."""
    headers = list(_HEADER.finditer(text))
    before = text[: headers[0].start()] if headers else text
    if re.sub(r"#.*", "", before).strip():
        yield before, 1
    for header, following in zip(headers, [*headers[1:], None], strict=False):
        end = following.start() if following else len(text)
        yield text[header.start() : end], text.count("\n", 0, header.start()) + 1


def _parse_section(section: str, line: int) -> PronunciationRule | RuleProblem:
    try:
        entries = tomllib.loads(section).get("rule")
    except tomllib.TOMLDecodeError as error:
        place = _LINE_OF_ERROR.search(str(error))
        return RuleProblem(
            line + (int(place.group(1)) - 1 if place else 0), f"This is not valid TOML: {error}."
        )
    if not isinstance(entries, list) or not entries or not isinstance(entries[0], dict):
        return RuleProblem(line, "Every rule begins with a line “[[rule]]”.")
    return _checked(entries[0], line + _line_of_match(section))


def _line_of_match(section: str) -> int:
    found = _MATCH_KEY.search(section)
    return section.count("\n", 0, found.start()) if found else 0


def _checked(entry: dict[str, Any], line: int) -> PronunciationRule | RuleProblem:
    for name, value in entry.items():
        kind = _FIELDS.get(name)
        if kind is None:
            return RuleProblem(line, f"“{name}” is not known here; use {', '.join(_FIELDS)}.")
        if not isinstance(value, kind):
            wanted = "true or false" if kind is bool else "text in quotes"
            return RuleProblem(line, f"“{name}” must be {wanted}.")
    if "match" not in entry or "say" not in entry:
        return RuleProblem(line, "A rule needs “match” and “say”.")
    rule = PronunciationRule(**entry, line=line)
    return problem_of(rule) or rule


def _formatted(rule: PronunciationRule) -> str:
    plain = PronunciationRule("", "")
    values = {name: getattr(rule, name) for name in _FIELDS}
    kept = {
        name: value
        for name, value in values.items()
        if name in ("match", "say") or value != getattr(plain, name)
    }
    # A JSON string is a TOML basic string, but for DEL and surrogate pairs, which json leaves alone here.
    lines = [f"{name} = {_toml(value)}" for name, value in kept.items()]
    return "\n".join(["[[rule]]", *lines, ""])


def _toml(value: str | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
