"""Estimates how long a text still takes, from the sentences heard so far. No Qt, no clock of its own."""

from __future__ import annotations

NATURAL_CHARACTERS_PER_S = 14.0
"""Where nothing was heard yet: an unhurried reading of English."""
_MEMORY = 0.3


class TimeLeft:
    """Learns characters a second while a text is read, at natural speed."""

    def __init__(self) -> None:
        self._rate = NATURAL_CHARACTERS_PER_S
        self._since: tuple[int, int, float] | None = None

    def begin(self) -> None:
        """Another text: what was learned about the voice stays."""
        self._since = None

    def interrupted(self) -> None:
        """A pause or a jump: the sentence under way teaches nothing."""
        self._since = None

    def heard(self, sentence: int, start: int, at_s: float, speed: float) -> None:
        """A sentence that starts at this character began to be heard at this moment."""
        if self._since is not None and self._since[0] + 1 == sentence and at_s > self._since[2]:
            rate = (start - self._since[1]) / (at_s - self._since[2]) / speed
            if 1.0 < rate < 100.0:
                self._rate += _MEMORY * (rate - self._rate)
        self._since = (sentence, start, at_s)

    def seconds(self, characters: int, speed: float) -> float:
        """Time for this many characters more, at this speed."""
        return characters / (self._rate * speed)
