"""Owns all that B rows need to speak, made once: state, step, codec, and the way of codes to the host."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.codec.decoder import StreamingDecoder
from qwentts_desktop.engines.qwen.config import CODEBOOKS, CODES_A_BOOK
from qwentts_desktop.engines.qwen.decoding.frame import FramePlan
from qwentts_desktop.engines.qwen.decoding.prefill import Prefill
from qwentts_desktop.engines.qwen.decoding.sampling import Choice
from qwentts_desktop.engines.qwen.decoding.sound import SoundMaker
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.decoding.step import FrameStep
from qwentts_desktop.engines.qwen.model.attention import Attention

StepFactory = Callable[[QwenModel, DecodingState], FrameStep]

_SMALLEST_BUCKET = 256


def bucket_for(slots: int, largest: int) -> int:
    """Slots that attention reads where `slots` are filled: powers of two, so that few graphs serve all."""
    bucket = _SMALLEST_BUCKET
    while bucket < slots:
        bucket *= 2
    return min(bucket, largest)


class Workspace:
    """One batch size's memory and machinery; used by one request at a time.

    Attributes:
        state, prefill, step, sound: see their classes.
        codes: [B, K, S] int64, every frame of this request, safe for the codec.
    """

    def __init__(
        self,
        model: QwenModel,
        decoder: StreamingDecoder,
        batch: int,
        slots: int,
        make_step: StepFactory,
        attention: Attention,
    ) -> None:
        self.batch, self.slots = batch, slots
        self.state = DecodingState(model, batch, slots)
        self.step = make_step(model, self.state)
        self.prefill = Prefill(model.talker, self.state, attention)
        self.sound = SoundMaker(decoder, batch)
        device = model.talker.device
        self.codes = torch.zeros((batch, CODEBOOKS, slots), dtype=torch.int64, device=device)
        self.lag = 1 if device.type == "cuda" else 0
        """Frames that are queued before the one before them is looked at."""
        self._first_codes = torch.zeros((slots, batch), dtype=torch.int64, pin_memory=self.lag > 0)
        self._arrivals = [torch.cuda.Event() for _ in range(2)] if self.lag else []  # type: ignore[no-untyped-call]

    def plan(self, filled_slots: int, choice: Choice) -> FramePlan:
        """The plan for a frame where no row has more than these slots filled."""
        return FramePlan(bucket_for(filled_slots, self.slots), choice)

    def plans(self, first: int, last: int, choice: Choice) -> list[FramePlan]:
        """All plans on the way from `first` to `last` filled slots."""
        buckets = sorted({bucket_for(slots, self.slots) for slots in (*range(first, last, 64), last)})
        return [FramePlan(bucket, choice) for bucket in buckets]

    @torch.no_grad()
    def launch(self, frame: int, plan: FramePlan) -> None:
        """Queue the making of frame number `frame`, and the copying of its codes."""
        self.step.run(plan)
        torch.clamp(self.state.codes, max=CODES_A_BOOK - 1, out=self.codes[:, :, frame])
        self._first_codes[frame].copy_(self.state.codes[:, 0], non_blocking=True)
        if self.lag:
            self._arrivals[frame % len(self._arrivals)].record()

    def first_codes(self, frame: int) -> Tensor:
        """Wait until frame number `frame` is there: its codes of codebook 0, [B] int64 on the host.

        The one place where decoding waits for the card.
        """
        if self.lag:
            self._arrivals[frame % len(self._arrivals)].synchronize()
        return self._first_codes[frame]

    def settle(self) -> None:
        """Wait until the card has done all that was queued, also for a run that was left half-way."""
        if self.lag:
            torch.cuda.synchronize(self.codes.device)
