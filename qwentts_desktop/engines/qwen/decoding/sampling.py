"""Owns how a code is drawn from logits, by parameters that lie in device tensors. Knows no model and no loop.

The order is that of transformers: repetition penalty, minimum length, suppression, temperature, top-k,
top-p, draw. The draw is a Gumbel maximum with the noise of noise.py, so nothing waits for the host and every
row of a batch draws what it would draw alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.config import CODEBOOKS, CODES_A_BOOK
from qwentts_desktop.engines.qwen.decoding.noise import (
    code_offsets,
    frame_keys,
    log_exponential,
    seed_words,
)
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.speech.request import SamplingOptions

NARROW = 64
"""Candidates looked at where no row's top-k wants more: finding 64 of 3,072 is cheaper than sorting them."""
_WHOLE_HISTORY = 2**40
_NEVER = -(2**41)
FIRST, RESIDUAL = 0, 1
"""Columns of the parameters: codebook 0, and codebooks 1..15."""


@dataclass(frozen=True)
class Choice:
    """What decides which operations a draw needs; all else is in tensors.

    Attributes:
        candidates: the most likely codes that are looked at; 0 means all.
        nucleus: whether any row uses top-p.
    """

    candidates: int = NARROW
    nucleus: bool = False


class SamplingState:
    """Parameters and history of B rows, in tensors that are written in place and never replaced.

    Attributes:
        inverse_temperature, top_p: [B, 2] fp32, one column for codebook 0, one for the others.
        noise_scale: [B, K, 1] fp32; 0 where greedy, else -1 (the noise is -gumbel).
        last_rank: [B, 2] int64, top-k less one.
        penalty: [B, 1] fp32. window, min_frames: [B, 1] int64, in frames.
        allowed: [B, V] fp32, 0 or -inf.
        keys: [B, F, K] int64, see noise.py.
        last_seen: [B, V] int64, frame in which codebook 0 last drew each code.
    """

    def __init__(self, batch: int, vocabulary: int, eos: int, frames: int, device: torch.device) -> None:
        self.batch, self.vocabulary, self.eos, self.frames = batch, vocabulary, eos, frames
        with device:
            self.inverse_temperature = torch.ones(batch, 2)
            self.top_p = torch.ones(batch, 2)
            self.noise_scale = torch.zeros(batch, CODEBOOKS, 1)
            self.last_rank = torch.zeros(batch, 2, dtype=torch.int64)
            self.penalty = torch.ones(batch, 1)
            self.window = torch.full((batch, 1), _WHOLE_HISTORY)
            self.min_frames = torch.zeros(batch, 1, dtype=torch.int64)
            self.allowed = torch.zeros(batch, vocabulary)
            self.keys = torch.zeros(batch, frames, CODEBOOKS, dtype=torch.int64)
            self.last_seen = torch.full((batch, vocabulary), _NEVER)
        self.code_offsets = code_offsets(vocabulary, device)
        self.first_rows = torch.arange(batch, device=device) * frames

    def begin(self, options: Sequence[SamplingOptions], seeds: Sequence[int]) -> Choice:
        """Fill the tensors for B requests that start now, each with a seed; says what drawing needs."""
        device = self.allowed.device
        self.inverse_temperature.copy_(
            torch.tensor([[_inverse(o.temperature), _inverse(o.residual_temperature)] for o in options])
        )
        self.top_p.copy_(torch.tensor([[o.top_p, o.residual_top_p] for o in options]))
        self.noise_scale.copy_(torch.tensor([_noise_scales(o) for o in options]).unsqueeze(-1))
        self.last_rank.copy_(torch.tensor([self._last_rank(o) for o in options]))
        self.penalty.copy_(torch.tensor([[o.repetition_penalty] for o in options]))
        self.window.copy_(torch.tensor([[o.penalty_window or _WHOLE_HISTORY] for o in options]))
        self.min_frames.copy_(torch.tensor([[o.min_frames] for o in options]))
        self.allowed.zero_()
        self.allowed[:, CODES_A_BOOK:] = -torch.inf
        self.allowed[:, self.eos] = 0
        words = torch.tensor([seed_words(seed) for seed in seeds])  # [B, 2]
        self.keys.copy_(frame_keys(words.to(device), self.frames))
        self.last_seen.fill_(_NEVER)
        return choice_for(options)

    def suppress(self, row: int, codes: Sequence[int]) -> None:
        """Never draw these codes of codebook 0 in this row, until the next `begin`."""
        self.allowed[row, torch.tensor(codes, device=self.allowed.device)] = -torch.inf

    def noise(self, frame: Tensor) -> Tensor:
        """Noise of a whole frame, scaled: frame [B] int64 -> [B, K, V] fp32."""
        keys = self.keys.flatten(0, 1).index_select(0, self.first_rows + frame)
        return log_exponential(keys, self.code_offsets).mul_(self.noise_scale)

    def first_code(self, logits: Tensor, noise: Tensor, frame: Tensor, choice: Choice) -> Tensor:
        """Draw codebook 0 and remember it: logits [B, V], noise [B, V], frame [B] int64 -> [B] int64."""
        frame = frame.unsqueeze(1)
        scores = logits.float()
        punished = torch.where(scores < 0, scores * self.penalty, scores / self.penalty)
        seen = self.last_seen >= frame - self.window
        scores = torch.where(seen, punished, scores).add_(self.allowed)
        scores[:, self.eos : self.eos + 1].masked_fill_(frame < self.min_frames, -torch.inf)
        code = self._draw(scores, noise, FIRST, choice)
        self.last_seen.scatter_(1, code, frame)
        return code.squeeze(1)

    def residual_code(self, logits: Tensor, noise: Tensor, choice: Choice) -> Tensor:
        """Draw one of codebooks 1..15: logits [B, 2048], noise [B, V] -> [B] int64."""
        return self._draw(logits, noise, RESIDUAL, choice).squeeze(1)

    def _draw(self, logits: Tensor, noise: Tensor, column: int, choice: Choice) -> Tensor:
        """[B, v] -> [B, 1]. Among equals at the edge of top-k all stay, as in transformers."""
        scores, codes = logits.topk(choice.candidates or logits.shape[1])  # [B, C], falling
        scores = scores * self.inverse_temperature[:, column : column + 1]
        edge = scores.gather(1, self.last_rank[:, column : column + 1])
        scores = scores.masked_fill_(scores < edge, -torch.inf)
        if choice.nucleus:
            shares = scores.softmax(1)
            before = shares.cumsum(1) - shares
            scores = scores.masked_fill_(before >= self.top_p[:, column : column + 1], -torch.inf)
        winner = scores.add_(noise.gather(1, codes)).argmax(1, keepdim=True)
        return codes.gather(1, winner)

    def _last_rank(self, options: SamplingOptions) -> tuple[int, int]:
        first = min(options.top_k or self.vocabulary, self.vocabulary)
        residual = min(options.residual_top_k or CODES_A_BOOK, CODES_A_BOOK)
        return first - 1, residual - 1


def choice_for(options: Sequence[SamplingOptions]) -> Choice:
    """The cheapest way to draw that serves all rows."""
    top_ks = [k for o in options for k in (o.top_k, o.residual_top_k)]
    narrow = all(0 < k <= NARROW for k in top_ks)
    nucleus = any(p < 1 for o in options for p in (o.top_p, o.residual_top_p))
    return Choice(NARROW, False) if narrow and not nucleus else Choice(0, True)


def check_sampling(options: SamplingOptions) -> None:
    """Refuse values that have no meaning, with a sentence that names the value."""
    rules = (
        (min(options.temperature, options.residual_temperature) >= 0, "The temperature must be 0 or above."),
        (min(options.top_k, options.residual_top_k) >= 0, "top-k must be 0 (all) or above."),
        (
            all(0 < p <= 1 for p in (options.top_p, options.residual_top_p)),
            "top-p must be above 0 and at most 1.",
        ),
        (options.repetition_penalty > 0, "The repetition penalty must be above 0."),
        (
            min(options.penalty_window, options.min_frames, options.max_frames) >= 0,
            "Frames must be 0 or above.",
        ),
    )
    for holds, sentence in rules:
        if not holds:
            raise InvalidRequestError(sentence)


def _inverse(temperature: float) -> float:
    return 1.0 / temperature if temperature > 0 else 1.0


def _noise_scales(options: SamplingOptions) -> list[float]:
    first = -1.0 if options.temperature > 0 else 0.0
    residual = -1.0 if options.residual_temperature > 0 else 0.0
    return [first] + [residual] * (CODEBOOKS - 1)
