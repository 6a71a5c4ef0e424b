"""What an output of sound must offer. No library: the real one and the one for tests both fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from qwentts_desktop.audio.sound_device import SoundDevice
from qwentts_desktop.speech.chunk import Samples

Render = Callable[[Samples], None]
"""Fills [N] float32 mono samples in place. Called on the output's own thread; allocates nothing."""


class OutputDevice(SoundDevice):
    """A device that sound can be played on."""


class OutputStream(Protocol):
    """An open output. Methods are called from the player's thread."""

    @property
    def rate_hz(self) -> int:
        """Samples a second that it really runs at."""
        ...

    @property
    def latency_s(self) -> float:
        """Seconds of sound that wait behind the callback."""
        ...

    @property
    def device_name(self) -> str:
        """The device that it plays on."""
        ...

    @property
    def is_active(self) -> bool:
        """False once the output ended without being asked to."""
        ...

    def start(self, render: Render) -> None:
        """Begin to call `render`.

        Raises:
            AudioError: it cannot start.
        """
        ...

    def abort(self) -> None:
        """End at once, drop what is buffered, free the device. Never hangs, never raises."""
        ...


class OutputBackend(Protocol):
    """Opens outputs and lists devices. Methods are called from any one thread at a time."""

    def list_devices(self) -> list[OutputDevice]:
        """The devices as last looked up.

        Raises:
            AudioError: sound cannot be used here at all.
        """
        ...

    def refresh(self) -> None:
        """Look devices up again; no stream may be open."""
        ...

    def open(self, device: str, preferred_rate_hz: int) -> OutputStream:
        """Open an output, not started: `device` by label or name, or the default for an empty one.

        Raises:
            AudioError: there is no such device, or it refuses every format.
        """
        ...

    def now_s(self) -> float:
        """Seconds of a clock that only moves forward; the player measures stalls with it."""
        ...
