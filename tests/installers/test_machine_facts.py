"""What nvidia-smi says, in the words of real drivers."""

from __future__ import annotations

from machine_facts import read_machine
from torch_build import Card, Machine

BANNER = """\
| NVIDIA-SMI 550.90.07              Driver Version: 550.90.07      CUDA Version: 12.4     |
"""


def asked(answers: dict[str, str]):
    def run(command: list[str]) -> str:
        return answers.get(" ".join(command[1:]), "")

    return run


def test_cards_and_the_cuda_version_of_the_driver_are_read() -> None:
    machine = read_machine(
        asked(
            {
                "": BANNER,
                "--query-gpu=name,compute_cap --format=csv,noheader": (
                    "NVIDIA GeForce RTX 4070, 8.9\nNVIDIA GeForce GTX 1060, 3GB, 6.1\n"
                ),
            }
        )
    )
    assert machine == Machine(
        (12, 4), (Card("NVIDIA GeForce RTX 4070", (8, 9)), Card("NVIDIA GeForce GTX 1060, 3GB", (6, 1)))
    )


def test_an_old_driver_that_does_not_know_compute_capabilities_still_names_its_cards() -> None:
    machine = read_machine(
        asked(
            {
                "": BANNER.replace("12.4", "11.4"),
                "--query-gpu=name --format=csv,noheader": "NVIDIA GeForce RTX 3060\n",
            }
        )
    )
    assert machine == Machine((11, 4), (Card("NVIDIA GeForce RTX 3060", None),))


def test_no_program_no_driver() -> None:
    assert read_machine(asked({})) == Machine()


def test_a_driver_that_failed_to_start_is_no_driver() -> None:
    banner = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n"
    assert read_machine(asked({"": banner})) == Machine()
