"""Draws follow the distribution that transformers' processors define, for each parameter."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from transformers.generation.logits_process import (
    RepetitionPenaltyLogitsProcessor,
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
)

from qwentts_desktop.engines.qwen.decoding.noise import log_exponential
from qwentts_desktop.engines.qwen.decoding.sampling import SamplingState, check_sampling, choice_for
from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.speech.request import SamplingOptions

VOCABULARY, EOS = 3072, 2150
DRAWS, ROWS = 4000, 200
FEW = 400
"""Draws where one code in two is to be told from one in three."""
PLAIN = SamplingOptions(temperature=1.0, top_k=0, repetition_penalty=1.0, min_frames=0, seed=1)


def logits_of_few(seed: int = 0, likely: int = 40) -> torch.Tensor:
    """[V] with a few likely codes, so that a few thousand draws tell distributions apart."""
    draw = torch.Generator().manual_seed(seed)
    logits = torch.full((VOCABULARY,), -30.0)
    codes = torch.randperm(2048, generator=draw)[:likely]
    logits[codes] = torch.randn(likely, generator=draw) * 1.5
    return logits


def drawn(
    options: SamplingOptions, logits: torch.Tensor, history: tuple[int, ...] = (), draws: int = DRAWS
) -> torch.Tensor:
    """Counts [V] of first codes drawn after this history, by rows with seeds of their own."""
    state = SamplingState(ROWS, VOCABULARY, EOS, draws // ROWS, torch.device("cpu"))
    choice = state.begin([options] * ROWS, range(ROWS))
    for frame, code in enumerate(history):
        state.last_seen[:, code] = frame
    memory = state.last_seen.clone()
    now = torch.full((ROWS,), len(history))
    counts = torch.zeros(VOCABULARY)
    for number in range(draws // ROWS):
        state.last_seen.copy_(memory)
        noise = log_exponential(state.keys[:, number, :1], state.code_offsets)[:, 0]  # of codebook 0 alone
        noise = noise * state.noise_scale[:, 0]
        codes = state.first_code(logits.expand(ROWS, -1), noise, now, choice)
        counts += torch.bincount(codes, minlength=VOCABULARY)
    return counts


def expected(options: SamplingOptions, logits: torch.Tensor, history: tuple[int, ...] = ()) -> torch.Tensor:
    """Probabilities [V] by transformers' own processors, in its order."""
    scores = logits[None].clone()
    seen = torch.tensor([history], dtype=torch.long)
    if options.repetition_penalty != 1:
        scores = RepetitionPenaltyLogitsProcessor(options.repetition_penalty)(seen, scores)
    special = torch.arange(VOCABULARY) >= 2048
    special[EOS] = options.min_frames > len(history)
    scores[:, special] = -torch.inf
    scores = TemperatureLogitsWarper(options.temperature)(seen, scores)
    if options.top_k:
        scores = TopKLogitsWarper(options.top_k)(seen, scores)
    if options.top_p < 1:
        scores = TopPLogitsWarper(options.top_p)(seen, scores)
    return scores.softmax(-1)[0]


def chi_square_per_degree(counts: torch.Tensor, shares: torch.Tensor) -> float:
    """About 1 for the right distribution; rare codes are counted together."""
    assert counts[shares == 0].sum() == 0, "drew what must not be drawn"
    often = shares * DRAWS >= 5
    wanted = torch.cat((shares[often] * DRAWS, (shares[~often].sum() * DRAWS)[None]))
    got = torch.cat((counts[often], counts[~often].sum()[None]))
    kept = wanted > 1
    return float((((got - wanted) ** 2 / wanted)[kept]).sum() / max(int(kept.sum()) - 1, 1))


@pytest.mark.parametrize(
    "options",
    [
        PLAIN,
        replace(PLAIN, temperature=0.6),
        replace(PLAIN, temperature=1.7),
        replace(PLAIN, top_k=7),
        replace(PLAIN, top_k=64),
        replace(PLAIN, top_p=0.8),
        replace(PLAIN, top_k=30, top_p=0.6, temperature=0.9),
        replace(PLAIN, repetition_penalty=1.6),
        replace(PLAIN, repetition_penalty=1.2, top_k=20, top_p=0.9, temperature=0.8),
    ],
)
def test_draws_follow_the_distribution_of_transformers(options: SamplingOptions) -> None:
    logits = logits_of_few()
    history = tuple(logits.topk(6).indices.tolist()[::2])
    assert chi_square_per_degree(drawn(options, logits, history), expected(options, logits, history)) < 1.9


def test_the_measure_notices_a_wrong_distribution() -> None:
    logits = logits_of_few()
    counts = drawn(replace(PLAIN, temperature=1.15), logits)
    assert chi_square_per_degree(counts, expected(PLAIN, logits)) > 3


def test_top_k_keeps_equals_at_its_edge() -> None:
    logits = torch.full((VOCABULARY,), -20.0)
    logits[:6] = torch.tensor([3.0, 2.0, 2.0, 2.0, 1.0, 1.0])
    counts = drawn(replace(PLAIN, top_k=2), logits, draws=FEW)
    assert counts[:4].min() > 0
    assert counts[4:].sum() == 0


def test_greedy_takes_the_best_whatever_the_noise() -> None:
    logits = logits_of_few()
    counts = drawn(replace(PLAIN, temperature=0), logits, draws=FEW)
    assert counts[logits.argmax()] == FEW


def test_special_codes_are_never_drawn_and_eos_only_after_the_minimum() -> None:
    logits = torch.zeros(VOCABULARY)
    logits[2048:] = 9.0
    early = drawn(replace(PLAIN, min_frames=2), logits, history=(3,), draws=FEW)
    assert early[2048:].sum() == 0
    late = drawn(replace(PLAIN, min_frames=2), logits, history=(3, 4), draws=FEW)
    assert late[EOS] > FEW * 0.5
    assert late[2048:].sum() == late[EOS]


def test_a_window_forgets_what_lies_behind_it() -> None:
    logits = torch.full((VOCABULARY,), -30.0)
    logits[[5, 6]] = 1.0
    whole = replace(PLAIN, repetition_penalty=50.0)
    history = (5, 9, 9, 9)
    assert drawn(whole, logits, history, FEW)[5] < FEW * 0.35
    assert drawn(replace(whole, penalty_window=3), logits, history, FEW)[5] > FEW * 0.45
    assert drawn(replace(whole, penalty_window=4), logits, history, FEW)[5] < FEW * 0.35


def test_suppressed_codes_are_not_drawn() -> None:
    state = SamplingState(2, VOCABULARY, EOS, 10, torch.device("cpu"))
    choice = state.begin([PLAIN, PLAIN], [1, 1])
    state.suppress(1, [7, EOS])
    logits = torch.full((2, VOCABULARY), -30.0)
    logits[:, 7] = 30.0
    logits[:, 8] = 20.0
    frame = torch.zeros(2, dtype=torch.long)
    codes = state.first_code(logits, state.noise(frame)[:, 0], frame, choice)
    assert codes.tolist() == [7, 8]


def test_rows_keep_their_own_parameters() -> None:
    options = [replace(PLAIN, temperature=0), replace(PLAIN, top_k=3), PLAIN]
    together = SamplingState(3, VOCABULARY, EOS, 20, torch.device("cpu"))
    choice = together.begin(options, [4, 5, 6])
    alone = [SamplingState(1, VOCABULARY, EOS, 20, torch.device("cpu")) for _ in options]
    choices = [
        state.begin([option], [4 + row])
        for row, (state, option) in enumerate(zip(alone, options, strict=True))
    ]
    logits = logits_of_few()
    for frame in range(20):
        numbers = torch.full((3,), frame)
        codes = together.first_code(logits.expand(3, -1), together.noise(numbers)[:, 0], numbers, choice)
        for row, (state, own) in enumerate(zip(alone, choices, strict=True)):
            number = numbers[:1]
            assert state.first_code(logits[None], state.noise(number)[:, 0], number, own) == codes[row]


def test_residual_codebooks_have_their_own_parameters() -> None:
    options = replace(PLAIN, residual_temperature=0.0, residual_top_k=0)
    state = SamplingState(1, VOCABULARY, EOS, 50, torch.device("cpu"))
    choice = state.begin([options], [3])
    logits = torch.randn(1, 2048, generator=torch.Generator().manual_seed(1))
    for frame in range(50):
        noise = state.noise(torch.tensor([frame]))
        assert state.residual_code(logits, noise[:, 5], choice) == logits.argmax()


def test_the_cheap_way_is_taken_only_where_it_serves() -> None:
    assert choice_for([SamplingOptions()]).candidates == 64
    assert choice_for([SamplingOptions(top_k=65)]).candidates == 0
    assert choice_for([SamplingOptions(), SamplingOptions(residual_top_p=0.9)]).nucleus


@pytest.mark.parametrize(
    "wrong",
    [
        {"temperature": -0.1},
        {"top_k": -1},
        {"top_p": 0.0},
        {"residual_top_p": 1.1},
        {"repetition_penalty": 0.0},
        {"max_frames": -1},
    ],
)
def test_meaningless_values_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InvalidRequestError):
        check_sampling(replace(SamplingOptions(), **wrong))
