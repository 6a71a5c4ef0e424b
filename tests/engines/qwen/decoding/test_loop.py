"""The order in which frames and codec are queued on a card, seen with machinery that only writes it down."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import torch

from qwentts_desktop.engines.qwen.config import FRAME_SAMPLES
from qwentts_desktop.engines.qwen.decoding.guards import FrameLimit
from qwentts_desktop.engines.qwen.decoding.loop import DecodingLoop, SoundPiece, Utterance
from qwentts_desktop.engines.qwen.decoding.sampling import Choice
from qwentts_desktop.engines.qwen.prompt import Prompt
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.request import SamplingOptions, StreamingOptions

EOS = 2150


@dataclass
class Sound:
    """Samples whose value is their frame's number."""

    card: Card
    first: int
    end: int

    @property
    def is_there(self) -> bool:
        return self.card.codec_is_quick

    def wait(self) -> np.ndarray:
        self.card.events.append(f"wait {self.first}-{self.end}")
        frames = np.arange(self.first, self.end, dtype=np.float32)
        return np.repeat(frames, FRAME_SAMPLES)[None]


@dataclass
class Card:
    """A workspace of one row in which frame `ends_at` draws eos."""

    ends_at: int
    codec_is_quick: bool = True
    lag: int = 1
    events: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.codes = torch.arange(512).expand(1, 16, -1)
        self.state = self.step = self.prefill = self.sound = self

    def begin(self, *_: object) -> Choice:
        return Choice()

    def run(self, *_: object) -> None: ...

    def prepare(self, *_: object) -> None: ...

    def plans(self, *_: object) -> None: ...

    def plan(self, *_: object) -> None: ...

    def check(self) -> None:
        self.events.append("check")

    def launch(self, frame: int, _plan: None) -> None:
        self.events.append(f"frame {frame}")

    def first_codes(self, frame: int) -> torch.Tensor:
        self.events.append(f"look {frame}")
        return torch.tensor([EOS if frame >= self.ends_at else 0])

    def start(self, codes: torch.Tensor, *, at_once: bool) -> Sound:
        first, end = int(codes[0, 0, 0]), int(codes[0, 0, -1]) + 1
        self.events.append(f"codec {first}-{end}" + " at once" * at_once)
        return Sound(self, first, end)


def speak(card: Card, frames: int = 200, streaming: StreamingOptions | None = None) -> list[SoundPiece]:
    prompt = Prompt(torch.zeros(10, 4), torch.zeros(3, 4), torch.zeros(4))
    limit = FrameLimit(frames, FinishReason.MAX_FRAMES, expected=10_000)
    utterance = Utterance(prompt, None, SamplingOptions(), 1, limit)
    loop = DecodingLoop(cast(Any, card), EOS)
    return list(loop.run([utterance], streaming or StreamingOptions(), threading.Event()))


def frames_of(pieces: list[SoundPiece]) -> list[float]:
    return [float(x) for x in np.concatenate([p.samples for p in pieces])[::FRAME_SAMPLES]]


def test_the_first_chunk_is_decoded_before_the_second_frame_is_made() -> None:
    card = Card(ends_at=100)
    speak(card, frames=8)
    assert card.events[:6] == ["frame 0", "codec 0-1 at once", "frame 1", "look 0", "frame 2", "codec 1-3"]


def test_the_codec_is_queued_behind_the_last_frame_of_each_chunk_and_no_other() -> None:
    card = Card(ends_at=100)
    speak(card, frames=23)
    queued = [event for event in card.events if event.startswith(("frame", "codec"))]
    assert queued[queued.index("frame 6") :][:2] == ["frame 6", "codec 3-7"]
    assert queued[queued.index("frame 14") :][:2] == ["frame 14", "codec 7-15"]
    assert sum("at once" in event for event in queued) == 1


def test_a_chunk_is_not_waited_for_while_a_listener_has_enough() -> None:
    slow, quick = Card(ends_at=100, codec_is_quick=False), Card(ends_at=100)
    for card in (slow, quick):
        assert frames_of(speak(card, frames=60)) == list(range(60))
    assert slow.events.index("wait 15-23") > slow.events.index("codec 23-31")
    assert quick.events.index("wait 15-23") < quick.events.index("frame 25")
    assert slow.events.index("wait 7-15") < slow.events.index("frame 17")


def test_the_end_may_come_at_any_frame_of_a_chunk_and_nothing_is_heard_beyond() -> None:
    for codec_is_quick in (True, False):
        for ends_at in range(45):
            pieces = speak(Card(ends_at, codec_is_quick))
            assert frames_of(pieces) == list(range(ends_at))
            assert [p.reason for p in pieces[:-1]] == [None] * (len(pieces) - 1)
            assert pieces[-1].reason is FinishReason.END_OF_SPEECH


def test_the_limit_may_be_any_number_of_frames() -> None:
    for frames in range(1, 45):
        pieces = speak(Card(ends_at=100, codec_is_quick=False), frames)
        assert frames_of(pieces) == list(range(frames))
        assert [p.reason for p in pieces].count(FinishReason.MAX_FRAMES) == 1
        assert pieces[-1].reason is FinishReason.MAX_FRAMES
