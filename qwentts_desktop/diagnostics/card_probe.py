"""Tries torch and the card step by step, in a process of its own. It judges nothing.

Each step is announced before it runs and told after it ran, a line of JSON each, so that whoever reads knows
at which step a broken driver took the process along. torch is imported here and nowhere else in diagnostics.
"""

from __future__ import annotations

import importlib.metadata
import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TextIO

Facts = dict[str, Any]
Step = Callable[[], Facts]

TORCH, CUDA, KERNEL, GRAPH, BF16, FLASH = "torch", "cuda", "kernel", "graph", "bf16", "flash-attn"


def own_steps() -> dict[str, Step]:
    """The steps in order; each needs those before it."""
    return {
        TORCH: _import_torch,
        CUDA: _start_cuda,
        KERNEL: _run_kernel,
        GRAPH: _replay_graph,
        BF16: _multiply_bf16,
        FLASH: _find_flash_attention,
    }


def probe(steps: Mapping[str, Step], out: TextIO, needs_card: Sequence[str] = (KERNEL, GRAPH, BF16)) -> None:
    """Run the steps and tell each; those in `needs_card` are left out where torch sees no card."""
    has_card = False
    for name, step in steps.items():
        if name in needs_card and not has_card:
            continue
        _tell(out, {"begin": name})
        try:
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                facts = step()
        except Exception as error:  # an outer edge: whatever a driver does is a fact to report
            _tell(out, {"end": name, "error": f"{type(error).__name__}: {error}"})
            if name == TORCH:
                return
            continue
        facts["warnings"] = [str(one.message) for one in said if "CUDA" in str(one.message)]
        has_card = has_card or bool(facts.get("cards"))
        _tell(out, {"end": name, "facts": facts})


def _tell(out: TextIO, line: Facts) -> None:
    out.write(json.dumps(line) + "\n")
    out.flush()


def _import_torch() -> Facts:
    import torch

    flags = torch._C._cuda_getArchFlags() or "" if torch.version.cuda else ""
    return {"version": torch.__version__, "cuda": torch.version.cuda or "", "architectures": flags.split()}


def _start_cuda() -> Facts:
    """What torch sees. A driver that refuses is an error here, although torch itself only warns."""
    import torch

    if not torch.version.cuda:
        return {"cards": []}
    torch.cuda.init()  # type: ignore[no-untyped-call]
    cards = []
    for index in range(torch.cuda.device_count()):
        properties = torch.cuda.get_device_properties(index)
        free, total = torch.cuda.mem_get_info(index)
        cards.append(
            {
                "name": properties.name,
                "capability": [properties.major, properties.minor],
                "free_mib": free >> 20,
                "total_mib": total >> 20,
            }
        )
    return {"cards": cards}


def _run_kernel() -> Facts:
    """Add and multiply on the card and hold the results against the processor's."""
    import torch

    left = torch.arange(64 * 64, dtype=torch.float32).reshape(64, 64) / 4096
    on_card = left.cuda()
    difference = float((on_card @ on_card + on_card - (left @ left + left).cuda()).abs().max())
    if not difference < 0.1:
        raise ArithmeticError(f"the card's results are wrong by {difference}")
    return {"difference": difference}


def _replay_graph() -> Facts:
    """Record a graph, change its input in place, replay, and look whether the output followed."""
    import torch

    numbers = torch.ones(256, device="cuda")
    stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        numbers.mul(2)  # loads the kernel, which must not happen while recording
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        doubled = numbers * 2
    numbers.fill_(21)
    graph.replay()
    torch.cuda.synchronize()
    if float(doubled.sum()) != 42 * 256:
        raise ArithmeticError(f"the replay gave {float(doubled[0])} instead of 42")
    return {}


def _multiply_bf16() -> Facts:
    import torch

    ones = torch.ones(64, 64, device="cuda", dtype=torch.bfloat16)
    if float((ones @ ones)[0, 0]) != 64:
        raise ArithmeticError("bfloat16 products are wrong")
    return {"is_native": torch.cuda.get_device_capability() >= (8, 0)}


def _find_flash_attention() -> Facts:
    try:
        return {"version": importlib.metadata.version("flash-attn")}
    except importlib.metadata.PackageNotFoundError:
        return {"version": ""}
