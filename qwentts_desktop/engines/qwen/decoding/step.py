"""Owns what a step is: something that makes one frame. The loop does not know which kind it drives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan, make_frame
from qwentts_desktop.engines.qwen.decoding.state import DecodingState


class FrameStep(Protocol):
    """Makes one frame after another for the one state that it was built for.

    On a card it only queues work on the current stream, and never waits.
    """

    @property
    def name(self) -> str:
        """How it works, in a word or two, for diagnostics."""
        ...

    def prepare(self, plans: Iterable[FramePlan]) -> None:
        """Get ready for these plans; between requests only, since the state's contents may be lost."""
        ...

    def run(self, plan: FramePlan) -> None:
        """Leave the state as decoding/frame.py's `make_frame` does."""
        ...

    def check(self) -> None:
        """Once the frames of a text are made: wait if need be, and make sure that they are worth something.

        Raises:
            EngineError: they are not.
        """
        ...


class EagerStep:
    """Calls one operation after another: any device, and the measure for all other steps."""

    name = "plain"

    def __init__(self, model: QwenModel, state: DecodingState) -> None:
        self._model = model
        self._state = state

    def prepare(self, plans: Iterable[FramePlan]) -> None:
        """Nothing to prepare."""

    def run(self, plan: FramePlan) -> None:
        """Make one frame."""
        make_frame(self._model, self._state, plan)

    def check(self) -> None:
        """Nothing to check: an operation that fails raises."""
