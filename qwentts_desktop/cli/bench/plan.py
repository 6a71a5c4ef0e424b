"""What a benchmark speaks and how often. Shared with the peer's process, so standard library only."""

from __future__ import annotations

from dataclasses import dataclass

TEXT = (
    "The harbour lights went out one after another, and nobody on the quay could say why it was so dark. "
    "The boats came home slowly, one by one, with their lamps held high above the water."
)
CHUNKS = (1, 2, 4, 8, 12)
BATCHES = (1, 2, 4, 8)
RAMP = 0
"""The chunk size that means: begin with one frame and grow."""


@dataclass(frozen=True)
class Plan:
    """One benchmark.

    Attributes:
        model: the model folder.
        frames: length of each run, 80 ms each; the end is suppressed until then, so that all runs are alike.
        runs: how many count; one more before them does not.
        chunks: frames a chunk; 0 is the growing ramp.
        batches: how many texts side by side.
        is_thorough: also the voice modes, and the reference path with each attention implementation.
    """

    model: str
    frames: int = 125
    runs: int = 5
    chunks: tuple[int, ...] = (RAMP, *CHUNKS)
    batches: tuple[int, ...] = BATCHES
    is_thorough: bool = True
