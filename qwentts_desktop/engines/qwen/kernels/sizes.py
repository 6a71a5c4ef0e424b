"""Owns which frame kernel a model and a card need: the sizes that are compiled into it. Knows no weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch

from qwentts_desktop.engines.qwen.config import CODEBOOKS, StackConfig
from qwentts_desktop.errors import EngineUnavailableError

WORKERS = 256
"""Threads of a block that compute; one warp more feeds them."""
_LEAST_SHARED_BYTES = 101_376
"""What a block may have on every card that the kernel runs on."""


@dataclass(frozen=True)
class FrameSizes:
    """Everything that the kernel's source leaves open.

    Attributes:
        talker, predictor: the two stacks.
        sequences: B, made at once: 1, 2, 4 or 8.
        blocks: of the grid, one a multiprocessor.
        shared_limit: bytes of shared memory that a block may have.
        fp32: weights are fp32; for tests.
        int8: matrices are int8 with a scale a row.
    """

    talker: StackConfig
    predictor: StackConfig
    sequences: int
    blocks: int
    shared_limit: int
    fp32: bool = False
    int8: bool = False

    @property
    def columns(self) -> int:
        """Tokens that a product meets at most; a tile of the tensor cores holds eight."""
        return min(2 * self.sequences, 8)

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return WORKERS + 32

    @property
    def chunk_bytes(self) -> int:
        """Bytes of a row that are fetched at once: less where a block has little memory for many.

        Rows must divide into them; 3072 int8 do not divide into 2048.
        """
        crowded = self.sequences >= 4 and self.talker.width > 1024
        return 1024 if self.int8 or crowded or self.shared_limit < 160_000 else 2048

    def macros(self) -> Iterator[tuple[str, str]]:
        """Names and values for the compiler."""
        yield from (("BLOCKS", str(self.blocks)), ("THREADS", str(WORKERS)))
        yield from (("SEQUENCES", str(self.sequences)), ("COLUMNS", str(self.columns)))
        yield "CHUNK_BYTES", str(self.chunk_bytes)
        yield from (("SHARED_LIMIT", str(self.shared_limit)), ("SPINS", "1000000"))
        yield "IN_FLIGHT", "4" if self.int8 else "2"
        yield from (("HEAD", str(self.talker.head_size)), ("STEPS", str(CODEBOOKS - 1)))
        yield "NORM_EPS", f"{self.talker.norm_eps:.9g}f"
        if self.fp32:
            yield "WEIGHTS_F32", "1"
        if self.int8:
            yield "WEIGHTS_INT8", "1"
        for name, stack in (("TALKER", self.talker), ("PREDICTOR", self.predictor)):
            yield f"{name}_WIDTH", str(stack.width)
            yield f"{name}_FEED", str(stack.feed_forward)
            yield f"{name}_LAYERS", str(stack.layers)
            yield f"{name}_HEADS", str(stack.heads)
            yield f"{name}_KV_HEADS", str(stack.kv_heads)
            yield f"{name}_CODES", str(stack.vocabulary)


def sizes_for(
    talker: StackConfig,
    predictor: StackConfig,
    sequences: int,
    device: torch.device,
    *,
    fp32: bool = False,
    int8: bool = False,
) -> FrameSizes:
    """Sizes for a model on a card.

    Raises:
        EngineUnavailableError: the kernel was not written for this card or model; the sentence says why.
    """
    card = torch.cuda.get_device_properties(device)
    if (card.major, card.minor) < (8, 0):
        raise EngineUnavailableError(
            f"The fast kernel needs an RTX 30 card or newer; {card.name} is older. The plain engine is used."
        )
    _check_model(talker, predictor, sequences, 64 if int8 else 32)
    rows = (talker.feed_forward, predictor.feed_forward, predictor.vocabulary, talker.vocabulary)
    tiles = min(rows) // 8  # each block must have some in every layer: buffers are used again on that ground
    processors = card.multi_processor_count
    even = 1 << (processors.bit_length() - 1)  # a power of two divides every matrix evenly
    blocks = even if processors - even <= processors // 16 else processors
    return FrameSizes(
        talker=talker,
        predictor=predictor,
        sequences=sequences,
        blocks=min(blocks, tiles),
        shared_limit=int(getattr(card, "shared_memory_per_block_optin", _LEAST_SHARED_BYTES)),
        fp32=fp32,
        int8=int8,
    )


def _check_model(talker: StackConfig, predictor: StackConfig, sequences: int, unit: int) -> None:
    fits = (
        sequences in (1, 2, 4, 8)
        and talker.head_size == predictor.head_size
        and talker.head_size in (32, 64, 128)
        and talker.norm_eps == predictor.norm_eps
        and talker.vocabulary % (2 * WORKERS) == 0
        and predictor.vocabulary % (2 * WORKERS) == 0
        and all(
            size % unit == 0 and (size < 1024 or size % 1024 == 0)
            for stack in (talker, predictor)
            for size in (stack.width, stack.feed_forward, stack.heads * stack.head_size)
        )
    )
    if not fits:
        raise EngineUnavailableError(
            "The fast kernel was not written for a model of these sizes; the plain engine is used."
        )
