"""Owns where each weight of ours lies in a published file, and brings it in. Knows no prompts, no decoding.

Weights that one product serves are joined here, once: queries, keys and values; gate and up; the sixteen code
embeddings; the fifteen heads. Each is read, joined and sent to the device one after another, so that beside
the model itself never more than one weight is in memory. What the model wants as integers becomes so on the
way in, from the published values themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn

from qwentts_desktop.engines.qwen.config import CODEBOOKS, ModelConfig
from qwentts_desktop.engines.qwen.model.quantised import quantise
from qwentts_desktop.errors import CheckpointError, OutOfMemoryError

TEXT_EMBEDDING = "talker.model.text_embedding.weight"

Sources = Mapping[str, tuple[str, ...]]
"""Name of a parameter of ours -> the published tensors whose rows it joins.

The scales of integers have none: they come about with their weights.
"""


def talker_sources(config: ModelConfig) -> Sources:
    """Sources of every parameter of the Talker."""
    books = (f"talker.code_predictor.model.codec_embedding.{i}.weight" for i in range(CODEBOOKS - 1))
    return {
        **_stack_sources("talker.model", config.talker.layers),
        "head.weight": ("talker.codec_head.weight",),
        "code_embedding": ("talker.model.codec_embedding.weight", *books),
        "text_in.weight": ("talker.text_projection.linear_fc1.weight",),
        "text_in.bias": ("talker.text_projection.linear_fc1.bias",),
        "text_out.weight": ("talker.text_projection.linear_fc2.weight",),
        "text_out.bias": ("talker.text_projection.linear_fc2.bias",),
    }


def predictor_sources(config: ModelConfig) -> Sources:
    """Sources of every parameter of the Predictor."""
    prefix = "talker.code_predictor"
    sources = _stack_sources(f"{prefix}.model", config.predictor.layers)
    sources["code_heads.weight"] = tuple(f"{prefix}.lm_head.{i}.weight" for i in range(CODEBOOKS - 1))
    if config.predictor.width != config.talker.width:
        for part in ("weight", "bias"):
            sources[f"input_projection.{part}"] = (f"{prefix}.small_to_mtp_projection.{part}",)
    return sources


def _stack_sources(prefix: str, layers: int) -> dict[str, tuple[str, ...]]:
    sources: dict[str, tuple[str, ...]] = {"norm.weight": (f"{prefix}.norm.weight",)}
    for i in range(layers):
        theirs, ours = f"{prefix}.layers.{i}", f"layers.{i}"
        sources |= {
            f"{ours}.input_norm.weight": (f"{theirs}.input_layernorm.weight",),
            f"{ours}.qkv.weight": tuple(f"{theirs}.self_attn.{p}_proj.weight" for p in "qkv"),
            f"{ours}.q_norm.weight": (f"{theirs}.self_attn.q_norm.weight",),
            f"{ours}.k_norm.weight": (f"{theirs}.self_attn.k_norm.weight",),
            f"{ours}.o.weight": (f"{theirs}.self_attn.o_proj.weight",),
            f"{ours}.post_norm.weight": (f"{theirs}.post_attention_layernorm.weight",),
            f"{ours}.gate_up.weight": tuple(f"{theirs}.mlp.{p}_proj.weight" for p in ("gate", "up")),
            f"{ours}.down.weight": (f"{theirs}.mlp.down_proj.weight",),
        }
    return sources


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """An open safetensors file, mapped into memory; its errors become sentences."""
    try:
        with safe_open(str(path), framework="pt", device="cpu") as file:
            yield file
    except FileNotFoundError as error:
        raise CheckpointError(
            f"The model is incomplete: {path.name} is missing. Download it again."
        ) from error
    except (SafetensorError, OSError) as error:
        raise CheckpointError(
            f"The model's file {path.name} is damaged or was not downloaded to its end. Download it again.",
            detail=repr(error),
        ) from error
    except torch.OutOfMemoryError as error:
        raise OutOfMemoryError(
            "The card's memory is used up. Close other programs that use it, or choose the smaller model.",
            detail=str(error),
        ) from error


def check_complete(file: Any, *plans: Sources) -> None:
    """Raise a CheckpointError where a tensor is missing."""
    there = set(file.keys())
    missing = [name for plan in plans for names in plan.values() for name in names if name not in there]
    if TEXT_EMBEDDING not in there:
        missing.append(TEXT_EMBEDDING)
    if missing:
        raise CheckpointError(
            "The model's weights are incomplete, or belong to another kind of model. Download it again.",
            detail=f"missing {len(missing)} tensors, first {missing[0]}",
        )


def fill(
    module: nn.Module,
    sources: Sources,
    file: Any,
    device: torch.device,
    dtype: torch.dtype,
    on_tensor: Callable[[int], None],
) -> None:
    """Give a module on the meta device its weights, without a second copy of them.

    Args:
        module: its parameters have shapes and no memory; those of int8 have a scale beside them.
        sources: for every other parameter.
        file: open safetensors.
        device, dtype: of the weights from now on.
        on_tensor: told how many numbers each finished weight has; what it raises ends the loading.
    """
    state: dict[str, Tensor] = {}
    for name, parameter in module.named_parameters():
        if name not in sources:
            continue
        if parameter.dtype is torch.int8:
            weight, state[name.removesuffix("weight") + "scale"] = _quantised(file, sources[name], device)
        else:
            weight = _joined(file, sources[name], device, dtype)
        if weight.shape != parameter.shape:
            raise CheckpointError(
                "The model's weights do not fit its config.json. Download the model again.",
                detail=f"{name}: {tuple(weight.shape)}, expected {tuple(parameter.shape)}",
            )
        state[name] = weight
        on_tensor(weight.numel())
    module.load_state_dict(state, assign=True)
    module.requires_grad_(False)
    module.eval()


def _joined(file: Any, names: tuple[str, ...], device: torch.device, dtype: torch.dtype) -> Tensor:
    parts = [file.get_tensor(name).to(device=device, dtype=dtype) for name in names]
    return torch.cat(parts) if len(parts) > 1 else parts[0].clone() if device.type == "cpu" else parts[0]


def _quantised(file: Any, names: tuple[str, ...], device: torch.device) -> tuple[Tensor, Tensor]:
    """Integers and their scales, a published tensor after another."""
    parts = [quantise(file.get_tensor(name).to(device)) for name in names]
    return torch.cat([weight for weight, _ in parts]), torch.cat([scale for _, scale in parts])
