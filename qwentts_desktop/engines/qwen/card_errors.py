"""Owns what a failure of the card means: no room, or a context that is dead for good. Knows no model."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Iterator
from pathlib import Path

import torch

from qwentts_desktop.errors import CardLostError, EngineError, OutOfMemoryError

_CARD_WORDS = ("cuda error", "cublas_status", "cudnn_status", "cudnn error", "device-side assert")
_NO_ROOM_WORDS = ("out of memory", "cublas_status_alloc_failed")
_STAYS_IN_HOST_MEMORY_BYTES = 700_000_000
"""More than what of a checkpoint never reaches the card: the text embedding."""


@contextlib.contextmanager
def card_errors(device: torch.device) -> Iterator[None]:
    """Turn the card's own errors into ours.

    Raises:
        OutOfMemoryError: the card is full; the engine can speak again once there is room.
        CardLostError: every later use would fail too, until the process starts anew.
        EngineError: it failed, and can be tried again.
    """
    try:
        yield
    except torch.OutOfMemoryError as error:
        raise no_room(device, str(error)) from error
    except OutOfMemoryError as error:
        raise no_room(device, error.detail) from error
    except RuntimeError as error:
        words = str(error).lower()
        if not any(word in words for word in _CARD_WORDS):
            raise
        raise _verdict(device, words) from error


def no_room(device: torch.device, detail: str) -> OutOfMemoryError:
    """The error for a full card, with who holds its memory."""
    return OutOfMemoryError(
        f"The card's memory is used up{_who_holds_it(device)}. Close programs that use the card, or use the "
        "smaller model.",
        detail=detail,
    )


def require_room(weights: Path, device: torch.device, *, int8: bool = False) -> None:
    """Refuse a model that cannot fit.

    Windows lends the computer's memory to a card that is full, and then everything crawls without an error.

    Args:
        weights: the model's own file; only a lower bound of what is needed is derived from it.
        device: the card, or the processor, for which nothing is refused.
        int8: what reaches the card is halved on its way.
    """
    if device.type != "cuda" or not weights.is_file():
        return
    needed = (weights.stat().st_size - _STAYS_IN_HOST_MEMORY_BYTES) // (2 if int8 else 1)
    free, _ = torch.cuda.mem_get_info(device)
    reusable = torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
    if free + reusable < needed:
        raise no_room(device, f"{free} bytes free, at least {needed} needed")


def give_memory_back() -> None:
    """Hand torch's unused memory of all cards back; nothing where no card was used or its context is dead."""
    if torch.cuda.is_available() and torch.cuda.is_initialized():  # type: ignore[no-untyped-call]
        with contextlib.suppress(RuntimeError):
            torch.cuda.empty_cache()


def forget_locals(error: BaseException) -> None:
    """Let go of what the frames of an error hold: an error that is kept would keep the weights as well."""
    seen: BaseException | None = error
    while seen is not None:
        traceback.clear_frames(seen.__traceback__)
        seen = seen.__cause__ or seen.__context__


def _verdict(device: torch.device, words: str) -> EngineError:
    """Whether the context still lives decides."""
    if device.type == "cuda":
        try:
            torch.cuda.synchronize(device)
        except RuntimeError:
            return CardLostError(
                "The graphics card stopped working for this program, as it may after a suspend or a fault of "
                "the driver. The program starts itself again; if this repeats, restart the computer.",
                detail=words,
            )
    if any(word in words for word in _NO_ROOM_WORDS):
        return no_room(device, words)
    return EngineError("The graphics card failed once. Try again; the log has the cause.", detail=words)


def _who_holds_it(device: torch.device) -> str:
    try:
        free, total = torch.cuda.mem_get_info(device)
        ours = torch.cuda.memory_reserved(device)
    except (RuntimeError, ValueError, AssertionError):
        return ""
    others = max(0, total - free - ours) / 2**30
    return f": other programs hold {others:.1f} of its {total / 2**30:.1f} GB"
