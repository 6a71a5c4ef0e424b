"""What the player tells: small frozen facts. No PCM, no text, no device handle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qwentts_desktop.audio.track import Track


@dataclass(frozen=True, eq=False)
class PlayPosition:
    """Where the player is.

    Attributes:
        track: what plays.
        sentence: which sentence, from 0.
        sample: the sample of that sentence's sound that goes to the device next, at the sentence's own rate.
            During the pause after a sentence it stands at the sentence's length.
    """

    track: Track
    sentence: int
    sample: int


@dataclass(frozen=True, eq=False)
class FirstSampleOut:
    """The first sample after a play or a seek went to the device at this `time.perf_counter_ns()`."""

    track: Track
    at_ns: int


@dataclass(frozen=True, eq=False)
class SentenceHeard:
    """A sentence began to be heard. Comes again when the listener goes back."""

    track: Track
    index: int


@dataclass(frozen=True, eq=False)
class Drained:
    """The track was heard to its end."""

    track: Track


@dataclass(frozen=True, eq=False)
class Starved:
    """Sound ran out because it is not made yet; the player goes on when its cushion is full again."""

    track: Track


@dataclass(frozen=True, eq=False)
class Underrun:
    """Sound was there but came to the device too late: the machine was busy."""

    track: Track


@dataclass(frozen=True)
class DeviceLost:
    """There is no device to play on. The position is kept and the player keeps trying.

    Attributes:
        message: a sentence for the user.
    """

    message: str


@dataclass(frozen=True)
class DeviceBack:
    """Sound goes out again, on this device, from where it was."""

    name: str


PlayerEvent = FirstSampleOut | SentenceHeard | Drained | Starved | Underrun | DeviceLost | DeviceBack

PlayerListener = Callable[[PlayerEvent], None]
"""Called on the player's thread; must return at once and must not raise. It may call the player."""
