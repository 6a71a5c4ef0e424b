"""The whole doctor on this machine: a report that claims nothing that did not run, and names nobody."""

from __future__ import annotations

import json

from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.diagnostics.finding import FindingState
from qwentts_desktop.diagnostics.report import report_of_json

CHECKS = {
    *("system", "driver", "card", "memory", "torch", "cuda", "architecture", "kernel", "graph", "bf16"),
    *("nvrtc", "flash-attn", "sleep", "model", "disk", "sound", "hotkeys", "selection", "tray", "portal"),
}


def test_everything_is_looked_at_in_time_and_the_report_names_nobody(run, isolated_home, monkeypatch) -> None:
    monkeypatch.setenv("USER", "alicemiller")
    monkeypatch.setenv("LOGNAME", "alicemiller")
    outcome = run("doctor", "--json")
    report = report_of_json(outcome.out)
    assert {finding.check for finding in report.findings} == CHECKS
    assert report.took_s < 10.0
    assert str(isolated_home) not in outcome.out
    assert "alicemiller" not in outcome.out
    assert outcome.exit_code == (ExitCode.FAILED if report.has_problem else ExitCode.OK)
    card_steps = [report.of(name).state for name in ("kernel", "graph", "bf16", "nvrtc")]
    if report.of("cuda").state is not FindingState.OK:
        assert set(card_steps) == {FindingState.NOT_CHECKED}
    assert json.loads(outcome.out)["summary"] == report.summary
