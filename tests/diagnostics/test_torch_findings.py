"""What users see when torch, CUDA or a kernel does not work; by the words of real libraries."""

from __future__ import annotations

import json

import pytest

from qwentts_desktop.diagnostics.child import ChildOutcome
from qwentts_desktop.diagnostics.finding import FindingState
from qwentts_desktop.diagnostics.torch_build import Card, Machine
from qwentts_desktop.diagnostics.torch_findings import TITLES, holds_code_for, read_probe, torch_findings

RTX_4070 = Machine((12, 8), (Card("NVIDIA GeForce RTX 4070", (8, 9)),))
RTX_5090 = Machine((12, 8), (Card("NVIDIA GeForce RTX 5090", (12, 0)),))
OLD_DRIVER = Machine((12, 4), (Card("NVIDIA GeForce RTX 4070", (8, 9)),))
NO_CARD = Machine()
CU128 = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120", "compute_120"]
CU126 = ["sm_50", "sm_60", "sm_70", "sm_75", "sm_80", "sm_86", "sm_90"]
TORCH_FACTS = {"version": "2.13.0+cu128", "cuda": "12.8", "architectures": CU128}
CARD_FACTS = {"name": "NVIDIA GeForce RTX 4070", "capability": [8, 9], "free_mib": 9_000, "total_mib": 12_282}
GOOD = {
    "torch": TORCH_FACTS,
    "cuda": {"cards": [CARD_FACTS]},
    "kernel": {},
    "graph": {},
    "bf16": {"is_native": True},
    "flash-attn": {"version": ""},
    "nvrtc": {"version": "12.8"},
}


def told(steps, exit_code: int | None = 0, begun: str = "", complaint: str = "") -> ChildOutcome:
    """What the probe's process prints for these facts; a text stands for an error."""
    lines = []
    for step, facts in steps.items():
        lines.append({"begin": step})
        lines.append({"end": step, **({"error": facts} if isinstance(facts, str) else {"facts": facts})})
    if begun:
        lines.append({"begin": begun})
    return ChildOutcome(tuple(json.dumps(line) for line in lines), complaint, exit_code)


def found(outcome: ChildOutcome, machine: Machine = RTX_4070):
    findings = torch_findings(read_probe(outcome), machine, "/opt/qwen/python")
    assert [finding.check for finding in findings] == list(TITLES)
    return {finding.check: finding for finding in findings}


def states(findings) -> set[FindingState]:
    return {finding.state for finding in findings}


def test_a_good_machine_is_fine_and_flash_attention_is_information_only() -> None:
    findings = found(told(GOOD))
    assert findings.pop("flash-attn").state is FindingState.NOT_CHECKED
    assert states(findings.values()) == {FindingState.OK}
    assert "cuda:0 NVIDIA GeForce RTX 4070, 8.8 of 12.0 GB free" in findings["cuda"].reason


def test_torch_that_is_missing_is_installed_for_the_driver_that_is_there() -> None:
    missing = {"torch": "ModuleNotFoundError: No module named 'torch'"}
    finding = found(told(missing), OLD_DRIVER)["torch"]
    assert finding.state is FindingState.PROBLEM
    assert finding.reason == "torch is not installed."
    assert '"torch==2.6.0" --index-url' in finding.command
    assert finding.command.endswith("/cu124")
    assert found(told(missing), RTX_5090)["torch"].command.endswith("/cu128")


def test_without_torch_nothing_else_is_claimed() -> None:
    findings = found(told({"torch": "ModuleNotFoundError: No module named 'torch'"}))
    del findings["torch"]
    assert states(findings.values()) == {FindingState.NOT_CHECKED}


def test_a_missing_part_of_windows_is_named() -> None:
    words = (
        "OSError: [WinError 126] The specified module could not be found. "
        'Error loading "C:\\x\\torch\\lib\\fbgemm.dll" or one of its dependencies.'
    )
    finding = found(told({"torch": words}))["torch"]
    assert "Visual C++" in finding.remedy
    assert finding.command.startswith("winget")


def test_the_cpu_build_beside_a_card_is_a_problem_and_without_one_is_none() -> None:
    cpu = {
        "torch": {"version": "2.13.0+cpu", "cuda": "", "architectures": []},
        "cuda": {"cards": []},
        "flash-attn": {"version": ""},
    }
    beside_card = found(told(cpu))
    assert beside_card["torch"].state is FindingState.PROBLEM
    assert "without CUDA, although a card is there" in beside_card["torch"].reason
    assert beside_card["torch"].command.endswith("/cu128")
    alone = found(told(cpu), NO_CARD)
    assert alone["torch"].state is FindingState.OK
    assert states(alone[name] for name in ("cuda", "architecture", "kernel", "graph", "bf16", "nvrtc")) == {
        FindingState.NOT_CHECKED
    }


@pytest.mark.parametrize(
    ("words", "reason", "command"),
    [
        (
            "RuntimeError: The NVIDIA driver on your system is too old (found version 12040). Please "
            "update your GPU driver by downloading and installing a new version from the URL: ...",
            "too old for the installed torch",
            "cu124",
        ),
        (
            "RuntimeError: CUDA unknown error - this may be due to an incorrectly set up environment, e.g. "
            "changing env variable CUDA_VISIBLE_DEVICES after program start. Setting the available devices "
            "to be zero.",
            "after the computer slept",
            "sudo rmmod nvidia_uvm && sudo modprobe nvidia_uvm",
        ),
        ("RuntimeError: No CUDA GPUs are available", "told to use no card", "unset CUDA_VISIBLE_DEVICES"),
        (
            "RuntimeError: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions "
            "before calling NumCudaDevices() that might have already set an error? Error 804: forward "
            "compatibility was attempted on non supported HW",
            "older than the CUDA libraries",
            "unset LD_LIBRARY_PATH",
        ),
        (
            "RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 803: system has unsupported "
            "display driver / cuda driver combination",
            "updated while the computer ran",
            "",
        ),
        (
            "RuntimeError: CUDA error: all CUDA-capable devices are busy or unavailable",
            "holds the card for itself",
            "sudo nvidia-smi --compute-mode=DEFAULT",
        ),
        ("RuntimeError: something new", "CUDA does not start: RuntimeError: something new", "cu124"),
    ],
)
def test_cuda_that_does_not_start_says_why_and_what_to_do(words, reason, command) -> None:
    findings = found(told({"torch": TORCH_FACTS, "cuda": words}, exit_code=0), OLD_DRIVER)
    assert findings["cuda"].state is FindingState.PROBLEM
    assert reason in findings["cuda"].reason
    assert command in findings["cuda"].command
    assert findings["kernel"].state is FindingState.NOT_CHECKED


def test_a_card_newer_than_the_build_gets_the_build_that_holds_code_for_it() -> None:
    steps = {
        **GOOD,
        "torch": {"version": "2.6.0+cu126", "cuda": "12.6", "architectures": CU126},
        "cuda": {"cards": [{**CARD_FACTS, "name": "NVIDIA GeForce RTX 5090", "capability": [12, 0]}]},
        "kernel": "RuntimeError: CUDA error: no kernel image is available for execution on the device",
    }
    findings = found(told(steps), RTX_5090)
    assert findings["architecture"].state is FindingState.PROBLEM
    assert "no code for the NVIDIA GeForce RTX 5090 (sm_120)" in findings["architecture"].reason
    assert findings["architecture"].command.splitlines() == [
        "/opt/qwen/python -m pip uninstall -y torch",
        '/opt/qwen/python -m pip install "torch>=2.7,<2.15" --index-url https://download.pytorch.org/whl/cu128',
    ]
    assert "no kernel image" in findings["kernel"].reason


def test_the_step_that_took_the_process_along_is_the_problem_and_later_ones_are_not_checked() -> None:
    begun = {name: GOOD[name] for name in ("torch", "cuda")}
    findings = found(told(begun, exit_code=-11, begun="kernel"))
    assert findings["kernel"].state is FindingState.PROBLEM
    assert "was ended by signal 11" in findings["kernel"].reason
    assert findings["cuda"].state is FindingState.OK
    assert states(findings[name] for name in ("graph", "bf16", "nvrtc", "flash-attn")) == {
        FindingState.NOT_CHECKED
    }


def test_a_step_that_hangs_is_the_problem() -> None:
    finding = found(told({"torch": TORCH_FACTS}, exit_code=None, begun="cuda"))["cuda"]
    assert finding.state is FindingState.PROBLEM
    assert "did not answer in time" in finding.reason


def test_a_process_that_said_nothing_is_a_problem_of_torch() -> None:
    finding = found(ChildOutcome((), "Fatal Python error: Illegal instruction", -4))["torch"]
    assert finding.state is FindingState.PROBLEM
    assert "Illegal instruction" in finding.reason


def test_a_graph_that_cannot_be_recorded_is_a_problem_of_its_own() -> None:
    steps = {**GOOD, "graph": "RuntimeError: CUDA error: operation not permitted when stream is capturing"}
    findings = found(told(steps))
    assert findings["graph"].state is FindingState.PROBLEM
    assert findings["kernel"].state is FindingState.OK


def test_kernels_that_cannot_be_built_and_bfloat16_that_is_not_native_only_cost_speed() -> None:
    steps = {
        **GOOD,
        "bf16": {"is_native": False},
        "nvrtc": "EngineUnavailableError: The fast kernel needs NVRTC, which this torch lacks",
    }
    findings = found(told(steps))
    assert findings["bf16"].state is findings["nvrtc"].state is FindingState.WARNING


@pytest.mark.parametrize(
    ("capability", "architectures", "runs"),
    [
        ((8, 9), ["sm_86"], True),
        ((8, 9), ["sm_80"], True),
        ((8, 0), ["sm_86"], False),
        ((9, 0), ["sm_86"], False),
        ((9, 0), ["compute_80"], True),
        ((12, 0), ["sm_90", "compute_90"], True),
        ((12, 0), ["sm_90a", "compute_90a"], False),
        ((9, 0), ["sm_90a"], True),
        ((12, 1), ["sm_120"], True),
        ((7, 5), [], False),
    ],
)
def test_which_cards_a_build_holds_code_for(capability, architectures, runs) -> None:
    assert holds_code_for(capability, architectures) is runs
