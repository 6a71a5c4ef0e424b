"""Owns the way from prompts to pieces of sound: frame after frame, until each row ends. Knows no request.

On a card one frame is always queued ahead: while the host looks at frame n, frame n + 1 is being made. The
codec is queued as soon as the last frame of a chunk is, before the host has seen a single code of it: what it
makes of frames beyond a row's end is dropped.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from qwentts_desktop.engines.qwen.codec.state import SavedState
from qwentts_desktop.engines.qwen.config import FRAME_SAMPLES
from qwentts_desktop.engines.qwen.decoding.guards import FrameLimit, SilenceGuard
from qwentts_desktop.engines.qwen.decoding.sampling import Choice, choice_for
from qwentts_desktop.engines.qwen.decoding.sound import PendingSound
from qwentts_desktop.engines.qwen.decoding.workspace import Workspace
from qwentts_desktop.engines.qwen.prompt import Prompt
from qwentts_desktop.speech.chunk import FinishReason, Samples
from qwentts_desktop.speech.request import SamplingOptions, StreamingOptions

_AWAITED_CHUNKS = 4
"""From then on a listener has more than half a second in hand."""


@dataclass(frozen=True, eq=False)
class Utterance:
    """What one row speaks.

    Attributes:
        prompt: what the talker reads. heard: what the codec heard before, for a voice with a recording.
        sampling, seed: how codes are drawn. limit: how long it may take.
    """

    prompt: Prompt
    heard: SavedState | None
    sampling: SamplingOptions
    seed: int
    limit: FrameLimit


@dataclass(frozen=True, eq=False)
class SoundPiece:
    """The next sound of one row.

    Attributes:
        row: whose.
        samples: [F * 1920] float32, owned by the receiver; empty at an end without sound.
        reason: why the row ended, in its last piece.
        heard_anything: whether anything audible came so far.
    """

    row: int
    samples: Samples
    reason: FinishReason | None
    heard_anything: bool


@dataclass(frozen=True)
class _Chunk:
    """Frames `first` up to, not including, `end`.

    is_awaited: whether a listener may have nothing else to hear.
    """

    first: int
    end: int
    is_awaited: bool = True


class _Row:
    """How far one row has come."""

    def __init__(self, limit: FrameLimit, text_frames: int) -> None:
        self.limit = limit
        self.text_frames = max(text_frames, limit.expected)
        self.guard = SilenceGuard()
        self.frames = 0
        self.reason: FinishReason | None = None
        self.told = False

    def take(self, first_code: int, eos: int) -> None:
        """Count one more frame, or find that the row has ended."""
        if self.reason is not None:
            return
        if first_code == eos:
            self.reason = FinishReason.END_OF_SPEECH
            return
        self.frames += 1
        if self.frames >= self.limit.frames:
            self.reason = self.limit.reason

    def end(self, reason: FinishReason) -> None:
        """End it now unless it has ended."""
        self.reason = self.reason or reason

    def piece(self, index: int, chunk: _Chunk, sound: Samples) -> SoundPiece | None:
        """This row's share of a chunk's sound [F * 1920]; None if the row had ended before."""
        if self.told:
            return None
        count = max(self.frames - chunk.first, 0) * FRAME_SAMPLES
        samples = sound[:count].copy()
        self.guard.listen(samples)
        if self.guard.is_over and self.frames >= self.text_frames:
            self.end(FinishReason.SILENCE_GUARD)
            self.frames = min(self.frames, chunk.end)
        self.told = self.reason is not None and self.frames <= chunk.end
        reason = self.reason if self.told else None
        return SoundPiece(index, samples, reason, self.guard.heard_anything)


class DecodingLoop:
    """Drives a workspace. One run at a time; a run that is left half-way is forgotten by the next."""

    def __init__(self, workspace: Workspace, eos: int) -> None:
        self._workspace = workspace
        self._eos = eos

    def run(
        self, utterances: Sequence[Utterance], streaming: StreamingOptions, cancel: threading.Event
    ) -> Iterator[SoundPiece]:
        """Speak B utterances side by side.

        Yields each row's sound in order; its last piece carries the reason. After `cancel` no frame is begun.
        """
        rows = [_Row(u.limit, len(u.prompt.text)) for u in utterances]
        frames = _Frames(self._workspace, utterances, self._begin(utterances, streaming))
        chunks = _Chunks(self._workspace, streaming)
        while any(row.reason is None for row in rows) and not cancel.is_set():
            for queued in frames.queue_ahead():
                chunks.follow(queued)
            yield from _pieces(rows, chunks.ready(frames.seen))
            for row, code in zip(rows, frames.next_codes(), strict=True):
                row.take(code, self._eos)
        if not cancel.is_set():
            chunks.end(max(row.frames for row in rows))
            self._workspace.step.check()
            yield from _pieces(rows, chunks.rest())
        for row in rows:
            row.end(FinishReason.CANCELLED)
        yield from _pieces(rows, [(_Chunk(frames.seen, frames.seen), np.zeros((len(rows), 0), np.float32))])

    def _begin(self, utterances: Sequence[Utterance], streaming: StreamingOptions) -> Choice:
        work = self._workspace
        longest = max(len(u.prompt.embedded) for u in utterances)
        last = max(u.limit.frames for u in utterances)
        needed = choice_for([u.sampling for u in utterances])
        work.step.prepare(work.plans(longest + 1, longest + last, needed))
        work.sound.prepare([streaming.frames_of_chunk(i) for i in range(len(streaming.ramp) + 1)])
        work.sound.begin([u.heard for u in utterances])
        prompts = [u.prompt for u in utterances]
        choice = work.state.begin(prompts, [u.sampling for u in utterances], [u.seed for u in utterances])
        work.prefill.run(prompts)
        return choice


class _Frames:
    """Frames being made: some queued ahead, the rest seen by the host."""

    def __init__(self, workspace: Workspace, utterances: Sequence[Utterance], choice: Choice) -> None:
        self._workspace = workspace
        self._choice = choice
        self._longest = max(len(u.prompt.embedded) for u in utterances)
        self._last = max(u.limit.frames for u in utterances)
        self._queued = 0
        self.seen = 0

    def queue_ahead(self) -> Iterator[int]:
        """Queue frames until the device has enough; after each, yield how many were queued."""
        while self._queued < min(self.seen + 1 + self._workspace.lag, self._last):
            filled = self._longest + self._queued + 1
            self._workspace.launch(self._queued, self._workspace.plan(filled, self._choice))
            self._queued += 1
            yield self._queued

    def next_codes(self) -> list[int]:
        """Wait for the next frame: each row's code of codebook 0."""
        codes: list[int] = self._workspace.first_codes(self.seen).tolist()
        self.seen += 1
        return codes


class _Chunks:
    """Frames gathered into chunks, and the chunks that the codec has in hand, the oldest first."""

    def __init__(self, workspace: Workspace, streaming: StreamingOptions) -> None:
        self._workspace = workspace
        self._streaming = streaming
        self._index = self._first = 0
        self._in_hand: deque[tuple[_Chunk, PendingSound]] = deque()

    def follow(self, queued: int) -> None:
        """Hand the frames since the last chunk over if they are enough; `queued` counts all frames."""
        if queued - self._first >= self._streaming.frames_of_chunk(self._index):
            self._hand_over(queued)

    def end(self, sounding: int) -> None:
        """Hand over what is left of the frames up to the last row's end."""
        if sounding > self._first:
            self._hand_over(sounding)

    def ready(self, seen: int) -> Iterator[tuple[_Chunk, Samples]]:
        """Chunks whose frames the host has seen, with their sound [B, F * 1920].

        The first ones are waited for, as a listener waits too; a later one only if the next is in hand, so
        that it does not hold up the frames.
        """
        while self._in_hand:
            chunk, sound = self._in_hand[0]
            is_due = chunk.is_awaited or len(self._in_hand) > 1 or sound.is_there
            if chunk.end > seen or not is_due:
                return
            self._in_hand.popleft()
            yield chunk, sound.wait()

    def rest(self) -> Iterator[tuple[_Chunk, Samples]]:
        """All chunks in hand."""
        while self._in_hand:
            chunk, sound = self._in_hand.popleft()
            yield chunk, sound.wait()

    def _hand_over(self, end: int) -> None:
        codes = self._workspace.codes[:, :, self._first : end]
        sound = self._workspace.sound.start(codes, at_once=self._index == 0)
        self._in_hand.append((_Chunk(self._first, end, self._index < _AWAITED_CHUNKS), sound))
        self._first, self._index = end, self._index + 1


def _pieces(rows: Sequence[_Row], chunks: Iterable[tuple[_Chunk, Samples]]) -> Iterator[SoundPiece]:
    """Each row's share of each chunk."""
    for chunk, sound in chunks:
        for index, row in enumerate(rows):
            piece = row.piece(index, chunk, sound[index])
            if piece is not None:
                yield piece
