"""Runs checks side by side, each with a time limit; one that hangs or breaks is a finding, not the end."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from qwentts_desktop.diagnostics.finding import Finding, not_checked, problem

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Check:
    """One thing to look at.

    Attributes:
        name: id of its finding, or of the first of several.
        title: for the user.
        look: finds out; runs on a thread of its own.
        limit_s: after this long it counts as hung.
    """

    name: str
    title: str
    look: Callable[[], Sequence[Finding]]
    limit_s: float = 4.0


def run_checks(checks: Sequence[Check]) -> tuple[Finding, ...]:
    """Run all at once and return their findings in the order of the checks.

    A thread that hangs is left behind: it ends with the process, which is the doctor's own.
    """
    began = time.monotonic()
    running = [_Running(check) for check in checks]
    return tuple(finding for one in running for finding in one.findings(began))


class _Running:
    """A check on its thread."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._found: Sequence[Finding] = ()
        self._thread = threading.Thread(target=self._look, name=f"check-{check.name}", daemon=True)
        self._thread.start()

    def findings(self, began: float) -> Sequence[Finding]:
        """What it found, once it ended or its time is up."""
        check = self._check
        self._thread.join(max(0.0, began + check.limit_s - time.monotonic()))
        if self._thread.is_alive():
            reason = f"It did not answer within {check.limit_s:.0f} s."
            return (
                problem(check.name, check.title, reason, "Run the doctor again; restart if it stays so."),
            )
        return self._found

    def _look(self) -> None:
        check = self._check
        try:
            self._found = check.look()
        except Exception as error:  # an outer edge: one broken check must not take the others along
            _log.info("the check %s broke", check.name, exc_info=error)
            self._found = (
                not_checked(
                    check.name, check.title, f"The check itself failed: {type(error).__name__}: {error}"
                ),
            )
