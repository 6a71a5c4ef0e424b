"""Owns turning CUDA source into machine code through NVRTC, the compiler that torch brings. Knows no kernel.

Plain ctypes over the documented C interface: it needs no package whose version must fit torch's CUDA, and no
compiler on the user's machine.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch

from qwentts_desktop.errors import EngineUnavailableError


class Nvrtc:
    """The library, loaded once by whoever needs it.

    Raises:
        EngineUnavailableError: no such library beside torch.
    """

    def __init__(self) -> None:
        self._library = _load()

    @property
    def version(self) -> str:
        """Such as "13.0"."""
        major, minor = ctypes.c_int(), ctypes.c_int()
        self._library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        return f"{major.value}.{minor.value}"

    def compile(self, source: str, options: Sequence[str]) -> bytes:
        """Machine code (a cubin) of `source`.

        Raises:
            EngineUnavailableError: the compiler refused; `detail` holds its words.
        """
        program = ctypes.c_void_p()
        self._check(
            self._library.nvrtcCreateProgram(
                ctypes.byref(program), source.encode(), b"frame.cu", 0, None, None
            )
        )
        try:
            arguments = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
            result = self._library.nvrtcCompileProgram(program, len(options), arguments)
            if result:
                raise EngineUnavailableError(
                    "The fast kernel could not be built for this card; the plain engine is used.",
                    detail=self._read(program, "ProgramLog").decode(errors="replace")[-4000:],
                )
            return self._read(program, "CUBIN")
        finally:
            self._library.nvrtcDestroyProgram(ctypes.byref(program))

    def _read(self, program: ctypes.c_void_p, what: str) -> bytes:
        size = ctypes.c_size_t()
        self._check(getattr(self._library, f"nvrtcGet{what}Size")(program, ctypes.byref(size)))
        content = ctypes.create_string_buffer(size.value)
        self._check(getattr(self._library, f"nvrtcGet{what}")(program, content))
        return content.raw

    def _check(self, result: int) -> None:
        if result:
            raise EngineUnavailableError(
                "The fast kernel could not be built for this card; the plain engine is used.",
                detail=f"NVRTC error {result}",
            )


def _load() -> ctypes.CDLL:
    for path in _candidates():
        try:
            for companion in sorted(Path(path).parent.glob("*nvrtc-builtins*")):
                ctypes.CDLL(os.fspath(companion))  # NVRTC opens it by name, so it must be there already
            return ctypes.CDLL(path)
        except OSError:
            continue
    raise EngineUnavailableError(
        "The fast kernel needs NVRTC, which this installation of torch lacks; the plain engine is used."
    )


def _candidates() -> Iterator[str]:
    """Where torch's own library may lie; the one it was built with first."""
    major = (torch.version.cuda or "").split(".")[0]
    torch_folder = Path(torch.__file__).parent
    if sys.platform == "win32":
        for name in (f"nvrtc64_{major}0_0.dll", f"nvrtc64_{major}*_0.dll"):
            yield from map(os.fspath, sorted((torch_folder / "lib").glob(name)))
        return
    wheels = torch_folder.parent / "nvidia"
    for folder in (f"cu{major}", "cuda_nvrtc"):
        yield from map(os.fspath, sorted((wheels / folder / "lib").glob(f"libnvrtc.so.{major}")))
    yield from map(os.fspath, sorted((torch_folder / "lib").glob("libnvrtc*.so*")))
    yield f"libnvrtc.so.{major}"
