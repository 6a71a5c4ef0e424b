"""Where the service gets its engine from. It knows no engine by name; the factory does."""

from __future__ import annotations

from typing import Protocol

from qwentts_desktop.errors import EngineError
from qwentts_desktop.speech.engine import SpeechEngine
from qwentts_desktop.speech.request import SpeechRequest


class EngineSource(Protocol):
    """Decides which engine speaks. Called from the speech thread alone."""

    def current(self, request: SpeechRequest) -> SpeechEngine:
        """The engine for this request, the same object as long as nothing changed; cheap, loads nothing.

        Raises:
            EngineError: there is none.
        """
        ...

    def reject(self, engine: SpeechEngine, error: EngineError) -> bool:
        """Told that `engine` could not load; True where `current` gives another one from now on."""
        ...

    def begin_text(self) -> None:
        """Told that a text begins: engines that were rejected for what may have passed can be tried again."""
        ...


class OneEngine:
    """A source that always gives the same engine."""

    def __init__(self, engine: SpeechEngine) -> None:
        self._engine = engine

    def current(self, request: SpeechRequest) -> SpeechEngine:  # noqa: ARG002 - the protocol's signature
        """The engine."""
        return self._engine

    def reject(self, engine: SpeechEngine, error: EngineError) -> bool:  # noqa: ARG002
        """There is no other."""
        return False

    def begin_text(self) -> None:
        """Nothing was rejected."""
