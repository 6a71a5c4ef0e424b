"""An engine that stalls: what is heard has no hole once the player's cushion has grown."""

from __future__ import annotations

import threading
import time

from qwentts_desktop.audio.events import Starved
from qwentts_desktop.engines.fake import FakeOptions
from tests.service.conftest import Stage

TEXT = " ".join(f"Sentence {number} is one of several." for number in range(6))


class RealTime:
    """Moves an output's clock with the real one."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join(5.0)

    def _run(self):
        due = time.monotonic()
        while not self._over.wait(max(0.0, due - time.monotonic())):
            self._stage.output.advance(10)
            due += 0.010


def test_stalls_of_300_ms_leave_no_hole_after_the_first(make_stage):
    stage = make_stage(
        FakeOptions(
            real_time_factor=3.0, stall_chance=0.08, stall_seconds=0.3, seconds_per_character=0.05, seed=4
        )
    ).start(is_playing=False)
    with RealTime(stage):
        job = stage.say(TEXT)
        stage.wait_finished(job, limit_s=60.0)
        starved = [event for event in stage.player_events if isinstance(event, Starved)]
    assert stage.engine.stalls >= 5
    assert len(starved) <= 1
