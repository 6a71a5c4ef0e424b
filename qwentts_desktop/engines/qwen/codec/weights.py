"""Owns reading the codec's tensors from safetensors straight onto a device. Knows no layer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import nn

from qwentts_desktop.errors import CheckpointError, OutOfMemoryError

_DAMAGED = "The weights of the speech codec are incomplete or damaged. Download the model again."


class CodecWeights:
    """One open file; each tensor is read when it is asked for, so nothing is held twice."""

    def __init__(self, file: Any, prefix: str = "") -> None:
        self._file = file
        self._prefix = prefix

    def under(self, prefix: str) -> CodecWeights:
        """The same file, seen from deeper down: `under("decoder.0")`."""
        return CodecWeights(self._file, f"{self._prefix}{prefix}.")

    def names(self) -> list[str]:
        """Names under this prefix, without it."""
        cut = len(self._prefix)
        return [name[cut:] for name in self._file.keys() if name.startswith(self._prefix)]  # noqa: SIM118

    def __getitem__(self, name: str) -> torch.Tensor:
        """One tensor, fp32, on the device.

        Raises:
            CheckpointError: there is no such tensor in the file, or it cannot be read.
        """
        try:
            tensor: torch.Tensor = self._file.get_tensor(self._prefix + name)
        except SafetensorError as error:
            raise CheckpointError(_DAMAGED, detail=f"{self._prefix}{name}: {error}") from error
        return tensor.float()


@contextmanager
def open_codec_weights(folder: Path, device: torch.device) -> Iterator[CodecWeights]:
    """Open `folder`/model.safetensors with tensors landing on `device`.

    Raises:
        CheckpointError: the file is missing or damaged, or its tensors do not fit each other.
        OutOfMemoryError: the card is full.
    """
    try:
        with safe_open(str(folder / "model.safetensors"), framework="pt", device=str(device)) as file:
            yield CodecWeights(file)
    except FileNotFoundError as error:
        raise CheckpointError(
            "The model folder lacks the weights of the speech codec. Download the model again.",
            detail=str(error),
        ) from error
    except torch.OutOfMemoryError as error:
        raise OutOfMemoryError(
            "The card's memory is used up. Close other programs that use it, or choose the smaller model.",
            detail=str(error),
        ) from error
    except (SafetensorError, RuntimeError) as error:  # RuntimeError: shapes that do not fit each other
        raise CheckpointError(_DAMAGED, detail=str(error)) from error


def fixed(tensor: torch.Tensor) -> nn.Parameter:
    """A weight that is not trained, laid out row by row."""
    return nn.Parameter(tensor.contiguous(), requires_grad=False)
