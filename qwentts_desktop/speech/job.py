"""A request under way. Each job owns its own cancel event; there is no shared one."""

from __future__ import annotations

import itertools
import threading
import time
from dataclasses import dataclass, field

from qwentts_desktop.speech.request import SpeechRequest

_job_ids = itertools.count(1)


@dataclass(frozen=True, eq=False)
class SpeechJob:
    """One request under way.

    Attributes:
        request: what was asked for.
        id: unique in this process, counted up from 1.
        cancel: set to stop this job; an engine looks at it at least once a frame (80 ms of sound).
        first_sentence: where to begin, counted from 0.
        origin_ns: `time.perf_counter_ns()` at the key press, or at the making of the job.
    """

    request: SpeechRequest
    id: int = field(default_factory=lambda: next(_job_ids))
    cancel: threading.Event = field(default_factory=threading.Event)
    first_sentence: int = 0
    origin_ns: int = field(default_factory=time.perf_counter_ns)
