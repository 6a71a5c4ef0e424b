"""Runs the doctor in a process of its own for the windows. It looks at nothing itself."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from qwentts_desktop import __version__
from qwentts_desktop.diagnostics.child import ChildOutcome, run_child
from qwentts_desktop.diagnostics.finding import problem
from qwentts_desktop.diagnostics.privacy import scrubber
from qwentts_desktop.diagnostics.report import Report, report_of_json
from qwentts_desktop.errors import QwenTTSError

DOCTOR_COMMAND = (sys.executable, "-m", "qwentts_desktop", "doctor", "--json")
LIMIT_S = 20.0


def run_doctor(command: Sequence[str] = DOCTOR_COMMAND, limit_s: float = LIMIT_S) -> Report:
    """Run it and wait: call this on a worker. A doctor that dies or hangs is a report as well."""
    outcome = run_child(command, limit_s)
    for line in reversed(outcome.lines):
        try:
            return report_of_json(line)
        except QwenTTSError:
            continue
    return _without_doctor(outcome, limit_s).without_names(scrubber())


def _without_doctor(outcome: ChildOutcome, limit_s: float) -> Report:
    words = outcome.complaint.strip().splitlines()
    finding = problem(
        "doctor",
        "The doctor itself",
        f"It {outcome.end_in_words}{': ' + words[-1] if words else '.'}",
        "Run it in a terminal to see more.",
        "qwentts-desktop doctor",
    )
    return Report(__version__, limit_s if outcome.exit_code is None else 0.0, (finding,))
