"""The machine's output devices, by name and host API, and how to open one. Knows no track and no player."""

from __future__ import annotations

import threading
import time
from types import ModuleType
from typing import Any

from qwentts_desktop.audio.device_stream import DeviceStream
from qwentts_desktop.audio.output import OutputDevice
from qwentts_desktop.audio.portaudio import load_sounddevice
from qwentts_desktop.errors import AudioError

_UNFIT_HOSTS = frozenset({"Windows WDM-KS"})
"""They take a device away from every other program; the same devices are listed by other host APIs."""
_NO_DEVICE = "There is no sound output. Connect a loudspeaker or headphones, or start the sound server."


class DeviceOutput:
    """Real output through PortAudio. Make one in a process: PortAudio's list of devices is the process's.

    Any thread may list devices; the player's thread opens and refreshes.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stream: DeviceStream | None = None

    def list_devices(self) -> list[OutputDevice]:
        """Devices that can play, as PortAudio saw them last."""
        with self._lock:
            return [device for _, device, _ in _outputs(load_sounddevice())]

    def refresh(self) -> None:
        """Make PortAudio look again (about 40 ms); does nothing while a stream is open."""
        with self._lock:
            if self._stream is not None and self._stream.is_open:
                return
            sounddevice = load_sounddevice()
            try:
                sounddevice._terminate()
                sounddevice._initialize()
            except sounddevice.PortAudioError as error:
                raise AudioError(_NO_DEVICE, detail=str(error)) from error

    def open(self, device: str, preferred_rate_hz: int) -> DeviceStream:
        """Open the device of this label or name, or the default."""
        with self._lock:
            sounddevice = load_sounddevice()
            index, known, facts = _find(_outputs(sounddevice), device)
            self._stream = DeviceStream(
                sounddevice,
                index,
                known,
                max_channels=int(facts["max_output_channels"]),
                low_latency_s=float(facts["default_low_output_latency"]),
                preferred_rate_hz=preferred_rate_hz,
            )
            return self._stream

    def now_s(self) -> float:
        """The monotonic clock."""
        return time.monotonic()


def _outputs(sounddevice: ModuleType) -> list[tuple[int, OutputDevice, dict[str, Any]]]:
    """(PortAudio's index, device, PortAudio's facts) of every device with an output."""
    try:
        hosts = [host["name"] for host in sounddevice.query_hostapis()]
        default_index = sounddevice.default.device[1]
        found = sounddevice.query_devices()
    except sounddevice.PortAudioError as error:
        raise AudioError(_NO_DEVICE, detail=str(error)) from error
    return [
        (
            index,
            OutputDevice(
                facts["name"],
                hosts[facts["hostapi"]],
                round(facts["default_samplerate"]),
                index == default_index,
            ),
            facts,
        )
        for index, facts in enumerate(found)
        if facts["max_output_channels"] > 0 and hosts[facts["hostapi"]] not in _UNFIT_HOSTS
    ]


def _find(
    outputs: list[tuple[int, OutputDevice, dict[str, Any]]], wanted: str
) -> tuple[int, OutputDevice, dict[str, Any]]:
    for output in outputs:
        device = output[1]
        if wanted in (device.label, device.name) or (not wanted and device.is_default):
            return output
    if wanted:
        raise AudioError(
            f"The sound output “{wanted}” is not there. Connect it, or choose another under Audio.",
            detail=f"{len(outputs)} other outputs",
        )
    if outputs:
        return outputs[0]
    raise AudioError(_NO_DEVICE, detail="PortAudio lists no output")
