"""How the service behaves. Plain values; the factory fills them from the settings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ServiceOptions:
    """How the service behaves.

    Attributes:
        is_interrupting: a new text ends the one being read; otherwise it waits its turn.
        ahead_seconds: sound made ahead of the sentence being heard, at most (plus one sentence).
        idle_unload_seconds: the engine gives its memory back after this long without work; 0 never.
    """

    is_interrupting: bool = True
    ahead_seconds: float = 30.0
    idle_unload_seconds: float = 600.0
