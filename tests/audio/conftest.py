"""A player on an output without a sound card, moved by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qwentts_desktop.audio.events import PlayerEvent
from qwentts_desktop.audio.fake_output import FakeOutput
from qwentts_desktop.audio.options import PlayerOptions
from qwentts_desktop.audio.player import Player
from qwentts_desktop.speech.chunk import Samples


class PlayerRig:
    """A player, its fake output and the events so far."""

    def __init__(self, rate_hz: int = 24_000, latency_s: float = 0.0, **options: object) -> None:
        self.output = FakeOutput(rate_hz, latency_s)
        self.events: list[PlayerEvent] = []
        self.player = Player(self.output, PlayerOptions(**options), self.events.append)  # type: ignore[arg-type]

    def advance(self, milliseconds: float) -> Samples:
        """Move time; what was rendered in it."""
        return self.output.advance(milliseconds, self.player.settle)

    def told(self, kind: type) -> list[PlayerEvent]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def place(self) -> tuple[int, int] | None:
        """(sentence, sample) of the position, or None."""
        position = self.player.position()
        return (position.sentence, position.sample) if position else None


@pytest.fixture
def rig() -> Iterator[PlayerRig]:
    made = PlayerRig()
    yield made
    made.player.close()


@pytest.fixture
def rig_44k() -> Iterator[PlayerRig]:
    made = PlayerRig(rate_hz=44_100)
    yield made
    made.player.close()
