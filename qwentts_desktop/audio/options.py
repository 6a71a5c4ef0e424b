"""How the player plays. Plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlayerOptions:
    """What a listener can choose.

    Attributes:
        device: label or name of the output device; empty follows the system's default.
        volume: 0 to 1.
        speed: 0.5 to 2.5, pitch kept.
        cushion_ms: sound gathered before playing starts.
        wake_silence_ms: silence first on a device that was not in use, which may swallow the first syllable.
        keep_open_s: how long a stream stays open in silence after the end or in a pause; at least 0.25, so
            that no driver cuts the end.
    """

    device: str = ""
    volume: float = 1.0
    speed: float = 1.0
    cushion_ms: int = 80
    wake_silence_ms: int = 0
    keep_open_s: float = 5.0
