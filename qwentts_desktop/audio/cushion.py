"""How much sound to gather before playing starts; grows when that was too little. Numbers only."""

from __future__ import annotations

MAX_MS = 2_000.0
_FIRST_GROWTH_MS = 400.0


class Cushion:
    """Milliseconds of made sound to wait for.

    Growth stays until the user sets another value: a machine that stalled once stalls again, and the first
    step is large enough that stalls of 300 ms are met after one underrun.

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
