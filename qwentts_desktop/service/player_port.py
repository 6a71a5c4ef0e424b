"""What the service asks of a player and what it expects of a track; audio/ has the real ones."""

from __future__ import annotations

from typing import Protocol

from qwentts_desktop.audio.events import PlayPosition
from qwentts_desktop.audio.track import Track


class SpeechPlayer(Protocol):
    """Plays tracks. Every method may be called from any thread and returns within 100 ms."""

    def play(self, track: Track, at_sentence: int = 0) -> None:
        """Replace at once what plays."""
        ...

    def pause(self) -> None:
        """Fall silent and stay at the sample."""
        ...

    def resume(self) -> None:
        """Go on with the next sample."""
        ...

    def stop(self) -> None:
        """Silence within 100 ms; the track is let go."""
        ...

    def seek(self, sentence: int) -> None:
        """Go on at the start of this sentence, as soon as there is sound of it."""
        ...

    def position(self) -> PlayPosition | None:
        """Where it is; None while nothing plays."""
        ...

    def set_volume(self, volume: float) -> None:
        """0..1."""
        ...

    def set_speed(self, speed: float) -> None:
        """0.5..2.5, pitch kept."""
        ...

    def set_device(self, name: str) -> None:
        """By name; empty follows the system's default."""
        ...

    def set_cushion(self, cushion_ms: int) -> None:
        """Made sound to gather before playing starts."""
        ...

    def set_wake_silence(self, wake_silence_ms: int) -> None:
        """Silence first on a device that was not in use."""
        ...

    def close(self) -> None:
        """Silence at once; threads joined within 2 s."""
        ...
