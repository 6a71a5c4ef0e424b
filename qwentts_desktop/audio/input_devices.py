"""The machine's microphones through PortAudio: which there are, and how one is opened. Keeps no sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from qwentts_desktop.audio.device_stream import StreamFormat, formats_to_try
from qwentts_desktop.audio.devices import DeviceOutput, ListedDevice, listed_devices
from qwentts_desktop.audio.input import InputDevice, Take
from qwentts_desktop.audio.portaudio import load_sounddevice
from qwentts_desktop.errors import AudioError

_NO_DEVICE = "There is no microphone. Connect one, and allow this program to use it in the system's settings."
_BLOCK_S = 0.02


class DeviceInput:
    """Real input through PortAudio, beside the process's output: both share PortAudio's one list of devices.

    Args:
        output: the process's output, which looks devices up and must not while an input is open.
    """

    def __init__(self, output: DeviceOutput) -> None:
        self._output = output

    def list_devices(self) -> list[InputDevice]:
        """Devices that can record; newly connected ones too, unless something plays right now."""
        self._output.refresh()
        return [_device(one) for one in _inputs(load_sounddevice())]

    def open(self, device: str, take: Take) -> MicrophoneStream:
        """Listen to the device of this label or name, or to the default."""
        release = self._output.hold()
        try:
            sounddevice = load_sounddevice()
            return MicrophoneStream(sounddevice, _find(_inputs(sounddevice), device), take, release)
        except BaseException:
            release()
            raise


class MicrophoneStream:
    """An open PortAudio input: whatever the device gives in, mono out.

    Args:
        sounddevice: the loaded module.
        listed: the device.
        take: is given the sound, on PortAudio's thread.
        release: called once when it is closed.

    Raises:
        AudioError: the device takes no format.
    """

    def __init__(
        self, sounddevice: ModuleType, listed: ListedDevice, take: Take, release: Callable[[], None]
    ) -> None:
        self._sounddevice = sounddevice
        self._listed = listed
        self._take = take
        self._release = release
        channels = int(listed.facts["max_input_channels"])
        # The device's own rate comes first: converting 48 kHz afterwards sounds better than any driver's way.
        formats = formats_to_try(listed.rate_hz, listed.rate_hz, channels)
        self._format, self._stream = self._open_first(formats)

    @property
    def rate_hz(self) -> int:
        """Samples a second."""
        return self._format.rate_hz

    @property
    def is_active(self) -> bool:
        """False once it ended by itself, as when a device is pulled out."""
        return bool(self._stream.active)

    def close(self) -> None:
        """End at once; `abort` because `stop` hangs on a suspended device."""
        self._stream.abort(ignore_errors=True)
        self._stream.close(ignore_errors=True)
        release, self._release = self._release, _nothing
        release()

    def _open_first(self, formats: Iterator[StreamFormat]) -> tuple[StreamFormat, Any]:
        refused = ""
        for candidate in formats:
            try:
                return candidate, self._start(candidate)
            except self._sounddevice.PortAudioError as error:
                refused = refused or str(error)
        raise AudioError(
            f"The microphone “{self._listed.name}” cannot be opened. Another program may hold it, or the "
            "system does not allow it: look at its privacy settings, or choose another device.",
            detail=refused,
        )

    def _start(self, candidate: StreamFormat) -> Any:
        stream = self._sounddevice.InputStream(
            samplerate=candidate.rate_hz,
            blocksize=round(_BLOCK_S * candidate.rate_hz),
            device=self._listed.index,
            channels=candidate.channels,
            dtype=candidate.dtype,
            callback=self._on_int16 if candidate.dtype == "int16" else self._on_float,
        )
        try:
            stream.start()
        except self._sounddevice.PortAudioError:
            stream.close(ignore_errors=True)
            raise
        return stream

    def _on_float(self, block: Any, _frames: int, _time: Any, _status: Any) -> None:
        self._take(block.mean(axis=1, dtype="float32"))

    def _on_int16(self, block: Any, _frames: int, _time: Any, _status: Any) -> None:
        self._take(block.mean(axis=1, dtype="float32") / 32_768.0)


def _nothing() -> None:
    """It is closed already."""


def _inputs(sounddevice: ModuleType) -> list[ListedDevice]:
    return listed_devices(sounddevice, "input", _NO_DEVICE)


def _device(listed: ListedDevice) -> InputDevice:
    return InputDevice(listed.name, listed.host_api, listed.rate_hz, listed.is_default)


def _find(inputs: list[ListedDevice], wanted: str) -> ListedDevice:
    for listed in inputs:
        if wanted in (_device(listed).label, listed.name) or (not wanted and listed.is_default):
            return listed
    if wanted:
        raise AudioError(
            f"The microphone “{wanted}” is not there. Connect it, or choose another one.",
            detail=f"{len(inputs)} other inputs",
        )
    if inputs:
        return inputs[0]
    raise AudioError(_NO_DEVICE, detail="PortAudio lists no input")
