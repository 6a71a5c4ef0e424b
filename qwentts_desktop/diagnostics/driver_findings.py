"""Judges what the NVIDIA driver said: driver, card and memory. It asks nothing itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from qwentts_desktop.diagnostics.finding import Finding, fine, not_checked, problem, warning
from qwentts_desktop.diagnostics.known_faults import fault_in, first_line
from qwentts_desktop.diagnostics.nvidia_driver import CardMemory, DriverAnswer
from qwentts_desktop.diagnostics.torch_build import OLDEST_CARD, OLDEST_CUDA, Card, choose_torch_build

DRIVER, CARD, MEMORY = "driver", "card", "memory"
_TITLES = MappingProxyType({DRIVER: "NVIDIA driver", CARD: "Graphics card", MEMORY: "Free card memory"})
_DRIVER_COMMANDS = MappingProxyType(
    {
        "ubuntu": "sudo ubuntu-drivers install",
        "debian": "sudo apt install nvidia-driver",
        "fedora": "sudo dnf install akmod-nvidia",
        "arch": "sudo pacman -S nvidia-open",
        "opensuse-tumbleweed": "sudo zypper install nvidia-open-driver-G06-signed-kmp-default",
    }
)


@dataclass(frozen=True)
class Needs:
    """What the chosen model needs, in MiB of the card's memory."""

    model: str = "Qwen3-TTS 0.6B"
    memory_mib: int = 4_000


def driver_findings(answer: DriverAnswer, needs: Needs, distribution: str = "") -> tuple[Finding, ...]:
    """Driver, card and memory, in this order.

    Args:
        answer: what nvidia-smi said.
        needs: of the model that shall run.
        distribution: the Linux distribution's id, for the command that installs a driver; "" elsewhere.
    """
    obstacle = _driver_obstacle(answer, _DRIVER_COMMANDS.get(distribution, ""))
    if obstacle is not None:
        reason = "The driver does not answer, so nothing is known of the card."
        return (obstacle, *(not_checked(name, _TITLES[name], reason) for name in (CARD, MEMORY)))
    return _driver(answer), _card(answer), _memory(answer, needs)


def _driver_obstacle(answer: DriverAnswer, command: str) -> Finding | None:
    if answer.is_missing:
        return problem(
            DRIVER,
            _TITLES[DRIVER],
            "There is no NVIDIA driver (nvidia-smi was not found). The system's own voice reads.",
            "If this computer has an NVIDIA card, install its driver from nvidia.com/drivers or your "
            "distribution, and restart the computer.",
            command,
        )
    if not answer.complaint:
        return None
    fault = fault_in(answer.complaint)
    if fault is not None:
        return problem(DRIVER, _TITLES[DRIVER], fault.reason, fault.remedy, fault.command)
    return problem(
        DRIVER,
        _TITLES[DRIVER],
        f"The NVIDIA driver does not answer: {first_line(answer.complaint)}",
        "Restart the computer; if it stays so, install the driver again.",
        command,
    )


def _driver(answer: DriverAnswer) -> Finding:
    cuda = answer.machine.driver_cuda or (0, 0)
    found = f"Driver {answer.version or 'of unknown version'}, for CUDA up to {_dotted(cuda)}."
    if cuda < OLDEST_CUDA:
        return problem(DRIVER, _TITLES[DRIVER], found, choose_torch_build(answer.machine).advice)
    return fine(DRIVER, _TITLES[DRIVER], found)


def _card(answer: DriverAnswer) -> Finding:
    cards = answer.machine.cards
    if not cards:
        return problem(
            CARD,
            _TITLES[CARD],
            "The driver lists no card.",
            "Look whether the card is switched off in the firmware or by a power saving tool, then restart.",
        )
    found = "; ".join(_words_of(card) for card in cards) + "."
    if all(card.compute_capability is not None and card.compute_capability < OLDEST_CARD for card in cards):
        return problem(CARD, _TITLES[CARD], found, choose_torch_build(answer.machine).advice)
    return fine(CARD, _TITLES[CARD], found)


def _memory(answer: DriverAnswer, needs: Needs) -> Finding:
    known = [memory for memory in answer.memory if memory.free_mib is not None]
    if not known:
        return not_checked(MEMORY, _TITLES[MEMORY], "The driver does not tell how much is free.")
    best = max(known, key=lambda memory: memory.free_mib or 0)
    found = f"{_gigabytes(best.free_mib)} of {_gigabytes(best.total_mib)} are free"
    wanted = f"{needs.model} needs about {_gigabytes(needs.memory_mib)}"
    if (best.free_mib or 0) >= needs.memory_mib:
        return fine(MEMORY, _TITLES[MEMORY], f"{found}; {wanted}.")
    return warning(MEMORY, _TITLES[MEMORY], f"{found}, and {wanted}.", _way_out(best, needs))


def _way_out(memory: CardMemory, needs: Needs) -> str:
    if memory.total_mib is not None and memory.total_mib < needs.memory_mib:
        return "Choose the smaller model or the system's voice in the settings: this card cannot hold more."
    return "Close programs that use the card, or choose the smaller model in the settings."


def _words_of(card: Card) -> str:
    if card.compute_capability is None:
        return f"{card.name} (compute capability unknown)"
    return f"{card.name} (compute capability {_dotted(card.compute_capability)})"


def _dotted(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"


def _gigabytes(mib: int | None) -> str:
    return "an unknown amount" if mib is None else f"{mib / 1024:.1f} GB"


def distribution_of(os_release: Mapping[str, str]) -> str:
    """The id of the distribution, or of one that it is like, for which the driver's command is known."""
    ids = [os_release.get("ID", ""), *os_release.get("ID_LIKE", "").split()]
    return next((one for one in ids if one in _DRIVER_COMMANDS), "")
