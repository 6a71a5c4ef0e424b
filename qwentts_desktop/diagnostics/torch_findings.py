"""Judges what the card's probe found: torch, CUDA, kernels, graphs. It tries nothing itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from qwentts_desktop.diagnostics.card_probe import BF16, CUDA, FLASH, GRAPH, KERNEL, TORCH
from qwentts_desktop.diagnostics.child import ChildOutcome
from qwentts_desktop.diagnostics.finding import Finding, fine, not_checked, problem, warning
from qwentts_desktop.diagnostics.known_faults import fault_in, first_line
from qwentts_desktop.diagnostics.torch_build import Machine, choose_torch_build

ARCHITECTURE, NVRTC = "architecture", "nvrtc"
TITLES: Mapping[str, str] = MappingProxyType(
    {
        TORCH: "torch",
        CUDA: "CUDA",
        ARCHITECTURE: "Code for this card",
        KERNEL: "A kernel on the card",
        GRAPH: "A CUDA graph",
        BF16: "bfloat16",
        NVRTC: "Fused kernels",
        FLASH: "flash-attn",
    }
)
_NO_CARD = "torch has no card to try it on."


@dataclass(frozen=True)
class Probe:
    """What the probe told.

    Attributes:
        facts: of each step that ended well.
        errors: of each step that failed.
        died_at: the step during which the process ended or hung, "" for none.
        end: how the process ended, in words.
    """

    facts: Mapping[str, Mapping[str, Any]]
    errors: Mapping[str, str]
    died_at: str = ""
    end: str = ""


def read_probe(outcome: ChildOutcome) -> Probe:
    """Sort the lines of the probe's process."""
    facts, errors, begun = {}, {}, ""
    for line in outcome.objects():
        begun = line.get("begin", begun)
        ended = line.get("end")
        if ended is not None:
            begun = ""
            if "error" in line:
                errors[ended] = line["error"]
            else:
                facts[ended] = line.get("facts", {})
    if not facts and not errors and not begun and outcome.exit_code != 0:
        begun = TORCH
    return Probe(facts, errors, begun, f"{outcome.end_in_words}. {first_line(outcome.complaint)}".strip())


def torch_findings(probe: Probe, machine: Machine, python: str) -> tuple[Finding, ...]:
    """One finding for each title, in order.

    Args:
        probe: what was tried.
        machine: what the driver says, which decides the torch that would fit.
        python: the interpreter, for commands.
    """
    return (
        _torch(probe, machine, python),
        _cuda(probe, machine, python),
        _architecture(probe, machine, python),
        _step(probe, KERNEL, "A product and a sum came out right."),
        _step(probe, GRAPH, "Recorded and replayed; the result is right."),
        _bf16(probe),
        _nvrtc(probe),
        _flash(probe),
    )


def wheel_command(machine: Machine, python: str) -> str:
    """The commands that install the torch that fits this driver and card."""
    build = choose_torch_build(machine)
    quoted = f'"{python}"' if " " in python else python
    return (
        f"{quoted} -m pip uninstall -y torch\n"
        f'{quoted} -m pip install "{build.requirement}" --index-url {build.index_url}'
    )


def _fits_card(machine: Machine) -> bool:
    """There is a card that some torch build can use."""
    return choose_torch_build(machine).tag != "cpu"


def _torch(probe: Probe, machine: Machine, python: str) -> Finding:
    broken = _broken(probe, TORCH)
    if broken is not None:
        return broken
    if TORCH in probe.errors:
        error = probe.errors[TORCH]
        fault = fault_in(error)
        if fault is not None:
            return problem(TORCH, TITLES[TORCH], fault.reason, fault.remedy, fault.command)
        reason = (
            "torch is not installed."
            if error.startswith("ModuleNotFoundError") and "'torch'" in error
            else f"torch cannot be imported: {first_line(error)}"
        )
        return problem(TORCH, TITLES[TORCH], reason, "Install it again.", wheel_command(machine, python))
    facts = probe.facts.get(TORCH, {})
    version, cuda = facts.get("version", "?"), facts.get("cuda", "")
    if not cuda and _fits_card(machine):
        reason = f"torch {version} is the build without CUDA, although a card is there."
        return problem(
            TORCH, TITLES[TORCH], reason, "Install the build with CUDA.", wheel_command(machine, python)
        )
    built_for = f"built for CUDA {cuda}" if cuda else "built for the processor only"
    return fine(TORCH, TITLES[TORCH], f"torch {version}, {built_for}.")


def _cuda(probe: Probe, machine: Machine, python: str) -> Finding:
    unfit = _broken(probe, CUDA) or _without_torch(probe, CUDA)
    if unfit is not None:
        return unfit
    if CUDA in probe.errors:
        return _cuda_error(probe.errors[CUDA], machine, python)
    cards = probe.facts[CUDA].get("cards", [])
    if cards:
        words = "; ".join(f"cuda:{index} {_card_words(card)}" for index, card in enumerate(cards))
        return fine(CUDA, TITLES[CUDA], f"torch uses {words}.")
    if not probe.facts[TORCH].get("cuda"):
        return not_checked(CUDA, TITLES[CUDA], "This torch has no CUDA.")
    return problem(
        CUDA, TITLES[CUDA], "torch sees no card.", "Look at the findings on driver and card above."
    )


def _card_words(card: Mapping[str, Any]) -> str:
    return f"{card['name']}, {card['free_mib'] / 1024:.1f} of {card['total_mib'] / 1024:.1f} GB free"


def _cuda_error(error: str, machine: Machine, python: str) -> Finding:
    fault = fault_in(error)
    if fault is None:
        return problem(
            CUDA,
            TITLES[CUDA],
            f"CUDA does not start: {first_line(error)}",
            "Restart the computer; if it stays so, install the driver and torch again.",
            wheel_command(machine, python) if _fits_card(machine) else "",
        )
    if "too old" in fault.reason and _fits_card(machine):
        remedy = "Install a newer driver, or the torch that fits the one that is there."
        return problem(CUDA, TITLES[CUDA], fault.reason, remedy, wheel_command(machine, python))
    return problem(CUDA, TITLES[CUDA], fault.reason, fault.remedy, fault.command)


def _architecture(probe: Probe, machine: Machine, python: str) -> Finding:
    cards = probe.facts.get(CUDA, {}).get("cards", [])
    architectures = probe.facts.get(TORCH, {}).get("architectures", [])
    if not cards:
        return not_checked(ARCHITECTURE, TITLES[ARCHITECTURE], _NO_CARD)
    unfit = [card for card in cards if not holds_code_for(tuple(card["capability"]), architectures)]
    known = ", ".join(architectures)
    if not unfit:
        return fine(ARCHITECTURE, TITLES[ARCHITECTURE], f"torch holds code for it ({known}).")
    card = unfit[0]
    reason = (
        f"torch holds no code for the {card['name']} (sm_{card['capability'][0]}{card['capability'][1]}), "
        f"only for {known}."
    )
    return problem(
        ARCHITECTURE,
        TITLES[ARCHITECTURE],
        reason,
        choose_torch_build(machine).advice or "Install the torch build that does.",
        wheel_command(machine, python) if _fits_card(machine) else "",
    )


def holds_code_for(capability: tuple[int, ...], architectures: list[str]) -> bool:
    """Whether machine code of the same family, or older intermediate code, is among a build's architectures.

    sm_86 runs on 8.6 and 8.9, not on 8.0 or 9.0; compute_90 is translated for 9.0 and everything newer;
    sm_90a runs on 9.0 alone.
    """
    for name in architectures:
        family, _, digits = name.partition("_")
        is_exact = not digits.isdecimal()
        digits = digits.rstrip("af")
        if not digits.isdecimal():
            continue
        version = int(digits[:-1]), int(digits[-1])
        if is_exact and version == capability:
            return True
        if not is_exact and family == "sm" and version[0] == capability[0] and version <= capability:
            return True
        if not is_exact and family == "compute" and version <= capability:
            return True
    return False


def _step(probe: Probe, step: str, good: str) -> Finding:
    """A step that either worked or not."""
    unfit = _broken(probe, step) or _without_card(probe, step)
    if unfit is not None:
        return unfit
    if step not in probe.errors:
        return fine(step, TITLES[step], good)
    error = probe.errors[step]
    fault = fault_in(error)
    if fault is not None:
        return problem(step, TITLES[step], fault.reason, fault.remedy, fault.command)
    if "no kernel image" in error:
        return problem(
            step,
            TITLES[step],
            "torch holds no code for this card (no kernel image is available).",
            "Install the torch build named above.",
        )
    return problem(
        step,
        TITLES[step],
        f"It failed: {first_line(error)}",
        "Restart the computer and run the doctor again; if it stays so, install the newest driver.",
    )


def _bf16(probe: Probe) -> Finding:
    found = _step(probe, BF16, "Products of bfloat16 came out right.")
    facts = probe.facts.get(BF16)
    if facts is not None and not facts.get("is_native"):
        return warning(
            BF16,
            TITLES[BF16],
            "The card has no bfloat16 of its own, so float32 is used: slower, and twice the memory.",
        )
    return found


def _nvrtc(probe: Probe) -> Finding:
    unfit = _broken(probe, NVRTC) or _without_card(probe, NVRTC)
    if unfit is not None:
        return unfit
    if NVRTC in probe.errors:
        reason = (
            f"They cannot be built ({first_line(probe.errors[NVRTC])}); CUDA graphs of torch run instead."
        )
        return warning(NVRTC, TITLES[NVRTC], reason, "Nothing must be done; speech is made more slowly.")
    return fine(
        NVRTC, TITLES[NVRTC], f"Built by NVRTC {probe.facts[NVRTC].get('version', '')} for this card."
    )


def _flash(probe: Probe) -> Finding:
    if FLASH not in probe.facts:
        return _without_torch(probe, FLASH) or not_checked(FLASH, TITLES[FLASH], "The probe ended before it.")
    version = probe.facts[FLASH].get("version", "")
    if version:
        return fine(FLASH, TITLES[FLASH], f"flash-attn {version} is installed.")
    return not_checked(FLASH, TITLES[FLASH], "Not installed, and not needed: torch's own attention is used.")


def _broken(probe: Probe, step: str) -> Finding | None:
    """The step at which the process died."""
    if probe.died_at != step:
        return None
    return problem(
        step,
        TITLES[step],
        f"The trial in a process of its own {probe.end}",
        "Restart the computer; if it comes again, install the newest driver.",
    )


def _without_torch(probe: Probe, step: str) -> Finding | None:
    if TORCH in probe.facts and (step in probe.facts or step in probe.errors or not probe.died_at):
        return None
    reason = "The trial ended before it." if TORCH in probe.facts else "torch cannot be used."
    return not_checked(step, TITLES[step], reason)


def _without_card(probe: Probe, step: str) -> Finding | None:
    if step in probe.facts or step in probe.errors:
        return None
    if probe.died_at:
        return not_checked(step, TITLES[step], "The trial ended before it.")
    return not_checked(step, TITLES[step], _NO_CARD)
