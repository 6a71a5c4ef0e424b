"""Owns how queries meet keys and values, by three implementations. Knows no weights and no cache."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from qwentts_desktop.errors import EngineUnavailableError

Attention = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
"""(q [B, T, H, d], k [B, S, Hkv, d], v like k, bias [1 or B, T, S]) -> [B, T, H, d].

`bias` is 0 where query t may see key s and -inf where not, in the dtype of q.
"""


def sdpa(q: Tensor, k: Tensor, v: Tensor, bias: Tensor) -> Tensor:
    """Scaled dot-product attention, one fused kernel on a card.

    The G = H / Hkv query heads that share a key head are laid side by side as G queries of one head: no key
    is copied, and no kernel needs to know about groups.
    """
    groups = q.shape[2] // k.shape[2]
    mixed = functional.scaled_dot_product_attention(
        _grouped(q, k.shape[2]), k.transpose(1, 2), v.transpose(1, 2), _grouped_bias(bias, groups)
    )  # [B, Hkv, T * G, d]
    return _ungrouped(mixed, q)


def eager(q: Tensor, k: Tensor, v: Tensor, bias: Tensor) -> Tensor:
    """The same written out, softmax in fp32: slow, and right on every card."""
    groups = q.shape[2] // k.shape[2]
    scores = _grouped(q, k.shape[2]) @ k.permute(0, 2, 3, 1)  # [B, Hkv, T * G, S]
    scores = scores * q.shape[3] ** -0.5 + _grouped_bias(bias, groups)
    weights = scores.softmax(dim=-1, dtype=torch.float32).to(q.dtype)
    return _ungrouped(weights @ v.transpose(1, 2), q)


def attention_by_name(name: str) -> Attention:
    """The implementation that a user chose: "sdpa", "eager" or "flash_attention_2".

    Raises:
        EngineUnavailableError: flash-attn is asked for and not installed, or the name is unknown.
    """
    if name == "sdpa":
        return sdpa
    if name == "eager":
        return eager
    if name == "flash_attention_2":
        return _flash_attention()
    raise EngineUnavailableError(f'There is no attention "{name}". Choose sdpa, eager or flash_attention_2.')


def _flash_attention() -> Attention:
    """flash-attn's causal kernel: T queries against exactly their own T keys, as in a prefill."""
    try:
        flash = importlib.import_module("flash_attn").flash_attn_func
    except (ImportError, OSError) as error:
        raise EngineUnavailableError(
            "flash_attention_2 needs the package flash-attn, which is not installed. Choose sdpa.",
            detail=repr(error),
        ) from error

    def causal(q: Tensor, k: Tensor, v: Tensor, bias: Tensor) -> Tensor:
        if q.shape[1] != k.shape[1] or q.dtype == torch.float32:
            return sdpa(q, k, v, bias)
        mixed: Tensor = flash(q, k, v, causal=True)
        return mixed

    return causal


def _grouped(q: Tensor, kv_heads: int) -> Tensor:
    """[B, T, H, d] -> [B, Hkv, T * G, d]; a view for T = 1."""
    batch, tokens, heads, size = q.shape
    split = q.reshape(batch, tokens, kv_heads, heads // kv_heads, size)  # [B, T, Hkv, G, d]
    return split.transpose(1, 2).reshape(batch, kv_heads, tokens * (heads // kv_heads), size)


def _grouped_bias(bias: Tensor, groups: int) -> Tensor:
    """[b, T, S] -> [b, 1, T * G, S]; a view for T = 1."""
    batch, tokens, keys = bias.shape
    return bias.unsqueeze(2).expand(batch, tokens, groups, keys).reshape(batch, 1, tokens * groups, keys)


def _ungrouped(mixed: Tensor, q: Tensor) -> Tensor:
    """[B, Hkv, T * G, d] -> [B, T, H, d] of q."""
    batch, tokens, heads, size = q.shape
    split = mixed.reshape(batch, -1, tokens, heads // mixed.shape[1], size)  # [B, Hkv, T, G, d]
    return split.transpose(1, 2).reshape(batch, tokens, heads, size)
