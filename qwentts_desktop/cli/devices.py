"""`devices`: the sound outputs, by the names that the setting takes."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.exit_codes import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """List them; the default one is marked."""
    from qwentts_desktop.audio.devices import DeviceOutput

    found = DeviceOutput().list_devices()
    if arguments.json:
        context.say(json.dumps([{**asdict(device), "label": device.label} for device in found]))
        return ExitCode.OK
    for device in found:
        context.say(f"{'*' if device.is_default else ' '} {device.label}, {device.default_rate_hz} Hz")
    if not found:
        context.complain("There is no sound output. Connect a loudspeaker or headphones.")
    return ExitCode.OK
