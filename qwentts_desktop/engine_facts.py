"""What the neural engine would need and whether it is there, without importing torch or starting CUDA."""

from __future__ import annotations

import functools
import importlib.util
import os
import sys
from pathlib import Path

from qwentts_desktop.paths import AppPaths
from qwentts_desktop.service.engine_choice import NeuralFacts
from qwentts_desktop.settings.schema import EngineSettings
from qwentts_desktop.speech.voice import ClonedVoice, DesignedVoice, PresetVoice, Voice

_PACKAGES = ("torch", "transformers", "qwen_tts", "safetensors")
_MODEL_FILES = ("config.json", "model.safetensors", "speech_tokenizer/config.json")
_KIND_OF_VOICE: dict[type, str] = {
    ClonedVoice: "Base",
    PresetVoice: "CustomVoice",
    DesignedVoice: "VoiceDesign",
}


def neural_facts(settings: EngineSettings, voice: Voice, paths: AppPaths) -> NeuralFacts:
    """What is known about the neural engine for this voice; takes well under 10 ms."""
    return NeuralFacts(
        model=_model_for(settings, voice, paths),
        missing_packages=_missing_packages(),
        has_driver=_has_driver(),
        is_on_cpu=settings.device == "cpu",
    )


@functools.cache
def _missing_packages() -> tuple[str, ...]:
    """Looked up once: what is installed does not change under a running program."""
    return tuple(name for name in _PACKAGES if importlib.util.find_spec(name) is None)


def _model_for(settings: EngineSettings, voice: Voice, paths: AppPaths) -> Path | None:
    """The user's own model folder, or the downloaded model of the size and kind that the voice needs."""
    if settings.model_folder:
        return _whole(Path(settings.model_folder).expanduser())
    kind = _KIND_OF_VOICE.get(type(voice), "Base")
    sizes = (settings.model_size, "1.7B") if kind == "VoiceDesign" else (settings.model_size,)
    candidates = (_whole(paths.models / f"Qwen3-TTS-12Hz-{size}-{kind}") for size in sizes)
    return next((folder for folder in candidates if folder is not None), None)


def _whole(folder: Path) -> Path | None:
    """The folder if it holds what a model consists of."""
    return folder if all((folder / name).is_file() for name in _MODEL_FILES) else None


def _has_driver() -> bool:
    """An NVIDIA driver's own files are there; whether the card works only a real kernel can tell."""
    if sys.platform == "win32":
        system = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32"
        return (system / "nvcuda.dll").is_file()
    known = ("/proc/driver/nvidia/version", "/dev/nvidiactl", "/usr/lib/wsl/lib/libcuda.so.1")
    return any(Path(path).exists() for path in known)
