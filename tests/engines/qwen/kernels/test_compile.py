"""Machine code is made once and kept on disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import torch

from qwentts_desktop.engines.qwen.kernels import compile as compiling
from qwentts_desktop.engines.qwen.kernels.sizes import FrameSizes
from tests.engines.qwen.kernels.models import SIZES

DEVICE = torch.device("cuda", 0)


class FakeCompiler:
    version = "13.0"
    calls: list[Sequence[str]]

    def __init__(self) -> None:
        self.calls = []

    def compile(self, source: str, options: Sequence[str]) -> bytes:
        assert "make_frame" in source
        self.calls.append(options)
        return f"code {len(self.calls)}".encode()


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> FakeCompiler:
    fake = FakeCompiler()
    monkeypatch.setattr(compiling, "Nvrtc", lambda: fake)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: (8, 9))
    return fake


def sizes(batch: int = 1) -> FrameSizes:
    return FrameSizes(*SIZES["0.6b"], sequences=batch, blocks=128, shared_limit=101_376)


def test_the_second_start_reads_what_the_first_one_made(compiler: FakeCompiler, tmp_path: Path) -> None:
    cache = tmp_path / "kernels"
    assert compiling.frame_code(sizes(), DEVICE, cache) == b"code 1"
    assert compiling.frame_code(sizes(), DEVICE, cache) == b"code 1"
    assert len(compiler.calls) == 1
    assert [path.suffix for path in cache.iterdir()] == [".cubin"]


def test_other_sizes_and_another_compiler_make_another_kernel(compiler: FakeCompiler, tmp_path: Path) -> None:
    compiling.frame_code(sizes(), DEVICE, tmp_path)
    compiling.frame_code(sizes(2), DEVICE, tmp_path)
    compiler.version = "13.1"
    compiling.frame_code(sizes(), DEVICE, tmp_path)
    assert len(compiler.calls) == 3


def test_the_card_decides_for_which_architecture(compiler: FakeCompiler, tmp_path: Path) -> None:
    compiling.frame_code(sizes(), DEVICE, None)
    assert "--gpu-architecture=sm_89" in compiler.calls[0]


def test_a_folder_that_cannot_be_written_costs_no_more_than_time(
    compiler: FakeCompiler, tmp_path: Path
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    assert compiling.frame_code(sizes(), DEVICE, blocked) == b"code 1"


def test_the_parts_of_the_source_come_in_order() -> None:
    names = [part.name for part in compiling.source_parts()]
    assert names == sorted(names)
    assert names[-1] == "frame_main.cu"
