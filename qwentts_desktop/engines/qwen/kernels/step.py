"""Owns the fast step: a whole frame in one launch. It leaves the state as the plain `make_frame` does.

Numbers differ from the plain step's only by rounding: sums are fp32, and the stream of hidden states is never
cut to bf16 on its way through the layers.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.kernels.compile import frame_code
from qwentts_desktop.engines.qwen.kernels.frame_table import FrameMemory, frame_table
from qwentts_desktop.engines.qwen.kernels.module import CudaModule
from qwentts_desktop.engines.qwen.kernels.sizes import FrameSizes, sizes_for
from qwentts_desktop.errors import EngineError, EngineUnavailableError


class KernelStep:
    """Makes frames for one state by one persistent kernel."""

    name = "one kernel a frame"

    def __init__(
        self,
        model: QwenModel,
        state: DecodingState,
        cache: Path | None = None,
        extra: Iterable[tuple[str, str]] = (),
        sizes: FrameSizes | None = None,
    ) -> None:
        """Compile or load the kernel.

        Args:
            model, state: must stay where they are.
            cache: folder for compiled kernels.
            extra: more macros, for measurements.
            sizes: others than the card's own, for tests.

        Raises:
            EngineUnavailableError: it does not run for this model on this card; the sentence says why.
        """
        device = model.talker.device
        fp32 = _is_fp32(model)
        sizes = sizes or sizes_for(
            model.config.talker, model.config.predictor, state.batch, device, fp32=fp32, int8=model.is_int8
        )
        self._sizes = sizes
        self._device = device
        self._module = CudaModule(frame_code(sizes, device, cache, extra), device)
        self._shared_bytes, packets, memory_bytes, self.depth = self._module.read_ints("facts", 4)
        self._kernel = self._module.kernel("make_frame", self._shared_bytes)
        self._memory = FrameMemory.for_model(model, packets, memory_bytes)
        self._table = frame_table(model, state, self._memory)
        self._address = self._table.data_ptr()
        self._kept = (model, state)

    def prepare(self, plans: Iterable[FramePlan]) -> None:
        """Nothing to prepare: one kernel serves all plans."""

    def run(self, plan: FramePlan) -> None:  # noqa: ARG002 - all plans are one to it
        """Queue one frame on the current stream. The kernel reads only as many slots as are filled."""
        self._launch()

    def _launch(self) -> None:
        stream = torch.cuda.current_stream(self._device).cuda_stream
        self._module.launch(
            self._kernel, self._sizes.blocks, self._sizes.threads, self._shared_bytes, stream, self._address
        )

    def run_and_wait(self) -> None:
        """Make one frame and wait for it.

        Raises:
            EngineUnavailableError: its blocks did not find together.
        """
        self._launch()
        if self.lost:
            raise EngineUnavailableError(
                "The fast kernel loses step with itself on this card; the plain engine is used.",
                detail=f"exchange {self.lost}",
            )

    @property
    def clocks(self) -> list[int]:
        """By part of the last frame's work, of a kernel compiled with PROFILE; waits for the card."""
        return [int(count) for count in self._memory.control[2:].tolist()]

    @property
    def lost(self) -> int:
        """0, or the number of an exchange that somebody waited for in vain; waits for the card."""
        return int(self._memory.control[1])

    def check(self) -> None:
        """Wait for the card and make sure that no block waited in vain.

        Raises:
            EngineError: one did; what was made since is worthless.
        """
        lost = self.lost
        if lost:
            raise EngineError(
                "The fast kernel lost step with itself. Restart the engine.", detail=f"exchange {lost}"
            )


def _is_fp32(model: QwenModel) -> bool:
    dtype = model.talker.dtype
    if dtype not in (torch.bfloat16, torch.float32):
        raise EngineUnavailableError(
            f"The fast kernel reads bf16 weights, not {dtype}. The plain engine is used."
        )
    return dtype == torch.float32
