"""Which engine shall speak, and why, from plain facts. It imports no engine and looks at nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from qwentts_desktop.speech.voice import SystemVoice, Voice


@dataclass(frozen=True)
class NeuralFacts:
    """What is known about the neural engine without importing torch.

    Attributes:
        model: the folder of a complete model that fits the voice, or None.
        missing_packages: what Python packages it lacks.
        has_driver: an NVIDIA driver is installed.
        is_on_cpu: the user wants it on the processor, where no driver is needed.
    """

    model: Path | None
    missing_packages: tuple[str, ...] = ()
    has_driver: bool = True
    is_on_cpu: bool = False


@dataclass(frozen=True)
class EngineChoice:
    """Neural or the system's voice, and one sentence why not the neural one; empty where nothing is amiss."""

    is_neural: bool
    reason: str = ""


def choose_engine(preference: str, voice: Voice, facts: NeuralFacts) -> EngineChoice:
    """The best engine that can run for this voice. `preference` is the setting: auto, neural or system."""
    if preference == "system":
        return EngineChoice(False, "The system voice is chosen in the settings.")
    if isinstance(voice, SystemVoice):
        return EngineChoice(False, "A voice of the operating system is chosen.")
    obstacle = _obstacle(facts)
    if obstacle:
        return EngineChoice(False, f"The system voice speaks, because {obstacle}")
    return EngineChoice(True)


def _obstacle(facts: NeuralFacts) -> str:
    """What keeps the neural engine from running, with its remedy; empty for nothing."""
    if facts.model is None:
        return "no model for this voice is there yet. Download one in the settings."
    if facts.missing_packages:
        names = ", ".join(facts.missing_packages)
        return f"the neural engine is not installed ({names} missing). Run the installer again."
    if not facts.has_driver and not facts.is_on_cpu:
        return "no NVIDIA driver was found. Install the driver of your card."
    return ""
