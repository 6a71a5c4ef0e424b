"""Owns finding a model on this machine and loading it whole. Knows no request and never uses the network."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from qwentts_desktop.engines.qwen.config import ModelConfig, read_config
from qwentts_desktop.engines.qwen.model.predictor import Predictor
from qwentts_desktop.engines.qwen.model.quantised import QuantisedProduct, quantise_products
from qwentts_desktop.engines.qwen.model.talker import Talker
from qwentts_desktop.engines.qwen.tokenizer import TextTokenizer
from qwentts_desktop.engines.qwen.weights import (
    TEXT_EMBEDDING,
    check_complete,
    fill,
    opened,
    predictor_sources,
    talker_sources,
)
from qwentts_desktop.errors import CheckpointError, EngineError


class LoadCancelledError(EngineError):
    """Loading was ended early at the user's wish."""


@dataclass(frozen=True, eq=False)
class QwenModel:
    """A loaded model without its codec.

    Attributes:
        folder: where it came from.
        config: sizes and ids.
        talker, predictor: on the device.
        text_embedding: [text vocabulary, W], in host memory, mapped from the file: a prompt reads a few rows.
        tokenizer: of its texts.
    """

    folder: Path
    config: ModelConfig
    talker: Talker
    predictor: Predictor
    text_embedding: Tensor
    tokenizer: TextTokenizer

    @property
    def is_int8(self) -> bool:
        """Whether the weights that every frame reads are integers."""
        return isinstance(self.talker.head, QuantisedProduct)

    @property
    def weight_bytes(self) -> int:
        """Memory on the device that weights and embedding tables take."""
        held = [p for part in (self.talker, self.predictor) for p in part.parameters()]
        own_table = self.predictor.code_embedding is not self.talker.code_embedding
        tables = [self.predictor.code_embedding] if own_table else []
        return sum({tensor.data_ptr(): tensor.nbytes for tensor in (*held, *tables)}.values())


def find_model(name: str) -> Path:
    """The folder of a model: a local folder, or a repository's id in the hub's cache.

    Raises:
        CheckpointError: neither is there.
    """
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder
    if name.count("/") != 1 or folder.is_absolute():
        raise CheckpointError(f"There is no model folder {name}. Choose another, or download a model.")
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (LocalEntryNotFoundError, HFValidationError, HfHubHTTPError, OSError) as error:
        raise CheckpointError(
            f"The model {name} is not on this machine. Download it first.", detail=repr(error)
        ) from error


def load_model(
    folder: Path,
    device: torch.device,
    dtype: torch.dtype,
    positions: int,
    on_fraction: Callable[[float], None] = lambda _: None,
    cancel: threading.Event | None = None,
    *,
    int8: bool = False,
) -> QwenModel:
    """Load talker and predictor straight into their place.

    Args:
        folder: of the model.
        device, dtype: of the weights.
        positions: the longest prompt and speech together, in tokens.
        on_fraction: told how far it has come, 0..1.
        cancel: ends it early with LoadCancelledError.
        int8: the weights that every frame reads become integers, which halves them; see model/quantised.py.

    Raises:
        CheckpointError: the folder is incomplete, damaged or foreign.
        OutOfMemoryError: the card is full.
    """
    config = read_config(folder)
    tokenizer = TextTokenizer(folder, config.library_version)
    with torch.device("meta"):
        talker, predictor = Talker(config), Predictor(config)
    if int8:
        quantise_products(talker)
        quantise_products(predictor)
    total = sum(p.numel() for part in (talker, predictor) for p in part.parameters())
    done = 0

    def on_tensor(numbers: int) -> None:
        nonlocal done
        if cancel is not None and cancel.is_set():
            raise LoadCancelledError("Loading was cancelled.")
        done += numbers
        on_fraction(min(done / total, 1.0))

    with opened(folder / "model.safetensors") as file:
        plans = talker_sources(config), predictor_sources(config)
        check_complete(file, *plans)
        for module, plan in zip((talker, predictor), plans, strict=True):
            fill(module, plan, file, device, dtype, on_tensor)
        text_embedding = file.get_tensor(TEXT_EMBEDDING)
    talker.prepare(positions)
    predictor.prepare(talker.code_embedding)
    return QwenModel(folder, config, talker, predictor, text_embedding, tokenizer)
