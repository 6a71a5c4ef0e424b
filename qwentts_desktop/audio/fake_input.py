"""A microphone without a sound card for tests: what it hears is said by hand."""

from __future__ import annotations

import numpy as np

from qwentts_desktop.audio.input import InputDevice, Take
from qwentts_desktop.errors import AudioError
from qwentts_desktop.speech.chunk import Samples


class FakeInputStream:
    """Hears what its input is told."""

    def __init__(self, rate_hz: int, take: Take) -> None:
        self._rate_hz = rate_hz
        self.take = take
        self.is_active = True
        self.is_closed = False

    @property
    def rate_hz(self) -> int:
        """As made."""
        return self._rate_hz

    def close(self) -> None:
        """Hear no more."""
        self.is_closed = True
        self.is_active = False


class FakeInput:
    """Devices in memory, the first one the default."""

    def __init__(self, rate_hz: int = 48_000) -> None:
        self.devices = [InputDevice("Microphone", "Fake", rate_hz, is_default=True)]
        self.streams: list[FakeInputStream] = []

    def list_devices(self) -> list[InputDevice]:
        """The devices of now."""
        return list(self.devices)

    def open(self, device: str, take: Take) -> FakeInputStream:
        """Listen to the device of this name or label, or to the default."""
        for known in self.devices:
            if device in (known.name, known.label) or (not device and known.is_default):
                self.streams.append(FakeInputStream(known.default_rate_hz, take))
                return self.streams[-1]
        raise AudioError("There is no microphone. Connect one.", detail="fake")

    # -- what tests call

    @property
    def stream(self) -> FakeInputStream | None:
        """The open stream, or None."""
        return next((one for one in reversed(self.streams) if not one.is_closed), None)

    def hear(self, samples: Samples, block: int = 960) -> None:
        """Let the open stream hear [N] float32 samples at the device's rate, block by block."""
        stream = self.stream
        assert stream is not None, "nobody listens"
        for start in range(0, len(samples), block):
            stream.take(np.asarray(samples[start : start + block], np.float32))

    def unplug(self) -> None:
        """Pull the microphone out: the open stream ends by itself."""
        self.devices = []
        for stream in self.streams:
            stream.is_active = False
