"""The doctor's trial of sound: `python -m qwentts_desktop.cli.sound_probe`. PortAudio may crash in it."""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any

_WAIT_S = 2.0


def main() -> None:
    """List the outputs, play a moment of silence on the default one, tell a line of JSON."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    out.write(json.dumps(_try_sound()) + "\n")
    out.close()
    sys.stderr.flush()
    os._exit(0)  # taking PortAudio down can hang on a suspended device


def _try_sound() -> dict[str, Any]:
    from qwentts_desktop.audio.devices import DeviceOutput
    from qwentts_desktop.errors import AudioError

    output = DeviceOutput()
    facts: dict[str, Any] = {"outputs": 0, "default": "", "is_heard": False, "error": ""}
    try:
        devices = output.list_devices()
        facts["outputs"] = len(devices)
        facts["default"] = next((device.label for device in devices if device.is_default), "")
        taken = threading.Event()
        stream = output.open("", 24_000)
        facts["rate_hz"] = stream.rate_hz

        def silence(block: Any) -> None:
            block[:] = 0.0
            taken.set()

        stream.start(silence)
        facts["is_heard"] = taken.wait(_WAIT_S)
        stream.abort()
    except AudioError as error:
        facts["error"] = error.message
    return facts


if __name__ == "__main__":
    main()
