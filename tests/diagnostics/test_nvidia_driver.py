"""What nvidia-smi says, in the words of real drivers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from qwentts_desktop.diagnostics.nvidia_driver import Answer, CardMemory, ask, ask_driver
from qwentts_desktop.diagnostics.torch_build import Card, Machine

PROJECT = Path(__file__).resolve().parents[2]
BANNER = """\
| NVIDIA-SMI 550.90.07              Driver Version: 550.90.07      CUDA Version: 12.4     |
"""
ALL_FIELDS = "name,compute_cap,memory.total,memory.free,driver_version"
OLD_FIELDS = "name,memory.total,memory.free,driver_version"


def asked(answers: dict[str, str]):
    """An nvidia-smi that knows these questions, "" being the banner, and refuses others."""

    def run(command):
        question = "" if len(command) == 1 else command[1].removeprefix("--query-gpu=")
        if question in answers:
            return Answer(answers[question], 0)
        return Answer('Field "compute_cap" is not a valid field to query.\n', 2)

    return run


def failing(text: str, exit_code: int = 9):
    return lambda _command: Answer(text, exit_code)


def test_cards_memory_and_the_cuda_version_of_the_driver_are_read() -> None:
    cards = (
        "NVIDIA GeForce RTX 4070, 8.9, 12282, 10731, 550.90.07\n"
        "NVIDIA GeForce GTX 1060, 3GB, 6.1, 3072, [N/A], 550.90.07\n"
    )
    answer = ask_driver(asked({"": BANNER, ALL_FIELDS: cards}))
    assert answer.machine == Machine(
        (12, 4), (Card("NVIDIA GeForce RTX 4070", (8, 9)), Card("NVIDIA GeForce GTX 1060, 3GB", (6, 1)))
    )
    assert answer.version == "550.90.07"
    assert answer.memory == (CardMemory(12282, 10731), CardMemory(3072, None))
    assert not answer.complaint


def test_an_old_driver_that_does_not_know_compute_capabilities_still_names_its_cards() -> None:
    answer = ask_driver(
        asked(
            {
                "": BANNER.replace("12.4", "11.4"),
                OLD_FIELDS: "NVIDIA GeForce RTX 3060, 12053, 11000, 470.256.02\n",
            }
        )
    )
    assert answer.machine == Machine((11, 4), (Card("NVIDIA GeForce RTX 3060", None),))
    assert answer.version == "470.256.02"


def test_a_newer_driver_s_banner_is_understood() -> None:
    banner = "| NVIDIA-SMI 595.10    Driver Version: 595.10    CUDA UMD Version: 13.2 |\n"
    assert ask_driver(asked({"": banner})).machine.driver_cuda == (13, 2)


def test_no_program_no_driver() -> None:
    answer = ask_driver(lambda _command: Answer(is_missing=True))
    assert answer.is_missing
    assert answer.machine == Machine()


def test_a_driver_that_failed_to_start_is_no_driver_and_its_words_are_kept() -> None:
    words = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n"
    answer = ask_driver(failing(words))
    assert answer.machine == Machine()
    assert answer.complaint == words.strip()


def test_a_program_that_is_not_there_is_missing() -> None:
    assert ask(["/nowhere/nvidia-smi"]).is_missing


def test_the_setup_can_read_it_before_anything_is_installed() -> None:
    program = (
        "from qwentts_desktop.diagnostics import nvidia_driver, torch_build; import sys; "
        "print([m for m in ('numpy', 'platformdirs', 'torch') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
