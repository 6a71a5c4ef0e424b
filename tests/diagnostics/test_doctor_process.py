from __future__ import annotations

import sys

from qwentts_desktop.diagnostics.doctor_process import run_doctor
from qwentts_desktop.diagnostics.finding import fine
from qwentts_desktop.diagnostics.report import Report


def test_its_report_is_read_though_libraries_print_before() -> None:
    report = Report("1", 0.5, (fine("system", "Operating system", "Yes."),))
    program = f"print('a library says hello'); print({report.as_json()!r})"
    assert run_doctor((sys.executable, "-c", program)) == report


def test_a_doctor_that_dies_is_a_report_of_that() -> None:
    report = run_doctor((sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"))
    assert report.has_problem
    assert "was ended by signal 9" in report.of("doctor").reason


def test_a_doctor_that_hangs_is_a_report_of_that() -> None:
    report = run_doctor((sys.executable, "-c", "import time; time.sleep(60)"), limit_s=1.0)
    assert "did not answer in time" in report.of("doctor").reason
