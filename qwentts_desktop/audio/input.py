"""What an input of sound must offer. No library: the real one and the one for tests both fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from qwentts_desktop.audio.sound_device import SoundDevice
from qwentts_desktop.speech.chunk import Samples

Take = Callable[[Samples], None]
"""Is given [N] float32 mono samples to keep, on the input's own thread; must return at once."""


class InputDevice(SoundDevice):
    """A device that sound can be recorded from."""


class InputStream(Protocol):
    """An open input that already listens. Any thread, one at a time."""

    @property
    def rate_hz(self) -> int:
        """Samples a second that it really runs at."""
        ...

    @property
    def is_active(self) -> bool:
        """False once the input ended without being asked to."""
        ...

    def close(self) -> None:
        """End at once and free the device. Never hangs, never raises."""
        ...


class InputBackend(Protocol):
    """Lists inputs and opens them. Methods take up to a second: not for the GUI thread."""

    def list_devices(self) -> list[InputDevice]:
        """The devices that can record, looked up now where no sound is playing.

        Raises:
            AudioError: sound cannot be used here at all.
        """
        ...

    def open(self, device: str, take: Take) -> InputStream:
        """Listen to a device, by label or name, or to the default for an empty one.

        Raises:
            AudioError: there is no such device, or it refuses every format.
        """
        ...
