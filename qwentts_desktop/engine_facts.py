"""What the neural engine would need and whether it is there, without importing torch or starting CUDA."""

from __future__ import annotations

import functools
import importlib.util
import os
import sys
from pathlib import Path

from qwentts_desktop.checkpoints.catalogue import ModelKind
from qwentts_desktop.checkpoints.store import ModelStore
from qwentts_desktop.service.engine_choice import NeuralFacts
from qwentts_desktop.settings.schema import EngineSettings
from qwentts_desktop.speech.voice import ClonedVoice, DesignedVoice, PresetVoice, Voice

_PACKAGES = ("torch", "transformers", "qwen_tts", "safetensors")
_KIND_OF_VOICE: dict[type, ModelKind] = {
    ClonedVoice: ModelKind.BASE,
    PresetVoice: ModelKind.CUSTOM_VOICE,
    DesignedVoice: ModelKind.VOICE_DESIGN,
}


def neural_facts(settings: EngineSettings, voice: Voice, store: ModelStore) -> NeuralFacts:
    """What is known about the neural engine for this voice; takes well under 10 ms."""
    found = store.find_for(_KIND_OF_VOICE.get(type(voice), ModelKind.BASE), settings.model_size)
    return NeuralFacts(
        model=found.folder if found else None,
        model_problem="" if found else store.user_model_fault(),
        missing_packages=_missing_packages(),
        has_driver=_has_driver(),
        is_on_cpu=settings.device == "cpu",
    )


@functools.cache
def _missing_packages() -> tuple[str, ...]:
    """Looked up once: what is installed does not change under a running program."""
    return tuple(name for name in _PACKAGES if importlib.util.find_spec(name) is None)


def _has_driver() -> bool:
    """An NVIDIA driver's own files are there; whether the card works only a real kernel can tell."""
    if sys.platform == "win32":
        system = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32"
        return (system / "nvcuda.dll").is_file()
    known = ("/proc/driver/nvidia/version", "/dev/nvidiactl", "/usr/lib/wsl/lib/libcuda.so.1")
    return any(Path(path).exists() for path in known)
