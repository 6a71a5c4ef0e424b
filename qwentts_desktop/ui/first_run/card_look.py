"""What the assistant knows of the card: the driver's word and the doctor's. No Qt; blocks while it looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qwentts_desktop.diagnostics.finding import Finding, FindingState
from qwentts_desktop.diagnostics.nvidia_driver import DriverAnswer
from qwentts_desktop.diagnostics.report import Report

CHECKS = ("driver", "card", "memory", "torch", "cuda", "architecture", "kernel", "graph", "bf16")
"""What stands between a computer and the neural voice, in the order in which it fails."""

MIB = 1_048_576


@dataclass(frozen=True)
class CardLook:
    """What was seen.

    Attributes:
        name: of the card with the most memory; "" for none.
        memory_bytes: of that card; None where the driver does not say.
        obstacle: the first finding that keeps the neural voice from speaking; None for none.
        is_sure: a kernel ran on the card, so it truly works.
    """

    name: str = ""
    memory_bytes: int | None = None
    obstacle: Finding | None = None
    is_sure: bool = False


def look_at_card(ask_driver: Callable[[], DriverAnswer], run_doctor: Callable[[], Report]) -> CardLook:
    """Ask the driver, then the doctor; takes some seconds."""
    answer = ask_driver()
    sizes = [(memory.total_mib or 0, number) for number, memory in enumerate(answer.memory)]
    largest, number = max(sizes, default=(0, 0))
    name = answer.machine.cards[number].name if answer.machine.cards else ""
    findings = {finding.check: finding for finding in run_doctor().findings}
    obstacles = [
        findings[check]
        for check in CHECKS
        if check in findings and findings[check].state is FindingState.PROBLEM
    ]
    kernel = findings.get("kernel")
    return CardLook(
        name,
        largest * MIB or None,
        obstacles[0] if obstacles else None,
        is_sure=kernel is not None and kernel.state is FindingState.OK,
    )
