"""Owns the choice of device and number format. Knows no model."""

from __future__ import annotations

import os

import torch

from qwentts_desktop.errors import EngineUnavailableError

_DTYPES = {"bfloat16": torch.bfloat16, "float32": torch.float32}
_AMPERE = (8, 0)
_ROOM_FOR = ((8, 5 * 10**9), (4, 3 * 10**9))


def choose_device(name: str) -> torch.device:
    """The device of this name; "auto" takes the first NVIDIA card, else the processor.

    Raises:
        EngineUnavailableError: there is no such device here.
    """
    os.environ.setdefault("CUDA_DEVICE_ORDER", "PCI_BUS_ID")  # cuda:1 stays cuda:1, as nvidia-smi counts
    if name == "auto":
        return torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise EngineUnavailableError(
            f'There is no device "{name}". Use auto, cpu or cuda:0.', detail=str(error)
        ) from error
    if device.type == "cuda":
        count = torch.cuda.device_count() if torch.cuda.is_available() else 0
        if (device.index or 0) >= count:
            raise EngineUnavailableError(
                f"There is no card {name} here, or its driver is not ready; {count} NVIDIA cards can be "
                "used. Choose auto or another device in the settings."
            )
        return torch.device("cuda", device.index or 0)
    return device


def choose_dtype(name: str, device: torch.device) -> torch.dtype:
    """The number format of this name; "auto" takes bfloat16 from Ampere on, else float32.

    float16 is not offered: it overflows in this model.
    """
    if name in _DTYPES:
        return _DTYPES[name]
    if name != "auto":
        raise EngineUnavailableError(f'The number format "{name}" is not supported. Use bfloat16 or float32.')
    fits = device.type == "cuda" and torch.cuda.get_device_capability(device) >= _AMPERE
    return torch.bfloat16 if fits else torch.float32


def choose_int8(weights: str) -> bool:
    """Whether these weights are integers of eight bits: "int8", as opposed to "bf16" as published.

    "bf16" means no more than that: in a model that computes in float32 they are float32.
    """
    if weights not in ("bf16", "int8"):
        raise EngineUnavailableError(f'There are no weights of "{weights}". Use bf16 or int8.')
    return weights == "int8"


def batch_size(device: torch.device) -> int:
    """How many sentences to make at once with the memory that is left once the model is loaded.

    A sentence more takes up to 0.25 GB of caches. On a processor there is nothing to win.
    """
    if device.type != "cuda":
        return 1
    free, _ = torch.cuda.mem_get_info(device)
    return next((size for size, needed in _ROOM_FOR if free >= needed), 1)


def device_name(device: torch.device) -> str:
    """For the user, such as "NVIDIA GeForce RTX 4070" or "CPU"."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return device.type.upper()
