"""What `clone`, `custom`, `design` and `extract-voice` share: a model, a text into a file, and figures."""

from __future__ import annotations

import argparse
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.engine import LoadProgress
from qwentts_desktop.speech.request import AUTO, SamplingOptions, SpeechRequest, StreamingOptions
from qwentts_desktop.speech.voice import Voice

if TYPE_CHECKING:
    from qwentts_desktop.engines.qwen.engine import QwenEngine

_WHOLE = 24
"""Frames a chunk where nobody waits for the first one."""


def add_model_arguments(parser: argparse.ArgumentParser, kind: str) -> None:
    """--model, --device, --dtype, --weights, --attention."""
    parser.add_argument(
        "--model", metavar="FOLDER", help=f"a {kind} model: a folder, or an id in the hub's cache"
    )
    parser.add_argument("--device", metavar="DEVICE", help="auto, cpu, cuda:0 ...")
    parser.add_argument("--dtype", choices=("auto", "bfloat16", "float32"), help="number format")
    parser.add_argument("--weights", choices=("bf16", "int8"), help="as published, or half their size")
    parser.add_argument("--attention", choices=("sdpa", "eager", "flash_attention_2"), help="of the prefill")


def add_speech_arguments(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """TEXT, --language, --output, --streaming, --seed and the sampling."""
    parser.add_argument(
        "text", metavar="TEXT", nargs=None if required else "?", help="what to say; - reads standard input"
    )
    parser.add_argument("--language", default=AUTO, metavar="CODE", help="en, de, zh ..., or auto")
    parser.add_argument(
        "--output", type=Path, required=required, metavar="FILE", help=".wav .flac .ogg .opus .mp3"
    )
    parser.add_argument(
        "--streaming", action="store_true", help="in growing chunks; reports the first one's time"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="same seed, same sound")
    parser.add_argument(
        "--temperature", type=float, default=0.9, metavar="T", help="0 is greedy (default 0.9)"
    )
    parser.add_argument("--top-k", type=int, default=50, metavar="K", help="0 keeps all (default 50)")
    parser.add_argument("--top-p", type=float, default=1.0, metavar="P", help="in (0, 1] (default 1)")
    parser.add_argument("--max-frames", type=int, default=0, metavar="N", help="limit, 80 ms each")
    parser.add_argument(
        "--reference-mode", action="store_true", help="through the published code, to compare"
    )


def model_folder(context: Context, arguments: argparse.Namespace, kind: str) -> str:
    """The model that was named here or in the settings, or the downloaded one of this kind."""
    settings = context.settings().engine
    named: str = arguments.model or settings.model_folder
    if named:
        return named
    from qwentts_desktop.checkpoints.catalogue import ModelKind
    from qwentts_desktop.factory import build_model_store

    found = build_model_store(settings, context.paths).find_for(ModelKind(kind), settings.model_size)
    if found is None:
        raise InvalidRequestError(
            f"There is no downloaded {kind} model. Download one with `qwentts-desktop models download`, "
            "or name one with --model."
        )
    return str(found.folder)


def load_engine(context: Context, arguments: argparse.Namespace, kind: str) -> QwenEngine:
    """The engine for the model that was named or downloaded; loaded, with progress."""
    from qwentts_desktop.engines.qwen.engine import QwenEngine

    settings = context.settings().engine
    engine = QwenEngine(
        model_folder(context, arguments, kind),
        device=arguments.device or settings.device,
        dtype=arguments.dtype or settings.dtype,
        weights=arguments.weights or settings.weights,
        attention=arguments.attention or settings.attention,
        reference_mode=getattr(arguments, "reference_mode", False),
    )
    told: list[str] = []

    def on_progress(progress: LoadProgress) -> None:
        if progress.step not in told:
            told.append(progress.step)
            context.complain(f"{progress.step} ...")

    engine.load(on_progress, threading.Event())
    if engine.info.reason:
        context.complain(engine.info.reason)
    return engine


def speak_into_file(context: Context, engine: QwenEngine, voice: Voice, arguments: argparse.Namespace) -> int:
    """Speak the text, write the file whole or not at all, and report how fast it was."""
    from qwentts_desktop.audio.file_sink import FileSink

    text = context.stdin.read() if arguments.text == "-" else arguments.text
    request = SpeechRequest(
        text,
        voice,
        arguments.language,
        SamplingOptions(
            temperature=arguments.temperature,
            top_k=arguments.top_k,
            top_p=arguments.top_p,
            max_frames=arguments.max_frames,
            seed=arguments.seed,
        ),
        StreamingOptions() if arguments.streaming else StreamingOptions(chunk_frames=_WHOLE),
    )
    started, first, samples, reason = time.perf_counter(), 0.0, 0, None
    with FileSink(arguments.output) as sink:
        for chunk in engine.stream(request, threading.Event()):
            first = first or time.perf_counter() - started
            samples += len(chunk.samples)
            reason = chunk.finish_reason
            sink.write(chunk.samples, chunk.sample_rate_hz)
            if arguments.streaming:
                context.complain(f"{samples / chunk.sample_rate_hz:.2f} s")
    elapsed = time.perf_counter() - started
    seconds = samples / engine.info.sample_rate_hz
    if reason is not FinishReason.END_OF_SPEECH:
        context.complain("The voice did not come to an end by itself and was cut. Listen to the file.")
    begun = f", first sound after {first * 1000:.0f} ms" if arguments.streaming else ""
    context.say(
        f"{arguments.output}: {seconds:.2f} s in {elapsed:.2f} s (RTF {seconds / elapsed:.2f}){begun}, "
        f"{engine.info.name} on {engine.info.device}"
    )
    return ExitCode.OK
