"""The frame kernel, run on the processor thread by thread, makes the frames that the plain step makes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.kernels.compile import source_parts
from qwentts_desktop.engines.qwen.kernels.frame_table import FrameMemory, frame_table
from qwentts_desktop.engines.qwen.kernels.sizes import FrameSizes
from tests.engines.qwen.kernels.models import KINDS, random_model, started

EMULATION = Path(__file__).parent / "emulation"
SLOTS = 48

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler for the processor")

Builder = Callable[[FrameSizes], ctypes.CDLL]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    folder = tmp_path_factory.mktemp("emulated")
    built: dict[FrameSizes, ctypes.CDLL] = {}

    def build_once(sizes: FrameSizes) -> ctypes.CDLL:
        if sizes not in built:
            built[sizes] = _build(sizes, folder / f"frame{len(built)}")
        return built[sizes]

    return build_once


def _build(sizes: FrameSizes, path: Path) -> ctypes.CDLL:
    parts = {part.name: part.read_text("utf-8") for part in source_parts()}
    parts["2_machine.cuh"] = (EMULATION / "machine.h").read_text("utf-8")
    pieces = [EMULATION / "types.h", EMULATION / "run.h"]
    text = [pieces[0].read_text("utf-8"), *parts.values(), pieces[1].read_text("utf-8")]
    source, library = path.with_suffix(".cpp"), path.with_suffix(".so")
    source.write_text("\n".join(text), "utf-8")
    macros = [f"-D{name}={value}" for name, value in sizes.macros()]
    checks = [
        "-fsanitize=alignment",
        "-fno-sanitize-recover=alignment",
    ]  # a card stops at a misaligned address
    flags = ["-std=c++17", "-O1", "-w", "-shared", "-fPIC", *checks]
    command = ["g++", *flags, *macros, str(source), "-o", str(library)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr[:3000]
    loaded = ctypes.CDLL(str(library))
    loaded.emulated_facts.restype = ctypes.POINTER(ctypes.c_int)
    loaded.emulate_frame.argtypes = [ctypes.c_uint64]
    return loaded


class EmulatedStep:
    def __init__(self, model: QwenModel, state: DecodingState, build: Builder, blocks: int) -> None:
        sizes = FrameSizes(
            model.config.talker, model.config.predictor, state.batch, blocks, 2_000_000,
            fp32=model.talker.dtype == torch.float32, int8=model.is_int8,
        )  # fmt: skip
        self._library = build(sizes)
        _, packets, memory_bytes, _ = self._library.emulated_facts()[:4]
        self.memory = FrameMemory.for_model(model, packets, memory_bytes)
        self._table = frame_table(model, state, self.memory)

    def run(self) -> None:
        self._library.emulate_frame(self._table.data_ptr())


def make_both(
    build: Builder,
    size: str,
    kind: str,
    dtype: torch.dtype,
    batch: int = 1,
    frames: int = 2,
    blocks: int = 2,
    int8: bool = False,
) -> tuple[DecodingState, DecodingState]:
    """The states after some frames of the plain step and of the kernel."""
    options, choice = KINDS[kind]
    model = random_model(size, dtype, SLOTS, "cpu", int8=int8)
    plain, fast = (started(model, batch, SLOTS, 20, options, "cpu") for _ in range(2))
    step = EmulatedStep(model, fast, build, blocks)
    for _ in range(frames):
        make_frame(model, plain, FramePlan(SLOTS, choice))
        step.run()
        assert fast.codes.tolist() == plain.codes.tolist()
    assert int(step.memory.control[1]) == 0
    return plain, fast


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("size", ["tiny", "wide"])
def test_makes_the_same_codes_and_hidden_states_in_fp32(build: Builder, size: str, kind: str) -> None:
    plain, fast = make_both(build, size, kind, torch.float32)
    torch.testing.assert_close(fast.hidden, plain.hidden, rtol=1e-4, atol=1e-5)
    assert torch.equal(fast.position, plain.position)
    assert torch.equal(fast.frame, plain.frame)
    assert torch.equal(fast.sampling.last_seen, plain.sampling.last_seen)


def test_writes_the_keys_and_values_that_the_plain_step_writes(build: Builder) -> None:
    plain, fast = make_both(build, "tiny", "greedy", torch.float32)
    for ours, theirs in zip(fast.cache.layers, plain.cache.layers, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("size", ["tiny", "long"])
def test_multiplies_bf16_weights_as_closely_as_the_plain_step(build: Builder, size: str) -> None:
    plain, fast = make_both(build, size, "greedy", torch.bfloat16, frames=1)
    torch.testing.assert_close(fast.hidden.float(), plain.hidden.float(), rtol=0.05, atol=0.05)


def test_takes_rows_of_several_chunks(build: Builder) -> None:
    plain, fast = make_both(build, "long", "sampled", torch.float32)
    torch.testing.assert_close(fast.hidden, plain.hidden, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("batch", [2, 8])
def test_makes_several_sequences_side_by_side(build: Builder, batch: int) -> None:
    plain, fast = make_both(build, "wide", "sampled", torch.float32, batch=batch, frames=1)
    torch.testing.assert_close(fast.hidden, plain.hidden, rtol=1e-4, atol=1e-5)


def test_deals_rows_that_do_not_divide_evenly(build: Builder) -> None:
    plain, fast = make_both(build, "tiny", "sampled", torch.float32, blocks=3)
    torch.testing.assert_close(fast.hidden, plain.hidden, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("size", ["tiny", "wide", "long"])
@pytest.mark.parametrize("kind", ["greedy", "nucleus"])
def test_makes_the_same_codes_from_int8_weights(build: Builder, size: str, kind: str) -> None:
    plain, fast = make_both(build, size, kind, torch.float32, int8=True)
    torch.testing.assert_close(fast.hidden, plain.hidden, rtol=1e-4, atol=1e-5)
    for ours, theirs in zip(fast.cache.layers, plain.cache.layers, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("batch", "blocks"), [(2, 3), (8, 2)])
def test_deals_int8_weights_to_several_sequences_and_uneven_blocks(
    build: Builder, batch: int, blocks: int
) -> None:
    plain, fast = make_both(build, "wide", "sampled", torch.float32, batch, 1, blocks, int8=True)
    torch.testing.assert_close(fast.hidden, plain.hidden, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("size", ["tiny", "long"])
def test_widens_int8_weights_to_bf16_as_exactly_as_the_plain_step(build: Builder, size: str) -> None:
    plain, fast = make_both(build, size, "greedy", torch.bfloat16, frames=1, int8=True)
    torch.testing.assert_close(fast.hidden.float(), plain.hidden.float(), rtol=0.05, atol=0.05)
