"""What a card says when it fails becomes a sentence, and whether it can go on is found out."""

from __future__ import annotations

import threading
import weakref

import pytest
import torch

from qwentts_desktop.engines.qwen.card_errors import card_errors, require_room
from qwentts_desktop.engines.qwen.engine import QwenEngine
from qwentts_desktop.engines.qwen.synthesis import Synthesizer
from qwentts_desktop.errors import CardLostError, EngineError, OutOfMemoryError

CARD = torch.device("cuda", 0)
ILLEGAL = (
    "CUDA error: an illegal memory access was encountered\nCUDA kernel errors might be asynchronously "
    "reported at some other API call, so the stacktrace below might be incorrect."
)


@pytest.fixture
def card(monkeypatch):
    """A card of 12 GB of which others hold 9, whose context lives until it is told otherwise."""

    class Card:
        is_dead = False

        def synchronize(self, _device):
            if self.is_dead:
                raise RuntimeError(ILLEGAL)

    card = Card()
    monkeypatch.setattr(torch.cuda, "synchronize", card.synchronize)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda _device: (2 * 2**30, 12 * 2**30))
    monkeypatch.setattr(torch.cuda, "memory_reserved", lambda _device: 2**30)
    monkeypatch.setattr(torch.cuda, "memory_allocated", lambda _device: 2**30)
    return card


def failing(error: BaseException) -> None:
    with card_errors(CARD):
        raise error


def test_a_full_card_says_who_holds_its_memory_and_what_to_do(card) -> None:
    words = "CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 11.99 GiB"
    with pytest.raises(
        OutOfMemoryError, match=r"other programs hold 9.0 of its 12.0 GB.*smaller model"
    ) as caught:
        failing(torch.OutOfMemoryError(words))
    assert caught.value.detail == words


@pytest.mark.parametrize(
    "words",
    ["CUDA error: out of memory", "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate`"],
)
def test_a_full_card_is_known_by_other_words_too(card, words: str) -> None:
    with pytest.raises(OutOfMemoryError):
        failing(RuntimeError(words))


def test_a_dead_context_is_told_apart_from_a_fault_that_passes(card) -> None:
    with pytest.raises(EngineError, match="failed once") as passing:
        failing(RuntimeError(ILLEGAL))
    assert not isinstance(passing.value, CardLostError)
    card.is_dead = True
    with pytest.raises(CardLostError, match="starts itself again"):
        failing(RuntimeError(ILLEGAL))


def test_errors_that_are_not_the_card_s_stay_what_they_are(card) -> None:
    with pytest.raises(RuntimeError, match="shapes cannot be multiplied"):
        failing(RuntimeError("mat1 and mat2 shapes cannot be multiplied"))
    with pytest.raises(EngineError, match="as it was"):
        failing(EngineError("as it was"))


def test_a_model_that_cannot_fit_is_refused_before_it_is_loaded(card, tmp_path) -> None:
    weights = tmp_path / "model.safetensors"
    with weights.open("wb") as file:
        file.truncate(3_900_000_000)
    with pytest.raises(OutOfMemoryError, match="other programs hold"):
        require_room(weights, CARD)
    with weights.open("wb") as file:
        file.truncate(1_800_000_000)
    require_room(weights, CARD)
    require_room(weights, torch.device("cpu"))


def test_int8_weights_need_half_the_room(card, tmp_path) -> None:
    weights = tmp_path / "model.safetensors"
    with weights.open("wb") as file:
        file.truncate(3_900_000_000)
    require_room(weights, CARD, int8=True)
    with weights.open("wb") as file:
        file.truncate(7_900_000_000)
    with pytest.raises(OutOfMemoryError, match="other programs hold"):
        require_room(weights, CARD, int8=True)


def test_a_load_that_failed_keeps_nothing_although_its_error_is_kept(checkpoint, monkeypatch) -> None:
    models = []

    def no_room(synthesizer, *_):
        models.append(weakref.ref(synthesizer.model))
        raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr(Synthesizer, "warm_up", no_room)
    engine = QwenEngine(checkpoint("base"), device="cpu")
    with pytest.raises(OutOfMemoryError) as kept:
        engine.load(lambda _progress: None, threading.Event())
    assert "Close programs" in kept.value.message
    assert models[0]() is None
