"""`bench`: time to first sound, speed, memory; chunk sizes, voice modes, batches; a peer side by side."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from qwentts_desktop import __version__
from qwentts_desktop.cli.bench.peer import PEERS, measure_peer
from qwentts_desktop.cli.bench.plan import RAMP, Plan
from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.errors import EngineUnavailableError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--model, --random, --weights, --peer and how long it takes."""
    parser.add_argument(
        "--model", action="append", default=[], metavar="FOLDER", help="a model folder; may be given again"
    )
    parser.add_argument(
        "--random",
        action="append",
        default=[],
        choices=("tiny", "0.6b", "1.7b"),
        help="measure on random weights of this size: the real cost, but noise; may be given again",
    )
    parser.add_argument(
        "--weights",
        action="append",
        default=[],
        choices=("bf16", "int8"),
        help="as published (the default), or half their size; given twice, both are measured",
    )
    parser.add_argument("--device", default="auto", metavar="DEVICE", help="auto, cpu, cuda:0 ...")
    parser.add_argument("--frames", type=int, default=125, metavar="N", help="length of a run, 80 ms each")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="medians are over so many")
    parser.add_argument(
        "--quick", action="store_true", help="the growing chunks, chunks of 8, batch of 8 only"
    )
    parser.add_argument("--peer", choices=PEERS, help="measure this engine too, in the same run")
    parser.add_argument(
        "--peer-python", default=sys.executable, metavar="PROGRAM", help="where it is installed"
    )
    parser.add_argument("--output", type=Path, default=Path(), metavar="FOLDER", help="where the results go")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Measure each model, one engine after the other, and write what came out."""
    from qwentts_desktop.cli.bench import report

    with tempfile.TemporaryDirectory() as scratch:
        models = [(name, False) for name in arguments.model]
        models += [(_random_model(Path(scratch), size, context), True) for size in arguments.random]
        if not models:
            models = [_installed_or_random(Path(scratch), context)]
        results: dict[str, Any] = {
            "version": __version__,
            "gpu": _gpu(),
            "weights": "random" if any(is_random for _, is_random in models) else "published",
            "frames": arguments.frames,
            "engines": [],
        }
        for model, _ in models:
            for engine in _measure(model, arguments, context):
                results["engines"].append(engine)
                files = report.write(results, arguments.output)  # each time: what is measured is not lost
    for line in report.table(results):
        context.say(line)
    context.say("\n".join(map(str, files)))
    return ExitCode.OK


def _measure(model: str, arguments: argparse.Namespace, context: Context) -> Iterator[dict[str, Any]]:
    from qwentts_desktop.cli.bench.ours import measure_ours

    plan = Plan(model, arguments.frames, arguments.runs)
    if arguments.quick:
        plan = replace(plan, chunks=(RAMP, 8), batches=(8,), is_thorough=False)
    name = Path(model).name
    for weights in arguments.weights or ["bf16"]:
        context.complain(f"{name}: our engine, {weights} weights")
        _free_card()
        yield {"model": name, **measure_ours(plan, arguments.device, weights, context.complain)}
    if arguments.peer:
        context.complain(f"{name}: {arguments.peer}")
        _free_card()
        try:
            yield {"model": name, **measure_peer(arguments.peer, plan, arguments.peer_python)}
        except EngineUnavailableError as error:
            context.complain(f"{error.message}\n{error.detail}")


def _installed_or_random(scratch: Path, context: Context) -> tuple[str, bool]:
    settings = context.settings().engine
    folder = Path(
        settings.model_folder or context.paths.models / f"Qwen3-TTS-12Hz-{settings.model_size}-Base"
    )
    if folder.is_dir():
        return str(folder), False
    context.complain("There is no model yet, so this runs on random weights: the real cost, but noise.")
    return _random_model(scratch, settings.model_size.lower(), context), True


def _random_model(scratch: Path, size: str, context: Context) -> str:
    import torch

    from qwentts_desktop.engines.qwen.random_checkpoint.folder import write_checkpoint

    context.complain(f"writing random weights of size {size}")
    folder = write_checkpoint(scratch / size, size, "base", "cuda" if torch.cuda.is_available() else "cpu")
    _free_card()
    return str(folder)


def _free_card() -> None:
    import gc

    import torch

    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()


def _gpu() -> str:
    import torch

    return torch.cuda.get_device_name() if torch.cuda.is_available() else "CPU"
