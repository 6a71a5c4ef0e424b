"""Checks and times the frame kernel on a card, on random weights of any size.

    PYTHONPATH=. python tests/bench/bench_kernels.py check SIZE [--batch B] [--fp32] [--frames N]
    PYTHONPATH=. python tests/bench/bench_kernels.py time SIZE [--batch B ...] [--variant MACRO,MACRO ...]

SIZE: tiny, wide, 0.6b, 1.7b. Needs no checkpoint.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from typing import Any, cast

import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.config import CodecIds, ModelConfig, StackConfig, TextIds
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.decoding.sampling import Choice
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.kernels.step import KernelStep
from qwentts_desktop.engines.qwen.model.predictor import Predictor
from qwentts_desktop.engines.qwen.model.talker import Talker
from qwentts_desktop.errors import EngineError
from qwentts_desktop.speech.request import SamplingOptions


def stack(width: int, feed: int, layers: int, heads: int, kv_heads: int, head: int, codes: int) -> StackConfig:
    return StackConfig(width, feed, layers, heads, kv_heads, head, 1e6, 1e-6, codes)


SIZES = {
    "tiny": (stack(64, 128, 2, 4, 2, 32, 3072), stack(64, 128, 2, 4, 2, 32, 2048)),
    "wide": (stack(128, 192, 3, 4, 2, 32, 3072), stack(64, 128, 2, 4, 2, 32, 2048)),
    "0.6b": (stack(1024, 3072, 28, 16, 8, 128, 3072), stack(1024, 3072, 5, 16, 8, 128, 2048)),
    "1.7b": (stack(2048, 6144, 28, 16, 8, 128, 3072), stack(1024, 3072, 5, 16, 8, 128, 2048)),
}


def random_model(size: str, dtype: torch.dtype, positions: int) -> QwenModel:
    talker_config, predictor_config = SIZES[size]
    config = ModelConfig(
        "base", size, talker_config, predictor_config, 64, 1000,
        CodecIds(2148, 2149, 2150, 2154, 2155, 2156, 2157), TextIds(1, 2, 3, 4, 5, 6), {}, {}, {}, "",
    )  # fmt: skip
    with torch.device("meta"):
        talker, predictor = Talker(config), Predictor(config)
    generator = torch.Generator(device="cuda").manual_seed(1)
    for part in (talker, predictor):
        part.to_empty(device="cuda")
        part.to(dtype)
        for name, p in part.named_parameters():
            scale = 0.02 if "embedding" in name else p.shape[-1] ** -0.5
            if "norm" in name:
                p.data.normal_(1.0, 0.1, generator=generator)
            else:
                p.data.normal_(0.0, scale * (4.0 if "head" in name else 1.0), generator=generator)
    talker.prepare(positions)
    predictor.prepare(talker.code_embedding)
    return QwenModel(Path(), config, talker, predictor, torch.empty(0), cast(Any, None))


def start(model: QwenModel, batch: int, slots: int, tokens: int, options: list[SamplingOptions]) -> DecodingState:
    """A state as after a prefill of `tokens` random tokens."""
    state = DecodingState(model, batch, slots)
    generator = torch.Generator(device="cuda").manual_seed(2)
    lengths = torch.tensor([tokens - row for row in range(batch)], device="cuda")
    state.position.copy_(lengths)
    state.text_length.copy_(torch.arange(batch, device="cuda") + 5)
    state.text.normal_(0.0, 0.02, generator=generator)
    state.sampling.begin(options, [7 + row for row in range(batch)])
    embedded = torch.randn(batch, tokens, model.config.talker.width, device="cuda", generator=generator) * 0.1
    state.hidden.copy_(model.talker.prefill(embedded.to(model.talker.dtype), state.position, state.cache))
    return state


def relative(a: torch.Tensor, b: torch.Tensor) -> float:
    return float((a.double() - b.double()).norm() / b.double().norm())


KINDS = {
    "greedy": (SamplingOptions(temperature=0.0, residual_temperature=0.0), Choice()),
    "sampled": (SamplingOptions(), Choice()),
    "all": (
        SamplingOptions(top_k=0, residual_top_k=0, penalty_window=3, repetition_penalty=1.3),
        Choice(0, True),
    ),
    "nucleus": (SamplingOptions(top_p=0.8, residual_top_p=0.7), Choice(0, True)),
}


@torch.no_grad()
def check(args: argparse.Namespace) -> None:
    torch.backends.cuda.matmul.allow_tf32 = False
    model = random_model(args.size, torch.float32 if args.fp32 else torch.bfloat16, 1024)
    for batch in args.batch:
        for kind in args.kinds:
            try:
                _check_kind(model, batch, kind, args)
            except EngineError as error:
                print(f"{args.size} B={batch} {kind}: {error.message} {error.detail[-300:]}", flush=True)


def _check_kind(model: QwenModel, batch: int, kind: str, args: argparse.Namespace) -> None:
    options, choice = KINDS[kind]
    plain = start(model, batch, 1024, args.tokens, [options] * batch)
    fast = start(model, batch, 1024, args.tokens, [options] * batch)
    step = KernelStep(model, fast)
    plan = FramePlan(1024, choice)
    same = total = 0
    errors: list[float] = []
    different: list[int] = []
    for frame in range(args.frames):
        make_frame(model, plain, plan)
        step.run(plan)
        step.check()
        equal = plain.codes == fast.codes
        same += int(equal.cumprod(1).sum())
        total += equal.numel()
        if bool(equal.all()):
            errors.append(relative(fast.hidden, plain.hidden))
        else:
            different.append(frame)
        for a, b in zip(fast.cache.layers, plain.cache.layers):
            a.copy_(b)  # go on from the same state, so that one difference is counted once
        fast.hidden.copy_(plain.hidden)
        fast.sampling.last_seen.copy_(plain.sampling.last_seen)
        assert torch.equal(fast.position, plain.position), (fast.position, plain.position)
        assert torch.equal(fast.frame, plain.frame)
    print(
        f"{args.size} B={batch} {'fp32' if args.fp32 else 'bf16'} {kind:8} codes equal up to a frame's first"
        f" difference: {same}/{total}; frames that differ: {different[:9]}; hidden, worst:"
        f" {max(errors, default=0):.2e}; depth {step.depth}",
        flush=True,
    )


@torch.no_grad()
def time_it(args: argparse.Namespace) -> None:
    model = random_model(args.size, torch.bfloat16, 2048)
    for batch in args.batch:
        for variant in args.variant or [""]:
            try:
                _time_variant(model, batch, variant, args)
            except EngineError as error:
                print(f"{args.size} B={batch} {variant}: {error.message} {error.detail[-300:]}", flush=True)


def _time_variant(model: QwenModel, batch: int, variant: str, args: argparse.Namespace) -> None:
    """A variant is macros with commas between, such as NO_WAIT,NO_SAMPLING."""
    extra = [cast(Any, (m.split("=") + ["1"])[:2]) for m in variant.split(",") if m]
    state = start(model, batch, 2048, args.tokens, [SamplingOptions()] * batch)
    begun = time.perf_counter()
    step = KernelStep(model, state, extra=extra)
    built = time.perf_counter() - begun
    plan = FramePlan(2048, Choice())
    for _ in range(20):
        step.run(plan)
    torch.cuda.synchronize()
    events = [torch.cuda.Event(enable_timing=True) for _ in range(args.frames + 1)]
    events[0].record()
    for event in events[1:]:
        step.run(plan)
        event.record()
    torch.cuda.synchronize()
    times = sorted(a.elapsed_time(b) for a, b in zip(events, events[1:]))
    print(
        f"{args.size} B={batch} {variant or '-':32} median {statistics.median(times):.3f} ms"
        f"  p99 {times[int(len(times) * 0.99)]:.3f}  min {times[0]:.3f}  depth {step.depth}  build {built:.1f} s"
        f"  lost {step.lost}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("check", "time"))
    parser.add_argument("size", choices=tuple(SIZES))
    parser.add_argument("--batch", type=int, nargs="+", default=[1])
    parser.add_argument("--frames", type=int, default=0)
    parser.add_argument("--tokens", type=int, default=100)
    parser.add_argument("--fp32", action="store_true")
    parser.add_argument("--variant", nargs="*", default=[])
    parser.add_argument("--kinds", nargs="*", default=["greedy", "sampled", "all", "nucleus"])
    args = parser.parse_args()
    args.frames = args.frames or (12 if args.what == "check" else 300)
    (check if args.what == "check" else time_it)(args)


if __name__ == "__main__":
    main()
