"""An open PortAudio stream: mono in, whatever the device takes out. Knows no track and no player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from qwentts_desktop.audio.output import OutputDevice, Render
from qwentts_desktop.errors import AudioError
from qwentts_desktop.speech.chunk import Samples

ROBUST_LATENCY_S = 0.035
"""At 9 ms a callback in Python underflowed dozens of times in 4 s beside busy threads; at 35 ms never."""
_LARGEST_BLOCK = 65_536


@dataclass(frozen=True)
class StreamFormat:
    """A format to try."""

    rate_hz: int
    channels: int
    dtype: str


def formats_to_try(preferred_rate_hz: int, device_rate_hz: int, max_channels: int) -> Iterator[StreamFormat]:
    """Formats from the best to the most modest: the sound's own rate, the device's; float, then 16 bits."""
    rates = dict.fromkeys((preferred_rate_hz, device_rate_hz, 48_000, 44_100))
    channel_counts = (1, 2) if max_channels >= 2 else (1,)
    for dtype in ("float32", "int16"):
        for rate_hz in rates:
            for channels in channel_counts:
                yield StreamFormat(rate_hz, channels, dtype)


class DeviceStream:
    """A stream of one device, opened in the first format that it takes.

    Args:
        sounddevice: the loaded module.
        index: PortAudio's index of the device, valid until the list is refreshed.
        device: what is known of it.
        max_channels: of the device.
        low_latency_s: the least that the device offers.
        preferred_rate_hz: tried first.

    Raises:
        AudioError: it takes no format.
    """

    def __init__(
        self,
        sounddevice: ModuleType,
        index: int,
        device: OutputDevice,
        *,
        max_channels: int,
        low_latency_s: float,
        preferred_rate_hz: int,
    ) -> None:
        self._sounddevice = sounddevice
        self._device = device
        self._render: Render | None = None
        self._mono: Samples = np.zeros(_LARGEST_BLOCK, np.float32)
        self.is_open = True
        self._latency_s = max(ROBUST_LATENCY_S, low_latency_s)
        formats = formats_to_try(preferred_rate_hz, device.default_rate_hz, max_channels)
        self._format, self._stream = self._open_first(index, formats)

    @property
    def rate_hz(self) -> int:
        """Samples a second."""
        return self._format.rate_hz

    @property
    def latency_s(self) -> float:
        """Seconds behind the callback, as the driver reports."""
        return max(float(self._stream.latency), 0.0)

    @property
    def device_name(self) -> str:
        """Which device."""
        return self._device.name

    @property
    def is_active(self) -> bool:
        """False once it ended by itself, as it does without an error when a device goes away."""
        return bool(self._stream.active)

    def start(self, render: Render) -> None:
        """Begin to call `render` on PortAudio's thread."""
        self._render = render
        try:
            self._stream.start()
        except self._sounddevice.PortAudioError as error:
            raise _refusal(self._device, str(error)) from error

    def abort(self) -> None:
        """End at once. `stop` would hang on a suspended device, and it drops the last samples as well."""
        self._stream.abort(ignore_errors=True)
        self._stream.close(ignore_errors=True)
        self.is_open = False

    def _open_first(self, index: int, formats: Iterator[StreamFormat]) -> tuple[StreamFormat, Any]:
        refused = ""
        for candidate in formats:
            try:
                return candidate, self._open(index, candidate)
            except self._sounddevice.PortAudioError as error:
                refused = refused or str(error)
        raise _refusal(self._device, refused)

    def _open(self, index: int, candidate: StreamFormat) -> Any:
        callback = self._fill_int16 if candidate.dtype == "int16" else self._fill_float
        return self._sounddevice.OutputStream(
            samplerate=candidate.rate_hz,
            device=index,
            channels=candidate.channels,
            dtype=candidate.dtype,
            latency=self._latency_s,
            callback=callback,
            extra_settings=self._extra_settings(),
        )

    def _extra_settings(self) -> Any:
        """WASAPI converts rates and channels only when asked to."""
        if "WASAPI" in self._device.host_api:
            return self._sounddevice.WasapiSettings(auto_convert=True)
        return None

    def _fill_float(self, out: Any, frames: int, _time: Any, _status: Any) -> None:
        out[:] = self._rendered(frames)

    def _fill_int16(self, out: Any, frames: int, _time: Any, _status: Any) -> None:
        block = self._rendered(frames)
        block *= np.float32(32_767.0)
        np.clip(block, -32_768.0, 32_767.0, out=block)
        np.rint(block, out=block)
        np.copyto(out, block, casting="unsafe")

    def _rendered(self, frames: int) -> Any:
        """A block of the renderer's, [frames, 1], in a buffer that is used again."""
        block = self._mono[:frames]
        if self._render is None:
            block[:] = 0.0
        else:
            self._render(block)
        return block[:, None]


def _refusal(device: OutputDevice, detail: str) -> AudioError:
    return AudioError(
        f"The sound output “{device.name}” cannot be opened. Another program may hold it; "
        "choose another device under Audio, or the system's default.",
        detail=detail,
    )
