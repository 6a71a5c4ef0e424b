"""Owns a loaded model that speaks: one text as a stream, or many at once. Knows no files and no settings.

One run at a time: a second thread waits for its turn.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.checkpoint import QwenModel
from qwentts_desktop.engines.qwen.codec.decoder import StreamingDecoder
from qwentts_desktop.engines.qwen.codec.state import SavedState
from qwentts_desktop.engines.qwen.decoding.graph import GraphCaptureError
from qwentts_desktop.engines.qwen.decoding.guards import limit_for
from qwentts_desktop.engines.qwen.decoding.loop import DecodingLoop, SoundPiece, Utterance
from qwentts_desktop.engines.qwen.decoding.sampling import Choice, check_sampling
from qwentts_desktop.engines.qwen.decoding.state import DecodingState
from qwentts_desktop.engines.qwen.decoding.step import EagerStep, FrameStep
from qwentts_desktop.engines.qwen.decoding.workspace import StepFactory, Workspace
from qwentts_desktop.engines.qwen.model.attention import attention_by_name
from qwentts_desktop.engines.qwen.prompt import PromptBuilder, PromptSpec
from qwentts_desktop.engines.qwen.turns import Turns
from qwentts_desktop.errors import (
    EngineError,
    EngineUnavailableError,
    InvalidRequestError,
    OutOfMemoryError,
)
from qwentts_desktop.speech.chunk import FinishReason, Samples
from qwentts_desktop.speech.request import SamplingOptions, StreamingOptions

_LOG = logging.getLogger(__name__)
_RESERVED_SLOTS = 2
"""For a frame made beyond the end, and one to spare."""
_OTHER_SEED = 0x9E3779B97F4A7C15
_KEPT_VOICES = 8
_BATCH_SIZES = (1, 2, 4, 8)
_UNHURRIED_FRAMES = 24
"""What the codec takes at a time where nobody waits for the first chunk."""


@dataclass(frozen=True, eq=False)
class Speech:
    """What became of one text.

    Attributes:
        samples: [N] float32 at 24 kHz.
        reason: why it ended.
        seed: with which it was drawn.
        attempts: 1, or 2 if the first one did not end.
    """

    samples: Samples
    reason: FinishReason
    seed: int
    attempts: int


class Synthesizer:
    """Speaks with one model.

    Args:
        model, decoder: loaded, on one device.
        slots: the longest prompt and speech together.
        attention: of the prefill; "sdpa", "eager" or "flash_attention_2".
        steps: ways to make frames, the best first; one that cannot run here gives way to the next.
    """

    def __init__(
        self,
        model: QwenModel,
        decoder: StreamingDecoder,
        *,
        slots: int = 2048,
        attention: str = "sdpa",
        steps: Sequence[StepFactory] = (EagerStep,),
    ) -> None:
        self.model = model
        self.fallback_reason = ""
        self._decoder = decoder
        self._slots = slots
        self._attention = attention_by_name(attention)
        self._prompts = PromptBuilder(model)
        self._steps = list(steps)
        self._workspaces: dict[int, Workspace] = {}
        self._used: dict[int, StepFactory] = {}
        self._heard: dict[int, tuple[Tensor, SavedState]] = {}
        self._turns = Turns()

    @property
    def step_name(self) -> str:
        """How frames are made, for diagnostics."""
        return self._workspace(1).step.name

    def warm_up(self, prefill_length: int = 100, streaming: StreamingOptions | None = None) -> None:
        """Record graphs and load kernels, so that the first text starts as fast as any other.

        Args:
            prefill_length: tokens of a usual prompt.
            streaming: whose chunk sizes to prepare.
        """
        streaming = streaming or StreamingOptions()
        with self._turns.turn(), self._ready():
            work = self._prepared(1, prefill_length)
            work.sound.prepare(streaming.frames_of_chunk(i) for i in range(len(streaming.ramp) + 1))
            work.prefill.prepare(prefill_length)

    def stream(
        self,
        spec: PromptSpec,
        sampling: SamplingOptions | None = None,
        streaming: StreamingOptions | None = None,
        cancel: threading.Event | None = None,
    ) -> Iterator[SoundPiece]:
        """Speak one text, piece by piece.

        If nothing audible came before the length guard stopped it, it is tried once more with another seed;
        what was heard cannot be taken back, so then it is only reported.

        Raises:
            InvalidRequestError, VoiceError: before anything runs.
        """
        sampling, streaming = sampling or SamplingOptions(), streaming or StreamingOptions()
        cancel = cancel or threading.Event()
        with self._turns.turn(), self._ready():
            utterance = self._utterance(spec, sampling, _seed_of(sampling))
            loop = DecodingLoop(self._workspace(1), self.model.config.codec.eos)
            for piece in loop.run([utterance], streaming, cancel):
                if piece.reason is FinishReason.LENGTH_GUARD and not piece.heard_anything:
                    yield replace(piece, reason=None)
                    second = replace(utterance, seed=utterance.seed ^ _OTHER_SEED)
                    yield from loop.run([second], streaming, cancel)
                    return
                yield piece

    def generate(
        self,
        specs: Sequence[PromptSpec],
        sampling: Sequence[SamplingOptions],
        cancel: threading.Event | None = None,
    ) -> list[Speech]:
        """Speak many texts, up to eight side by side; each sounds as it would alone.

        Texts that do not end are tried once more with another seed, and the second attempt counts.

        Args:
            specs: B texts. sampling: one for each.
            cancel: ends all of them early.
        """
        cancel = cancel or threading.Event()
        with self._turns.turn(), self._ready():
            utterances = [
                self._utterance(*pair, _seed_of(pair[1])) for pair in zip(specs, sampling, strict=True)
            ]
            speeches = self._attempts(utterances, cancel, attempt=1)
            runaways = [i for i, s in enumerate(speeches) if s.reason is FinishReason.LENGTH_GUARD]
            if runaways and not cancel.is_set():
                again = [replace(utterances[i], seed=utterances[i].seed ^ _OTHER_SEED) for i in runaways]
                second = self._attempts(again, cancel, attempt=2)
                for index, speech in zip(runaways, second, strict=True):
                    speeches[index] = speech
            return speeches

    def release(self) -> None:
        """Let go of caches, graphs and voices; the model stays."""
        with self._turns.turn():
            self._forget(list(self._workspaces))
            self._heard.clear()

    def _attempts(
        self, utterances: Sequence[Utterance], cancel: threading.Event, attempt: int
    ) -> list[Speech]:
        speeches: list[Speech] = []
        for first in range(0, len(utterances), _BATCH_SIZES[-1]):
            group = utterances[first : first + _BATCH_SIZES[-1]]
            speeches += self._attempt(group, cancel, attempt)
        return speeches

    def _attempt(
        self, utterances: Sequence[Utterance], cancel: threading.Event, attempt: int
    ) -> list[Speech]:
        """Batches are of a few sizes only, for which steps are made; rows to spare repeat the last text."""
        size = next(size for size in _BATCH_SIZES if size >= len(utterances))
        longest = max(len(u.prompt.embedded) for u in utterances)
        room = self._slots - longest - _RESERVED_SLOTS  # all rows move on until the last one ends
        rows = [replace(u, limit=u.limit.within(room)) for u in utterances]
        rows += rows[-1:] * (size - len(rows))
        work = self._prepared(size, longest)
        loop = DecodingLoop(work, self.model.config.codec.eos)
        parts: list[list[Samples]] = [[] for _ in rows]
        reasons = [FinishReason.CANCELLED] * size
        for piece in loop.run(rows, StreamingOptions(chunk_frames=_UNHURRIED_FRAMES), cancel):
            parts[piece.row].append(piece.samples)
            reasons[piece.row] = piece.reason or reasons[piece.row]
        return [
            Speech(np.concatenate(parts[row]), reasons[row], utterance.seed, attempt)
            for row, utterance in enumerate(utterances)
        ]

    def _utterance(self, spec: PromptSpec, sampling: SamplingOptions, seed: int) -> Utterance:
        check_sampling(sampling)
        prompt = self._prompts.build(spec)
        room = self._slots - len(prompt.embedded) - _RESERVED_SLOTS
        limit = limit_for(spec.text, sampling.max_frames, room)
        if len(prompt.text) >= self._slots:
            raise InvalidRequestError(
                "This text is too long to be spoken at once. Split it into shorter parts."
            )
        return Utterance(prompt, self._heard_by_codec(prompt.context), sampling, seed, limit)

    def _heard_by_codec(self, context: Tensor | None) -> SavedState | None:
        """The codec's memory of a voice's recording, computed once for each of the last few voices."""
        if context is None:
            return None
        known = self._heard.pop(id(context), None)
        if known is None:
            known = context, self._workspace(1).sound.prime(context)
        self._heard[id(context)] = known  # holding the tensor keeps its id its own
        while len(self._heard) > _KEPT_VOICES:
            del self._heard[next(iter(self._heard))]
        return known[1]

    def _prepared(self, batch: int, prefill_length: int) -> Workspace:
        """A workspace whose step is ready for usual texts, by the best way that works here."""
        end = min(prefill_length + 250, self._slots)
        while True:
            work = self._workspace(batch)
            try:
                work.step.prepare(work.plans(min(prefill_length, end), end, Choice()))
                return work
            except GraphCaptureError as error:
                self._give_up(self._used[batch], error)

    def _workspace(self, batch: int) -> Workspace:
        """The memory for this batch size: that for one text is kept, and beside it that of the last batch."""
        if batch not in self._workspaces:
            self._forget([size for size in self._workspaces if size != 1])
            self._workspaces[batch] = Workspace(
                self.model, self._decoder, batch, self._slots, self._make_step, self._attention
            )
        return self._workspaces[batch]

    def _forget(self, sizes: Sequence[int]) -> None:
        """Let workspaces go once the card no longer works in their memory."""
        for size in sizes:
            self._workspaces.pop(size).settle()

    def _make_step(self, model: QwenModel, state: DecodingState) -> FrameStep:
        """The best step that can be built for this state; another batch size may have another."""
        for make_step in self._steps:
            self._used[state.batch] = make_step
            try:
                return make_step(model, state)
            except EngineUnavailableError as error:
                if make_step is self._steps[-1]:
                    raise
                self._explain(error)
        raise EngineError("No way to make frames was given.")

    def _give_up(self, make_step: StepFactory, error: EngineError) -> None:
        """Never try this way again; the last one must work."""
        if make_step is self._steps[-1]:
            raise error
        self._explain(error)
        self._steps.remove(make_step)
        self._forget(list(self._workspaces))

    def _explain(self, error: EngineError) -> None:
        _LOG.warning("a slower way to make frames is used: %s (%s)", error.message, error.detail)
        self.fallback_reason = self.fallback_reason or error.message

    def _ready(self) -> _OnDevice:
        return _OnDevice(self.model.talker.device)


class _OnDevice:
    """Makes the card current for this thread, and turns its "out of memory" into a sentence."""

    def __init__(self, device: torch.device) -> None:
        self._device = device

    def __enter__(self) -> None:
        if self._device.type == "cuda":
            torch.cuda.set_device(self._device)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, torch.OutOfMemoryError):
            raise OutOfMemoryError(
                "The card's memory is used up. Close programs that use it, or choose the smaller model.",
                detail=str(error),
            ) from error


def _seed_of(sampling: SamplingOptions) -> int:
    return secrets.randbits(63) if sampling.seed is None else sampling.seed
