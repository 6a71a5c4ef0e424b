"""Owns the CUDA form of the operations between the codec's products (codec.cu). Knows no layer.

Compiled at run time by the compiler that torch brings along; launched on the current stream, fit for capture.
The formulas and shapes are those of `plain`, whose functions have the same names.
"""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from importlib import resources

import torch

from qwentts_desktop.engines.qwen.codec.places import LONGEST_STEP_FRAMES, Places
from qwentts_desktop.engines.qwen.kernels.nvrtc import Nvrtc
from qwentts_desktop.errors import EngineUnavailableError

HEAD_SIZES = (16, 32, 64, 128)
_THREADS, _ATTEND_THREADS = 128, 256
_BLOCKS_A_PROCESSOR = 16
_NAMES = (
    "windows",
    "advance",
    "snake",
    "beside",
    "gelu",
    "gated",
    *(f"attend_{size}" for size in HEAD_SIZES),
)


@dataclass(frozen=True)
class _Shape:
    """How a kernel is spread over the card."""

    columns: int
    rows: int = 1
    threads: int = _THREADS
    shared_bytes: int = 0

    @property
    def grid(self) -> tuple[int, int, int]:
        return self.columns, self.rows, 1

    @property
    def block(self) -> tuple[int, int, int]:
        return self.threads, 1, 1


class CodecKernels:
    """The kernels, loaded for one device."""

    def __init__(self, device: torch.device) -> None:
        """Compile and load.

        Raises:
            EngineUnavailableError: there is no compiler, or the driver refuses its work.
        """
        self._driver = _driver()
        properties = torch.cuda.get_device_properties(device)
        self._most_blocks = _BLOCKS_A_PROCESSOR * properties.multi_processor_count
        source = resources.files(__package__).joinpath("codec.cu").read_text("utf-8")
        options = [f"--gpu-architecture=sm_{properties.major}{properties.minor}", "--std=c++17"]
        self._image = Nvrtc().compile(source, options)
        self._module = ctypes.c_void_p()
        with torch.cuda.device(device):
            torch.cuda.current_stream().synchronize()  # makes torch's context the current one
            self._check(self._driver.cuModuleLoadData(ctypes.byref(self._module), self._image))
            self._functions = {name: self._function(f"codec_{name}") for name in _NAMES}

    def windows(
        self, x: torch.Tensor, history: torch.Tensor, taps: int, dilation: int, constants: torch.Tensor | None
    ) -> torch.Tensor:
        """See `plain.windows`; taps > 1."""
        batch, length, channels = x.shape
        quads = channels // 4
        result = x.new_empty((batch, length, taps * channels))
        numbers = (batch, length, quads, taps, dilation, history.stride(0) // 4)
        samples = batch * (length + history.shape[1])
        self._launch_over("windows", samples * quads, (x.contiguous(), history, constants, result), numbers)
        self._launch_over("advance", batch * history.shape[1] * quads, (result, history), numbers)
        return result

    def snake(self, product: torch.Tensor, constants: torch.Tensor) -> torch.Tensor:
        """See `plain.snake`; the product becomes the result."""
        self._launch_elementwise("snake", product, product, constants)
        return product

    def beside(self, x: torch.Tensor, product: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        """See `plain.beside`; the product becomes the result."""
        self._launch_elementwise("beside", product, product, x, bias)
        return product

    def gelu(self, product: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        """See `plain.gelu`; the product becomes the result."""
        self._launch_elementwise("gelu", product, product, bias)
        return product

    def gated(self, gate_up: torch.Tensor) -> torch.Tensor:
        """See `plain.gated`."""
        result = gate_up.new_empty((*gate_up.shape[:-1], gate_up.shape[-1] // 2))
        self._launch_elementwise("gated", result, gate_up, result)
        return result

    def attend(self, qkv: torch.Tensor, ring: torch.Tensor, places: Places) -> torch.Tensor:
        """See `plain.attend`; heads of HEAD_SIZES, up to LONGEST_STEP_FRAMES frames."""
        batch, frames, _, heads, head_size = qkv.shape
        length = ring.shape[1]
        if frames > LONGEST_STEP_FRAMES:  # the kernel's shared memory has room for no more
            raise ValueError(f"{frames} frames in one step, {LONGEST_STEP_FRAMES} are the most")
        result = qkv.new_empty((batch, frames, heads * head_size))
        shared_floats = LONGEST_STEP_FRAMES * (head_size + length + _ATTEND_THREADS)
        tensors = (qkv, torch.view_as_real(places.rotation), ring, places.mask, places.slots, result)
        numbers = (frames, length, ring.stride(0))
        shape = _Shape(heads, batch, _ATTEND_THREADS, 4 * shared_floats)
        self._launch(f"attend_{head_size}", shape, tensors, numbers)
        return result

    def _launch_elementwise(self, name: str, shape_of: torch.Tensor, *tensors: torch.Tensor) -> None:
        total = shape_of.numel() // 4
        self._launch_over(name, total, tensors, (total, shape_of.shape[-1] // 4))

    def _launch_over(
        self, name: str, total: int, tensors: tuple[torch.Tensor | None, ...], numbers: tuple[int, ...]
    ) -> None:
        blocks = min(-(-total // _THREADS), self._most_blocks)
        self._launch(name, _Shape(blocks), tensors, numbers)

    def _launch(
        self,
        name: str,
        shape: _Shape,
        tensors: tuple[torch.Tensor | None, ...],
        numbers: tuple[int, ...],
    ) -> None:
        pointers = [ctypes.c_void_p(0 if tensor is None else tensor.data_ptr()) for tensor in tensors]
        values = [*pointers, *map(ctypes.c_int, numbers)]
        addresses = (ctypes.c_void_p * len(values))(*[ctypes.addressof(value) for value in values])
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        self._check(
            self._driver.cuLaunchKernel(
                self._functions[name], *shape.grid, *shape.block, shape.shared_bytes, stream, addresses, None
            )
        )

    def _function(self, name: str) -> ctypes.c_void_p:
        function = ctypes.c_void_p()
        self._check(self._driver.cuModuleGetFunction(ctypes.byref(function), self._module, name.encode()))
        return function

    def _check(self, result: int) -> None:
        if result:
            raise EngineUnavailableError(
                "The codec's kernels do not run on this card; plain torch is used.",
                detail=f"CUDA error {result}",
            )


def _driver() -> ctypes.CDLL:
    if sys.platform == "win32":
        return ctypes.WinDLL("nvcuda.dll")
    return ctypes.CDLL("libcuda.so.1")
