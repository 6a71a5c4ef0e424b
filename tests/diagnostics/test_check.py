from __future__ import annotations

import threading

from qwentts_desktop.diagnostics.check import Check, run_checks
from qwentts_desktop.diagnostics.finding import FindingState, fine


def test_findings_come_in_the_order_of_the_checks_though_all_run_at_once() -> None:
    both = threading.Barrier(2, timeout=5)

    def look(name: str):
        both.wait()
        return (fine(name, name, "It is there."),)

    findings = run_checks([Check("a", "A", lambda: look("a")), Check("b", "B", lambda: look("b"))])
    assert [(finding.check, finding.state) for finding in findings] == [
        ("a", FindingState.OK),
        ("b", FindingState.OK),
    ]


def test_a_check_that_hangs_is_a_problem_and_holds_nobody_up() -> None:
    for_ever = threading.Event()
    hung, good = run_checks(
        [
            Check("hung", "Hung", lambda: for_ever.wait(60) and (), limit_s=0.2),
            Check("good", "Good", lambda: (fine("good", "Good", "Yes."),)),
        ]
    )
    for_ever.set()
    assert hung.state is FindingState.PROBLEM
    assert "did not answer" in hung.reason
    assert good.state is FindingState.OK


def test_a_check_that_breaks_claims_nothing() -> None:
    def broken():
        raise KeyError("no such thing")

    (finding,) = run_checks([Check("x", "X", broken)])
    assert finding.state is FindingState.NOT_CHECKED
    assert "KeyError" in finding.reason
