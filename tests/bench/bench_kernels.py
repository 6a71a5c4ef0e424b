"""Checks and times the frame kernel on a card, on random weights of any size.

    PYTHONPATH=. python tests/bench/bench_kernels.py check SIZE [--batch B] [--fp32] [--int8] [--frames N]
    PYTHONPATH=. python tests/bench/bench_kernels.py time SIZE [--batch B ...] [--int8] [--variant MACRO,...]

SIZE: tiny, wide, 0.6b, 1.7b. Needs no checkpoint. With --int8 the matrices are int8, in the plain step too.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from typing import Any, cast

import torch

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.decoding.sampling import Choice
from qwentts_desktop.engines.qwen.frame_bytes import frame_bytes
from qwentts_desktop.engines.qwen.kernels.step import KernelStep
from qwentts_desktop.errors import EngineError
from qwentts_desktop.speech.request import SamplingOptions
from tests.engines.qwen.kernels.models import KINDS, SIZES, random_model, started

CLOCKS = (
    "gathering",
    "multiplying",
    "meeting",
    "finishing",
    "hearing",
    "scoring",
    "mixing",
    "drawing",
    "slicing",
    "merging",
)
"""Parts of the work of a kernel compiled with PROFILE, as its source names them."""


def relative(a: torch.Tensor, b: torch.Tensor) -> float:
    return float((a.double() - b.double()).norm() / b.double().norm())


@torch.no_grad()
def check(args: argparse.Namespace) -> None:
    torch.backends.cuda.matmul.allow_tf32 = False
    dtype = torch.float32 if args.fp32 else torch.bfloat16
    model = random_model(args.size, dtype, 1024, "cuda", int8=args.int8)
    for batch in args.batch:
        for kind in args.kinds:
            try:
                _check_kind(model, batch, kind, args)
            except EngineError as error:
                print(f"{args.size} B={batch} {kind}: {error.message} {error.detail[-300:]}", flush=True)


def _check_kind(model: QwenModel, batch: int, kind: str, args: argparse.Namespace) -> None:
    options, choice = KINDS[kind]
    plain = started(model, batch, 1024, args.tokens, options, "cuda")
    fast = started(model, batch, 1024, args.tokens, options, "cuda")
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
        for a, b in zip(fast.cache.layers, plain.cache.layers, strict=True):
            a.copy_(b)  # go on from the same state, so that one difference is counted once
        fast.hidden.copy_(plain.hidden)
        fast.sampling.last_seen.copy_(plain.sampling.last_seen)
        assert torch.equal(fast.position, plain.position), (fast.position, plain.position)
        assert torch.equal(fast.frame, plain.frame)
    print(
        f"{args.size} B={batch} {'fp32' if args.fp32 else 'bf16'}{' int8' * args.int8} {kind:8} codes"
        f" equal up to a frame's first difference: {same}/{total}; frames that differ: {different[:9]};"
        f" hidden, worst: {max(errors, default=0):.2e}; depth {step.depth}",
        flush=True,
    )


@torch.no_grad()
def time_it(args: argparse.Namespace) -> None:
    model = random_model(args.size, torch.bfloat16, 2048, "cuda", int8=args.int8)
    for batch in args.batch:
        for variant in args.variant or [""]:
            try:
                _time_variant(model, batch, variant, args)
            except EngineError as error:
                print(f"{args.size} B={batch} {variant}: {error.message} {error.detail[-300:]}", flush=True)


def _time_variant(model: QwenModel, batch: int, variant: str, args: argparse.Namespace) -> None:
    """A variant is macros with commas between, such as NO_WAIT,NO_SAMPLING."""
    extra = [cast(Any, [*m.split("="), "1"][:2]) for m in variant.split(",") if m]
    state = started(model, batch, 2048, args.tokens, SamplingOptions(), "cuda")
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
    read = frame_bytes(model.config, int8=args.int8)
    times = sorted(a.elapsed_time(b) for a, b in itertools.pairwise(events))
    print(
        f"{args.size} B={batch} {'int8' if args.int8 else 'bf16'} {variant or '-':32} median"
        f" {statistics.median(times):.3f} ms ({read / statistics.median(times) / 1e9:.2f} TB/s of weights)"
        f"  p99 {times[int(len(times) * 0.99)]:.3f}  min {times[0]:.3f}  depth {step.depth}"
        f"  build {built:.1f} s  lost {step.lost}",
        flush=True,
    )
    if "PROFILE" in variant:
        print(
            "  kilo-clocks:",
            " ".join(f"{n} {c / 1000:.0f}" for n, c in zip(CLOCKS, step.clocks, strict=True)),
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("check", "time"))
    parser.add_argument("size", choices=tuple(SIZES))
    parser.add_argument("--batch", type=int, nargs="+", default=[1])
    parser.add_argument("--frames", type=int, default=0)
    parser.add_argument("--tokens", type=int, default=100)
    parser.add_argument("--fp32", action="store_true")
    parser.add_argument("--int8", action="store_true")
    parser.add_argument("--variant", nargs="*", default=[])
    parser.add_argument("--kinds", nargs="*", default=["greedy", "sampled", "whole", "nucleus"])
    args = parser.parse_args()
    args.frames = args.frames or (12 if args.what == "check" else 300)
    (check if args.what == "check" else time_it)(args)


if __name__ == "__main__":
    main()
