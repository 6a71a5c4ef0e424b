"""What inputs and outputs of sound have in common as devices. No library."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SoundDevice:
    """A device as a user chooses it.

    Attributes:
        name: as the system shows it; with the host API it identifies the device, an index does not.
        host_api: such as "ALSA", "MME" or "Windows WASAPI".
        default_rate_hz: the rate that the device itself prefers.
        is_default: whether the system takes this one when nobody chooses.
    """

    name: str
    host_api: str
    default_rate_hz: int
    is_default: bool = False

    @property
    def label(self) -> str:
        """What tells it from all others, and what a setting stores: name and host API."""
        return f"{self.name} ({self.host_api})"
