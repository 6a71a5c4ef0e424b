"""Owns the frame kernel's machine code: joined source, compiled once for a model and a card, kept on disk."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from qwentts_desktop.engines.qwen.kernels.nvrtc import Nvrtc
from qwentts_desktop.engines.qwen.kernels.sizes import FrameSizes

if TYPE_CHECKING:
    from importlib.abc import Traversable


def source_parts() -> list[Traversable]:
    """The files of the source, in the order in which they are joined."""
    folder = resources.files(__package__) / "source"
    return sorted((part for part in folder.iterdir() if ".cu" in part.name), key=lambda part: part.name)


def frame_source() -> str:
    """The whole source."""
    return "\n".join(part.read_text("utf-8") for part in source_parts())


def frame_code(
    sizes: FrameSizes, device: torch.device, cache: Path | None, extra: Iterable[tuple[str, str]] = ()
) -> bytes:
    """Machine code of the frame kernel.

    Args:
        sizes: what it is compiled for.
        device: the card.
        cache: folder that keeps it for the next start; None compiles anew. One file a kernel, named by a hash
            of everything that went into it, so that nothing stale is ever read.
        extra: more macros, or other values of the same, for measurements.

    Raises:
        EngineUnavailableError: it cannot be compiled for these sizes.
    """
    compiler = Nvrtc()
    major, minor = torch.cuda.get_device_capability(device)
    options = [f"--gpu-architecture=sm_{major}{minor}", "--std=c++17"]
    options += [f"-D{name}={value}" for name, value in (dict(sizes.macros()) | dict(extra)).items()]
    source = frame_source()
    if cache is None:
        return compiler.compile(source, options)
    key = hashlib.sha256("\0".join((source, compiler.version, *options)).encode()).hexdigest()[:32]
    path = cache / f"frame-{key}.cubin"
    with contextlib.suppress(OSError):
        return path.read_bytes()
    code = compiler.compile(source, options)
    with contextlib.suppress(OSError):  # a folder that cannot be written costs seconds, not speech
        cache.mkdir(parents=True, exist_ok=True)
        scratch = path.with_suffix(f".{os.getpid()}")
        scratch.write_bytes(code)
        scratch.replace(path)
    return code
