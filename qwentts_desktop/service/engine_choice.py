"""Which engine shall speak, and why, from plain facts. It imports no engine and looks at nothing itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from qwentts_desktop.speech.voice import SystemVoice, Voice


@dataclass(frozen=True)
class NeuralFacts:
    """What is known about the neural engine without importing torch.

    Attributes:
        model: the folder of a complete model that fits the voice, or None.
        model_problem: why the model folder that the user named is not it, as a sentence; empty for nothing.
        missing_packages: what Python packages it lacks.
        has_driver: an NVIDIA driver is installed.
        is_on_cpu: the user wants it on the processor, where no driver is needed.
    """

    model: Path | None
    missing_packages: tuple[str, ...] = ()
    has_driver: bool = True
    is_on_cpu: bool = False
    model_problem: str = ""


@dataclass(frozen=True)
class EngineChoice:
    """What speaks.

    Attributes:
        model: the neural engine with this model folder; None for the system's voice.
        reason: one sentence why not the neural engine; empty where nothing is amiss.
    """

    model: Path | None
    reason: str = ""


def choose_engine(preference: str, voice: Voice, look: Callable[[], NeuralFacts]) -> EngineChoice:
    """The best engine that can run for this voice.

    Args:
        preference: the setting: auto, neural or system.
        voice: who shall speak.
        look: finds the facts; called only where they count.
    """
    if preference == "system":
        return EngineChoice(None, "The system voice is chosen in the settings.")
    if isinstance(voice, SystemVoice) and voice.name:
        return EngineChoice(None)
    facts = look()
    obstacle = _obstacle(facts)
    if isinstance(voice, SystemVoice) and not obstacle:
        obstacle = "no other is chosen. Choose a voice, and the model speaks."
    if obstacle:
        return EngineChoice(None, f"The system voice speaks, because {obstacle}")
    return EngineChoice(facts.model)


def _obstacle(facts: NeuralFacts) -> str:
    """What keeps the neural engine from running, with its remedy; empty for nothing."""
    problem = facts.model_problem
    if facts.model is None and problem:
        return f"{problem[0].lower()}{problem[1:]} Choose another in the settings."
    if not facts.has_driver and not facts.is_on_cpu:
        return "no NVIDIA driver was found. With an NVIDIA card, install its driver."
    if facts.model is None:
        return "no model for this voice is there yet. Download one in the settings."
    if facts.missing_packages:
        names = ", ".join(facts.missing_packages)
        return f"the neural engine is not installed ({names} missing). Run the installer again."
    return ""
