"""`extract-voice`: encode a recording once, so that speaking with it needs neither recording nor encoders."""

from __future__ import annotations

import argparse
from pathlib import Path

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode
from qwentts_desktop.cli.neural import add_model_arguments, model_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """REFERENCE, --transcript, --output, and the model."""
    parser.add_argument(
        "reference", type=Path, metavar="REFERENCE", help="a recording, 5 to 15 s of clear speech"
    )
    parser.add_argument(
        "--transcript", default="", metavar="TEXT", help="what it says; without it the voice alone is kept"
    )
    parser.add_argument(
        "--output", type=Path, required=True, metavar="FILE", help="the encoded voice (.safetensors)"
    )
    add_model_arguments(parser, "Base")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Encode and write; the talker is not loaded for it."""
    from qwentts_desktop.engines.qwen.checkpoint import find_model
    from qwentts_desktop.engines.qwen.config import read_config
    from qwentts_desktop.engines.qwen.devices import choose_device
    from qwentts_desktop.engines.qwen.voice_encoder import encode_recording

    folder = find_model(model_folder(context, arguments, "Base"))
    device = choose_device(arguments.device or context.settings().engine.device)
    prompt = encode_recording(folder, read_config(folder), device, arguments.reference, arguments.transcript)
    prompt.save(arguments.output)
    frames = 0 if prompt.codes is None else len(prompt.codes)
    kept = f"recording of {frames} frames and voice" if frames else "voice alone"
    context.say(f"{arguments.output}: {kept}, for {prompt.model}")
    return ExitCode.OK
