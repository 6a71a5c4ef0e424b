"""What int8 weights change: logits and greedy codes against the weights as published, and memory.

    PYTHONPATH=. python tests/bench/bench_int8.py MODEL [--device cuda] [--dtype bfloat16] [--frames N]

MODEL: a model folder; or 0.6b or 1.7b for random weights, whose logits lie closer together than real ones.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.checkpoint import QwenModel, load_model
from qwentts_desktop.engines.qwen.config import CODEBOOKS
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.frame_bytes import frame_bytes
from tests.engines.qwen.kernels.models import KINDS, SIZES, random_model, started

SLOTS, TOKENS = 512, 100


def loaded(args: argparse.Namespace, dtype_name: str, *, int8: bool) -> QwenModel:
    dtype = getattr(torch, dtype_name)
    if args.model in SIZES:
        return random_model(args.model, dtype, SLOTS, args.device, int8=int8)
    return load_model(Path(args.model), torch.device(args.device), dtype, SLOTS, int8=int8)


def relative(a: Tensor, b: Tensor) -> float:
    return float((a.double() - b.double()).norm() / b.double().norm())


def logits(model: QwenModel, state: DecodingState, codes: Tensor) -> list[Tensor]:
    """Of all sixteen codes [1, V] each, where these were drawn before: [1, K]."""
    scores = [
        model.talker.head(state.hidden),
        model.predictor.open(state.hidden, codes[:, 0], state.predictor),
    ]
    books = range(1, CODEBOOKS - 1)
    return scores + [model.predictor.follow(book, codes[:, book], state.predictor) for book in books]


@torch.no_grad()
def from_equal_states(args: argparse.Namespace, published: QwenModel, changed: QwenModel) -> None:
    """Each frame begins with the published weights' state and is told their codes."""
    options, choice = KINDS["greedy"]
    state = started(published, 1, SLOTS, TOKENS, options, args.device)
    scratch = DecodingState(changed, 1, SLOTS)
    first, residual, hidden, same = [], [], [], 0
    for _ in range(args.frames):
        before = state.hidden.clone()
        scratch.hidden.copy_(before)
        for ours, theirs in zip(scratch.cache.layers, state.cache.layers, strict=True):
            ours.copy_(theirs)
        for name in ("position", "frame", "text", "text_length"):
            getattr(scratch, name).copy_(getattr(state, name))
        make_frame(published, state, FramePlan(SLOTS, choice))
        codes = state.codes.clone()
        after, state.hidden = state.hidden, before
        expected, found = (logits(m, s, codes) for m, s in ((published, state), (changed, scratch)))
        state.hidden = after
        first.append(relative(found[0], expected[0]))
        residual += [relative(a, b) for a, b in zip(found[1:], expected[1:], strict=True)]
        same += sum(int(a.argmax()) == int(b.argmax()) for a, b in zip(found, expected, strict=True))
        x = (
            changed.talker.embed_frame(codes)
            + scratch.text[:, min(int(scratch.frame), int(scratch.text_length))]
        )
        rows = scratch.first_rows + scratch.position
        hidden.append(relative(changed.talker.step(x, scratch.position, rows, scratch.cache, SLOTS), after))
    print(
        f"from equal states, {args.frames} frames: logits of code 0 change by"
        f" {statistics.median(first):.2e} (most {max(first):.2e}), of the others by"
        f" {statistics.median(residual):.2e} (most {max(residual):.2e}), the talker's hidden state by"
        f" {statistics.median(hidden):.2e}; largest logit the same {same} of {args.frames * CODEBOOKS}",
        flush=True,
    )


@torch.no_grad()
def left_alone(args: argparse.Namespace, published: QwenModel, changed: QwenModel) -> None:
    """Each goes its own way from the same prompt."""
    options, choice = KINDS["greedy"]
    states = [started(m, 1, SLOTS, TOKENS, options, args.device) for m in (published, changed)]
    prompt = relative(states[1].hidden, states[0].hidden)
    equal = []
    for _ in range(args.frames):
        for m, state in zip((published, changed), states, strict=True):
            make_frame(m, state, FramePlan(SLOTS, choice))
        equal.append((states[0].codes == states[1].codes).sum().item())
    whole = next((i for i, count in enumerate(equal) if count < CODEBOOKS), args.frames)
    print(
        f"left alone: hidden state after {TOKENS} tokens changes by {prompt:.2e}; frames before the first"
        f" difference {whole} of {args.frames}; codes of each frame that are equal: {equal}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="bfloat16", choices=("bfloat16", "float32"))
    parser.add_argument("--frames", type=int, default=20)
    parser.add_argument("--rounding", action="store_true", help="for scale: what bf16 changes against fp32")
    args = parser.parse_args()
    published = loaded(args, "float32" if args.rounding else args.dtype, int8=False)
    changed = loaded(args, "bfloat16" if args.rounding else args.dtype, int8=not args.rounding)
    for name, model in (("published", published), ("changed", changed)):
        read = frame_bytes(model.config, int8=model.is_int8, value_bytes=model.talker.dtype.itemsize)
        print(f"{name}: {model.weight_bytes / 1e9:.3f} GB in memory, {read / 1e9:.3f} GB read a frame")
    from_equal_states(args, published, changed)
    left_alone(args, published, changed)


if __name__ == "__main__":
    main()
