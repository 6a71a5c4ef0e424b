"""What users see when the driver is missing, broken, old or short of memory; by the words of real drivers."""

from __future__ import annotations

import pytest

from qwentts_desktop.diagnostics.driver_findings import Needs, distribution_of, driver_findings
from qwentts_desktop.diagnostics.finding import FindingState
from qwentts_desktop.diagnostics.nvidia_driver import CardMemory, DriverAnswer
from qwentts_desktop.diagnostics.torch_build import Card, Machine

RTX_4070 = Card("NVIDIA GeForce RTX 4070", (8, 9))
NEEDS = Needs("Qwen3-TTS 0.6B", 4_000)


def found(answer: DriverAnswer, distribution: str = ""):
    return {finding.check: finding for finding in driver_findings(answer, NEEDS, distribution)}


def good(**changes) -> DriverAnswer:
    facts = {
        "machine": Machine((12, 8), (RTX_4070,)),
        "version": "570.86",
        "memory": (CardMemory(12_282, 9_000),),
    }
    return DriverAnswer(**{**facts, **changes})


def test_a_good_card_is_fine_in_all_three() -> None:
    findings = found(good())
    assert {finding.state for finding in findings.values()} == {FindingState.OK}
    assert "570.86" in findings["driver"].reason
    assert "RTX 4070 (compute capability 8.9)" in findings["card"].reason
    assert "8.8 GB of 12.0 GB are free" in findings["memory"].reason


@pytest.mark.parametrize(
    ("distribution", "command"),
    [
        ("ubuntu", "sudo ubuntu-drivers install"),
        ("debian", "sudo apt install nvidia-driver"),
        ("", ""),
    ],
)
def test_without_a_driver_the_command_of_the_distribution_is_given(distribution, command) -> None:
    findings = found(DriverAnswer(is_missing=True), distribution)
    assert findings["driver"].state is FindingState.PROBLEM
    assert "nvidia-smi was not found" in findings["driver"].reason
    assert findings["driver"].command == command


def test_a_distribution_like_a_known_one_takes_its_command() -> None:
    assert distribution_of({"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}) == "ubuntu"
    assert distribution_of({"ID": "gentoo"}) == ""


def test_what_was_not_asked_is_never_called_fine() -> None:
    findings = found(DriverAnswer(is_missing=True))
    assert findings["card"].state is findings["memory"].state is FindingState.NOT_CHECKED


@pytest.mark.parametrize(
    ("words", "reason", "remedy"),
    [
        (
            "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 550.107",
            "updated while the computer ran",
            "Restart",
        ),
        (
            "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure "
            "that the latest NVIDIA driver is installed and running.",
            "not running",
            "kernel",
        ),
        ("Failed to initialize NVML: Driver Not Loaded", "not running", "Secure Boot"),
        ("No devices were found", "finds no card", "firmware"),
        ("Failed to initialize NVML: Insufficient Permissions", "may not use the card", "groups"),
        (
            "Failed to initialize NVML: GPU access blocked by the operating system",
            "keeps programs from the card",
            "WSL",
        ),
        (
            "Unable to determine the device handle for GPU0000:01:00.0: GPU is lost.  Reboot the system to "
            "recover this GPU",
            "stopped answering",
            "Restart",
        ),
        ("Failed to initialize NVML: Unknown Error", "Failed to initialize NVML: Unknown Error", "Restart"),
        ("nvidia-smi did not answer within 8 s", "did not answer within 8 s", "Restart"),
    ],
)
def test_a_broken_driver_s_own_words_become_reason_and_remedy(words, reason, remedy) -> None:
    finding = found(DriverAnswer(complaint=words))["driver"]
    assert finding.state is FindingState.PROBLEM
    assert reason in finding.reason
    assert remedy in finding.remedy


def test_a_driver_that_is_too_old_names_the_one_to_install() -> None:
    finding = found(good(machine=Machine((12, 2), (RTX_4070,)), version="535.183"))["driver"]
    assert finding.state is FindingState.PROBLEM
    assert "CUDA up to 12.2" in finding.reason
    assert "550 or newer" in finding.remedy


def test_a_card_before_the_rtx_series_is_a_problem_of_the_card() -> None:
    findings = found(good(machine=Machine((12, 8), (Card("NVIDIA GeForce GTX 1080", (6, 1)),))))
    assert findings["driver"].state is FindingState.OK
    assert findings["card"].state is FindingState.PROBLEM
    assert "too old" in findings["card"].remedy


def test_memory_that_other_programs_hold_is_told_apart_from_a_card_that_is_too_small() -> None:
    held = found(good(memory=(CardMemory(12_282, 1_500),)))["memory"]
    small = found(good(memory=(CardMemory(2_048, 1_900),)))["memory"]
    assert held.state is small.state is FindingState.WARNING
    assert "Close programs" in held.remedy
    assert "this card cannot hold more" in small.remedy


def test_memory_of_which_the_driver_does_not_tell_is_not_checked() -> None:
    assert found(good(memory=(CardMemory(None, None),)))["memory"].state is FindingState.NOT_CHECKED
