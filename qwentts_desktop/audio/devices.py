"""The machine's output devices, by name and host API, and how to open one. Knows no track and no player."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

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
        self._holders = 0

    def list_devices(self) -> list[OutputDevice]:
        """Devices that can play, as PortAudio saw them last."""
        with self._lock:
            return [_device(listed) for listed in _outputs(load_sounddevice())]

    def hold(self) -> Callable[[], None]:
        """Keep PortAudio from looking again, which would end an open input, until the returned function runs.

        Any thread; the returned function may be called once.
        """
        with self._lock:
            self._holders += 1
        return self._release

    def refresh(self) -> None:
        """Make PortAudio look again (about 40 ms); does nothing while a stream or an input is open."""
        with self._lock:
            if self._holders or (self._stream is not None and self._stream.is_open):
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
            listed = _find(_outputs(sounddevice), device)
            self._stream = DeviceStream(
                sounddevice,
                listed.index,
                _device(listed),
                max_channels=int(listed.facts["max_output_channels"]),
                low_latency_s=float(listed.facts["default_low_output_latency"]),
                preferred_rate_hz=preferred_rate_hz,
            )
            return self._stream

    def now_s(self) -> float:
        """The monotonic clock."""
        return time.monotonic()

    def _release(self) -> None:
        with self._lock:
            self._holders -= 1


@dataclass(frozen=True, eq=False)
class ListedDevice:
    """A device as PortAudio lists it: its index holds until the next refresh, `facts` are PortAudio's own."""

    index: int
    name: str
    host_api: str
    rate_hz: int
    is_default: bool
    facts: dict[str, Any]


def listed_devices(
    sounddevice: ModuleType, side: Literal["input", "output"], none_sentence: str
) -> list[ListedDevice]:
    """Every device with an input or an output.

    Raises:
        AudioError: with `none_sentence`, where PortAudio cannot say.
    """
    try:
        hosts = [host["name"] for host in sounddevice.query_hostapis()]
        default_index = sounddevice.default.device[0 if side == "input" else 1]
        found = sounddevice.query_devices()
    except sounddevice.PortAudioError as error:
        raise AudioError(none_sentence, detail=str(error)) from error
    return [
        ListedDevice(
            index,
            facts["name"],
            hosts[facts["hostapi"]],
            round(facts["default_samplerate"]),
            index == default_index,
            facts,
        )
        for index, facts in enumerate(found)
        if facts[f"max_{side}_channels"] > 0 and hosts[facts["hostapi"]] not in _UNFIT_HOSTS
    ]


def _outputs(sounddevice: ModuleType) -> list[ListedDevice]:
    return listed_devices(sounddevice, "output", _NO_DEVICE)


def _device(listed: ListedDevice) -> OutputDevice:
    return OutputDevice(listed.name, listed.host_api, listed.rate_hz, listed.is_default)


def _find(outputs: list[ListedDevice], wanted: str) -> ListedDevice:
    for listed in outputs:
        if wanted in (_device(listed).label, listed.name) or (not wanted and listed.is_default):
            return listed
    if wanted:
        raise AudioError(
            f"The sound output “{wanted}” is not there. Connect it, or choose another under Audio.",
            detail=f"{len(outputs)} other outputs",
        )
    if outputs:
        return outputs[0]
    raise AudioError(_NO_DEVICE, detail="PortAudio lists no output")
