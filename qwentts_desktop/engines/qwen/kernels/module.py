"""Owns loaded machine code on a card: its kernels, variables and launches. Knows no source and no tensor."""

from __future__ import annotations

import ctypes
import sys

import torch

from qwentts_desktop.errors import EngineUnavailableError

_MAX_DYNAMIC_SHARED_BYTES = 8
"""CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES"""


class CudaModule:
    """Machine code loaded into torch's context of one card. Stays loaded as long as this object lives."""

    def __init__(self, image: bytes, device: torch.device) -> None:
        """Load `image`.

        Raises:
            EngineUnavailableError: the driver refuses it.
        """
        self._driver = _driver()
        self._device = device
        self._image = image
        self._module = ctypes.c_void_p()
        with torch.cuda.device(device):
            torch.cuda.current_stream().synchronize()  # makes torch's context the current one
            self._check(self._driver.cuModuleLoadData(ctypes.byref(self._module), image))

    def kernel(self, name: str, shared_bytes: int) -> ctypes.c_void_p:
        """A kernel, allowed to use `shared_bytes` of dynamic shared memory."""
        function = ctypes.c_void_p()
        self._check(self._driver.cuModuleGetFunction(ctypes.byref(function), self._module, name.encode()))
        self._check(self._driver.cuFuncSetAttribute(function, _MAX_DYNAMIC_SHARED_BYTES, shared_bytes))
        return function

    def read_ints(self, name: str, count: int) -> list[int]:
        """The int32 values of a __device__ array."""
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        values = (ctypes.c_int32 * count)()
        with torch.cuda.device(self._device):
            self._check(
                self._driver.cuModuleGetGlobal_v2(
                    ctypes.byref(address), ctypes.byref(size), self._module, name.encode()
                )
            )
            self._check(self._driver.cuMemcpyDtoH_v2(values, address, ctypes.sizeof(values)))
        return list(values)

    def launch(
        self,
        kernel: ctypes.c_void_p,
        blocks: int,
        threads: int,
        shared_bytes: int,
        stream: int,
        argument: int,
    ) -> None:
        """Launch with one pointer as argument, all blocks on the card at once. A graph can record it."""
        value = ctypes.c_uint64(argument)
        arguments = (ctypes.c_void_p * 1)(ctypes.addressof(value))
        self._check(
            self._driver.cuLaunchCooperativeKernel(
                kernel, blocks, 1, 1, threads, 1, 1, shared_bytes, ctypes.c_void_p(stream), arguments
            )
        )

    def _check(self, result: int) -> None:
        if result:
            text = ctypes.c_char_p()
            self._driver.cuGetErrorString(result, ctypes.byref(text))
            raise EngineUnavailableError(
                "The fast kernel does not run on this card; the plain engine is used.",
                detail=f"CUDA error {result}: {(text.value or b'').decode()}",
            )


def _driver() -> ctypes.CDLL:
    if sys.platform == "win32":
        return ctypes.WinDLL("nvcuda.dll")
    return ctypes.CDLL("libcuda.so.1")
