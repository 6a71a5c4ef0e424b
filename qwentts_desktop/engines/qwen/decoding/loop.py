"""Owns the way from prompts to pieces of sound: frame after frame, until each row ends. Knows no request.

On a card one frame is always queued ahead: while the host looks at frame n, frame n + 1 is being made, and
the codec works beside it. A frame made beyond a row's end is dropped.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
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

    def piece(self, index: int, sound: Samples, first_frame: int) -> SoundPiece | None:
        """This row's share of a chunk's sound [F * 1920]; None if the row had ended before."""
        if self.told:
            return None
        count = max(self.frames - first_frame, 0) * FRAME_SAMPLES
        samples = sound[:count].copy()
        self.guard.listen(samples)
        if self.guard.is_over and self.frames >= self.text_frames:
            self.end(FinishReason.SILENCE_GUARD)
        self.told = self.reason is not None
        return SoundPiece(index, samples, self.reason, self.guard.heard_anything)


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
            frames.keep_ahead()
            yield from _pieces(rows, chunks.finished())
            for row, code in zip(rows, frames.next_codes(), strict=True):
                row.take(code, self._eos)
            chunks.advance(frames.seen, max(row.frames for row in rows), all(row.reason for row in rows))
        if not cancel.is_set():
            self._workspace.step.check()
            yield from _pieces(rows, chunks.finished())
        for row in rows:
            row.end(FinishReason.CANCELLED)
        yield from _pieces(rows, (frames.seen, np.zeros((len(rows), 0), np.float32)))

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
        self._launched = 0
        self.seen = 0

    def keep_ahead(self) -> None:
        """Queue frames until as many are under way as the device should have."""
        while self._launched < min(self.seen + 1 + self._workspace.lag, self._last):
            filled = self._longest + self._launched + 1
            self._workspace.launch(self._launched, self._workspace.plan(filled, self._choice))
            self._launched += 1

    def next_codes(self) -> list[int]:
        """Wait for the next frame: each row's code of codebook 0."""
        codes: list[int] = self._workspace.first_codes(self.seen).tolist()
        self.seen += 1
        return codes


class _Chunks:
    """Frames gathered into chunks, and the chunk that the codec has in hand."""

    def __init__(self, workspace: Workspace, streaming: StreamingOptions) -> None:
        self._workspace = workspace
        self._streaming = streaming
        self._index = self._start = 0
        self._pending: tuple[int, PendingSound] | None = None

    def advance(self, seen: int, sounding: int, ended: bool) -> None:
        """Hand the frames since the last chunk to the codec if they are enough, or the last ones.

        Args:
            seen: frames made. sounding: those before the last row's end.
            ended: whether all rows have ended.
        """
        if seen - self._start < self._streaming.frames_of_chunk(self._index) and not ended:
            return
        if sounding > self._start:
            codes = self._workspace.codes[:, :, self._start : sounding]
            self._pending = self._start, self._workspace.sound.start(codes)
        self._start, self._index = seen, self._index + 1

    def finished(self) -> tuple[int, Samples] | None:
        """Wait for the chunk in hand: its first frame and its sound [B, F * 1920]; None if there is none."""
        if self._pending is None:
            return None
        start, sound = self._pending
        self._pending = None
        return start, sound.wait()


def _pieces(rows: Sequence[_Row], chunk: tuple[int, Samples] | None) -> Iterator[SoundPiece]:
    """Each row's share of a chunk."""
    if chunk is None:
        return
    first_frame, sound = chunk
    for index, row in enumerate(rows):
        piece = row.piece(index, sound[index], first_frame)
        if piece is not None:
            yield piece
