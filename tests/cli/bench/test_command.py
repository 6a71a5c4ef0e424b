"""The benchmark from the command line, on a tiny random model on the CPU, with a peer that is a stand-in."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from qwentts_desktop.cli.bench.report import file_name
from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.main import main

PEER = """
import numpy
class FasterQwen3TTS:
    @classmethod
    def from_pretrained(cls, folder, device, dtype):
        return cls()
    def generate_voice_clone_streaming(self, text, language, voice_clone_prompt, chunk_size, **limits):
        assert limits["max_new_tokens"] == limits["min_new_tokens"]
        for _ in range(limits["max_new_tokens"] // chunk_size):
            yield numpy.zeros(chunk_size * 1920, numpy.float32), 24000, {}
"""


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_both_engines_are_measured_on_the_same_model_and_reported(tmp_path: Path) -> None:
    (tmp_path / "faster_qwen3_tts.py").write_text(PEER)
    (tmp_path / "torch.py").write_text(TORCH_WITHOUT_A_CARD)
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path}" exec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    out, err = io.StringIO(), io.StringIO()
    ours = ["bench", "--random", "tiny", "--device", "cpu", "--frames", "8", "--runs", "1", "--quick"]
    peer = ["--peer", "faster-qwen3-tts", "--peer-python", str(python), "--output", str(tmp_path)]
    kinds = ["--weights", "bf16", "--weights", "int8"]
    status = main([*ours, *kinds, *peer], Context(stdout=out, stderr=err))
    assert status == ExitCode.OK, err.getvalue()
    results = json.loads((tmp_path / "bench_results_CPU.json").read_text())
    ours, int8, peer = results["engines"]
    assert results["weights"] == "random"
    assert ours["engine"] == "qwentts_desktop"
    assert ours["chunks"]["8"]["audio_s"] == pytest.approx(0.64)
    assert ours["chunks"]["0"]["ttfa_ms"] > 0
    assert ours["batches"]["8"] > 0
    assert (ours["weights"], int8["weights"]) == ("bf16", "int8")
    assert int8["bytes_a_frame"] == ours["bytes_a_frame_int8"] < ours["bytes_a_frame"]
    assert int8["weight_bytes"] < ours["weight_bytes"]
    assert peer["engine"] == "faster-qwen3-tts"
    assert set(peer["chunks"]) == {"8"}
    assert "<svg" in (tmp_path / "bench_results_CPU.svg").read_text()
    assert "ramp" in out.getvalue()
    assert "GB read a frame" in out.getvalue()


def test_a_peer_that_is_not_there_is_said_so_and_ours_is_still_measured(tmp_path: Path) -> None:
    from qwentts_desktop.cli.bench.peer import measure_peer
    from qwentts_desktop.cli.bench.plan import Plan
    from qwentts_desktop.errors import EngineUnavailableError

    with pytest.raises(EngineUnavailableError, match="--peer-python"):
        measure_peer("faster-qwen3-tts", Plan(str(tmp_path)), sys.executable)


def test_the_file_is_named_after_the_card() -> None:
    assert file_name("NVIDIA GeForce RTX 4070") == "bench_results_NVIDIA_GeForce_RTX_4070.json"
    assert file_name("../x") == "bench_results_x.json"


TORCH_WITHOUT_A_CARD = """
bfloat16 = None
class Generator:
    def manual_seed(self, seed):
        return self
class Tensor:
    def __mul__(self, other):
        return self
    def to(self, *place):
        return self
def randn(width, generator):
    return Tensor()
class cuda:
    @staticmethod
    def max_memory_reserved():
        return 0
"""
