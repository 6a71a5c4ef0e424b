from __future__ import annotations

import json

import pytest

from qwentts_desktop.diagnostics.finding import fine, not_checked, problem, warning
from qwentts_desktop.diagnostics.report import Report, report_of_json
from qwentts_desktop.errors import QwenTTSError

REPORT = Report(
    "1.2",
    3.25,
    (
        fine("system", "Operating system", "Debian."),
        problem("torch", "torch", "It is missing in /home/alice.", "Install it.", "pip a\npip b"),
        warning("memory", "Free card memory", "Little."),
        not_checked("graph", "A CUDA graph", "No card."),
    ),
)


def test_the_text_has_every_finding_with_its_remedy_to_copy() -> None:
    text = REPORT.as_text()
    assert "[  PROBLEM  ] torch: It is missing in /home/alice." in text
    assert "-> Install it." in text
    assert "pip a\n" in text
    assert text.endswith("1 problems, 1 warnings, 1 not checked.")


def test_json_brings_the_same_report_back() -> None:
    assert report_of_json(REPORT.as_json()) == REPORT
    assert json.loads(REPORT.as_json())["findings"][1]["state"] == "problem"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 1, "took_s": 2, "findings": [{"a": 1}]}', "nonsense"]
)
def test_something_else_is_no_report(text: str) -> None:
    with pytest.raises(QwenTTSError, match="cannot be read"):
        report_of_json(text)


def test_names_go_from_every_text() -> None:
    clean = REPORT.without_names(lambda text: text.replace("/home/alice", "~"))
    assert clean.of("torch").reason == "It is missing in ~."


def test_one_can_ask_for_a_finding_and_for_the_worst() -> None:
    assert REPORT.has_problem
    assert not Report("1", 0, REPORT.findings[:1]).has_problem
    with pytest.raises(KeyError):
        REPORT.of("unknown")
