"""All findings of one run, as text to copy and as JSON. Nobody's name is in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from qwentts_desktop.diagnostics.finding import Finding, FindingState
from qwentts_desktop.errors import QwenTTSError

_WORDS = {
    FindingState.OK: "ok",
    FindingState.WARNING: "warning",
    FindingState.PROBLEM: "PROBLEM",
    FindingState.NOT_CHECKED: "not checked",
}


@dataclass(frozen=True)
class Report:
    """One run of the doctor.

    Attributes:
        version: of the application.
        took_s: seconds.
        findings: in the order in which they are shown.
    """

    version: str
    took_s: float
    findings: tuple[Finding, ...]

    @property
    def has_problem(self) -> bool:
        """Something that is needed does not work."""
        return any(finding.state is FindingState.PROBLEM for finding in self.findings)

    def of(self, check: str) -> Finding:
        """The finding of this check; raises KeyError for none."""
        for finding in self.findings:
            if finding.check == check:
                return finding
        raise KeyError(check)

    def without_names(self, scrub: Callable[[str], str]) -> Report:
        """The same with every text scrubbed."""
        findings = (
            replace(one, reason=scrub(one.reason), remedy=scrub(one.remedy), command=scrub(one.command))
            for one in self.findings
        )
        return replace(self, findings=tuple(findings))

    def as_text(self) -> str:
        """To read and to paste into a report of a fault."""
        lines = [f"qwentts-desktop {self.version}, checked in {self.took_s:.1f} s", ""]
        for finding in self.findings:
            lines += _lines(finding)
        return "\n".join([*lines, "", self.summary])

    @property
    def summary(self) -> str:
        """One line: how many problems and warnings."""
        counts = {state: sum(one.state is state for one in self.findings) for state in FindingState}
        if not counts[FindingState.PROBLEM] and not counts[FindingState.WARNING]:
            return f"No problem found; {counts[FindingState.NOT_CHECKED]} not checked."
        return (
            f"{counts[FindingState.PROBLEM]} problems, {counts[FindingState.WARNING]} warnings, "
            f"{counts[FindingState.NOT_CHECKED]} not checked."
        )

    def as_json(self) -> str:
        """For programs; `report_of_json` reads it."""
        return json.dumps(
            {**asdict(self), "has_problem": self.has_problem, "summary": self.summary}, ensure_ascii=False
        )


def report_of_json(text: str) -> Report:
    """Read what `as_json` wrote.

    Raises:
        QwenTTSError: it is something else.
    """
    try:
        data = json.loads(text)
        return Report(data["version"], data["took_s"], _findings(data["findings"]))
    except (ValueError, KeyError, TypeError) as error:
        raise QwenTTSError("The doctor's report cannot be read. Run it again.", detail=repr(error)) from error


def _findings(data: Sequence[dict[str, Any]]) -> tuple[Finding, ...]:
    return tuple(Finding(**{**one, "state": FindingState(one["state"])}) for one in data)


def _lines(finding: Finding) -> list[str]:
    lines = [f"[{_WORDS[finding.state]:^11}] {finding.title}: {finding.reason}"]
    if finding.remedy:
        lines.append(f"{'':14}-> {finding.remedy}")
    lines += [f"{'':17}{line}" for line in finding.command.splitlines()]
    return lines
