from __future__ import annotations

import sys

import pytest

from qwentts_desktop.diagnostics.computer_findings import disk_finding, sleep_finding, system_finding
from qwentts_desktop.diagnostics.finding import FindingState


def test_the_system_is_told_in_words() -> None:
    assert "Python 3." in system_finding("x11 session").reason


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps it by itself")
@pytest.mark.parametrize(
    ("content", "state"),
    [
        ("ResmanDebugLevel: 4294967295\nPreserveVideoMemoryAllocations: 0\n", FindingState.WARNING),
        ("PreserveVideoMemoryAllocations: 1\n", FindingState.OK),
        ("ResmanDebugLevel: 4294967295\n", FindingState.NOT_CHECKED),
        (None, FindingState.NOT_CHECKED),
    ],
)
def test_memory_that_is_lost_over_suspend_has_a_remedy(tmp_path, content, state) -> None:
    parameters = tmp_path / "params"
    if content is not None:
        parameters.write_text(content)
    finding = sleep_finding(parameters)
    assert finding.state is state
    assert ("NVreg_PreserveVideoMemoryAllocations=1" in finding.command) is (state is FindingState.WARNING)


@pytest.mark.parametrize(
    ("free", "state"),
    [(50e9, FindingState.OK), (2e9, FindingState.PROBLEM), (0, FindingState.PROBLEM)],
)
def test_disk_is_measured_where_models_go_even_before_the_folder_is_there(tmp_path, free, state) -> None:
    asked = []

    def free_bytes(path):
        asked.append(path)
        return free

    finding = disk_finding(tmp_path / "not" / "yet", 2_600_000_000, free_bytes)
    assert finding.state is state
    assert asked == [tmp_path]


def test_little_disk_is_a_warning_where_no_model_is_to_come(tmp_path) -> None:
    assert disk_finding(tmp_path, 0, lambda _path: 5e8).state is FindingState.WARNING
