"""`doctor`: what works on this machine, what does not, and how to mend it."""

from __future__ import annotations

import argparse
import time

from qwentts_desktop import __version__
from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="print JSON, in one line")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Look at everything at once and report; fails where something that is needed does not work."""
    from qwentts_desktop.cli.doctor_checks import doctor_checks
    from qwentts_desktop.diagnostics.check import run_checks
    from qwentts_desktop.diagnostics.privacy import scrubber
    from qwentts_desktop.diagnostics.report import Report

    began = time.monotonic()
    findings = run_checks(doctor_checks(context))
    report = Report(__version__, round(time.monotonic() - began, 2), findings).without_names(scrubber())
    context.say(report.as_json() if arguments.json else report.as_text())
    return ExitCode.FAILED if report.has_problem else ExitCode.OK
