"""Reads the plain tensors out of a file that torch saved, without torch and without running anything in it.

Such a file is a zip archive with a pickle. The pickle may call nothing but the few functions named here,
which stand for torch's own and only place numbers; everything else in it is refused.
"""

from __future__ import annotations

import io
import pickle
import zipfile
import zlib
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from qwentts_desktop.errors import VoiceError

LARGEST_BYTES = 8_000_000
_MOST_ENTRIES = 64
_PICKLE_NAME = "data.pkl"
_NUMBER_FORMATS = {
    "FloatStorage": ("<f4", 4),
    "DoubleStorage": ("<f8", 8),
    "HalfStorage": ("<f2", 2),
    "BFloat16Storage": ("<u2", 2),
    "LongStorage": ("<i8", 8),
    "IntStorage": ("<i4", 4),
    "ShortStorage": ("<i2", 2),
}
_PLAIN_ERRORS = (
    pickle.UnpicklingError, zipfile.BadZipFile, zlib.error, OSError, EOFError, KeyError, ValueError,
    TypeError, AttributeError, IndexError, RuntimeError, OverflowError, MemoryError, RecursionError,
)  # fmt: skip
"""What a damaged file can set off in pickle and zipfile; none of it is ours."""


def load_tensors(path: Path) -> Any:
    """What was saved: tensors as numpy arrays, in the lists and dictionaries that hold them.

    Raises:
        VoiceError: it is no such file, is too large, or holds more than plain tensors.
    """
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise VoiceError(f"“{path.name}” is far too large for an encoded voice.")
        with zipfile.ZipFile(path) as archive:
            return _load(archive)
    except _RefusedError as error:
        raise VoiceError(
            f"“{path.name}” holds more than plain numbers and could run a program, so it is not used. "
            "Ask for it as .safetensors.",
            detail=str(error),
        ) from error
    except _PLAIN_ERRORS as error:
        raise VoiceError(
            f"“{path.name}” is damaged, or no encoded voice that can be read.", detail=repr(error)
        ) from error


class _RefusedError(Exception):
    """The pickle asks for something that no tensor needs."""


def _load(archive: zipfile.ZipFile) -> Any:
    infos = archive.infolist()
    if len(infos) > _MOST_ENTRIES or sum(info.file_size for info in infos) > LARGEST_BYTES:
        raise _RefusedError("out of proportion")
    root = next((i.filename for i in infos if i.filename.rpartition("/")[2] == _PICKLE_NAME), None)
    if root is None:
        raise ValueError("no data.pkl")
    if any(info.filename.endswith("/byteorder") and archive.read(info) != b"little" for info in infos):
        raise ValueError("byte order")
    return _TensorUnpickler(archive, root).load()


class _TensorUnpickler(pickle.Unpickler):
    def __init__(self, archive: zipfile.ZipFile, root: str) -> None:
        super().__init__(io.BytesIO(archive.read(root)))
        self._archive = archive
        self._folder = root.removesuffix(_PICKLE_NAME)

    def find_class(self, module: str, name: str) -> Any:
        """Stand-ins for what a tensor needs; nothing else can be named, so nothing else can be called."""
        if module == "torch" and name in _NUMBER_FORMATS:
            return name
        allowed = {
            ("torch._utils", "_rebuild_tensor_v2"): _rebuild_tensor,
            ("collections", "OrderedDict"): OrderedDict,
        }
        try:
            return allowed[module, name]
        except KeyError:
            raise _RefusedError(f"{module}.{name}") from None

    def persistent_load(self, pid: Any) -> npt.NDArray[Any]:
        """The numbers of one storage, flat."""
        _, storage, key, _, count = pid
        number_format, size = _NUMBER_FORMATS[storage]
        content = self._archive.read(f"{self._folder}data/{key}")
        if len(content) != count * size:
            raise ValueError("storage length")
        numbers = np.frombuffer(content, number_format)
        return _widened(numbers) if storage == "BFloat16Storage" else numbers


def _widened(halves: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """bf16 is the upper half of a float."""
    floats: npt.NDArray[Any] = (halves.astype(np.uint32) << 16).view(np.float32)
    return floats


def _rebuild_tensor(
    storage: npt.NDArray[Any], offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: Any
) -> npt.NDArray[Any]:
    """The tensor in a storage, copied; any strides that stay inside it."""
    if len(size) != len(stride) or offset < 0 or any(one < 0 for one in (*size, *stride)):
        raise ValueError("tensor shape")
    last = offset + sum((one - 1) * step for one, step in zip(size, stride, strict=True))
    if 0 in size or last >= len(storage):
        raise ValueError("tensor outside its storage")
    steps = tuple(step * storage.itemsize for step in stride)
    tensor: npt.NDArray[Any] = np.lib.stride_tricks.as_strided(storage[offset:], size, steps).copy()
    return tensor
