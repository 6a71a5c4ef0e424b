"""How much sound to gather before playing starts; grows when that was too little. Numbers only."""

from __future__ import annotations

MAX_MS = 2_000.0
_FIRST_GROWTH_MS = 1_000.0


class Cushion:
    """Milliseconds of made sound to wait for.

    Growth stays until the user sets another value: a machine that stalled once stalls again. The first step
    is large, so that one underrun is enough to meet stalls of 300 ms even where two or three come in a row.

    Args:
        base_ms: what the user set.
    """

    def __init__(self, base_ms: float) -> None:
        self._target_ms = base_ms

    @property
    def target_ms(self) -> float:
        """What to gather now."""
        return self._target_ms

    def set_base(self, base_ms: float) -> None:
        """The user chose; what was learned is forgotten."""
        self._target_ms = base_ms

    def grow(self) -> None:
        """It was too little."""
        self._target_ms = min(MAX_MS, max(2.0 * self._target_ms, _FIRST_GROWTH_MS))
