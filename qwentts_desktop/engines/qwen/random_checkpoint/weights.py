"""Random weights that keep a signal alive, none of them neutral, so that a part left out shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file


def built(model_class: Any, config: Any, dtype: torch.dtype, device: str) -> torch.nn.Module:
    """An upstream model of this configuration, made in this number format on this device."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        with torch.device(device):
            model: torch.nn.Module = model_class(config)
            return model.eval()
    finally:
        torch.set_default_dtype(before)


@torch.no_grad()
def randomise(model: torch.nn.Module, seed: int) -> None:
    """Give each weight a size that keeps the signal alive through the layers, and none its neutral value."""
    generator = torch.Generator(next(model.parameters()).device).manual_seed(seed)
    codebooks = [(n, b) for n, b in model.named_buffers() if n.endswith(("embed_sum", "cluster_usage"))]
    for name, tensor in [*model.named_parameters(), *codebooks]:
        mean, deviation = _distribution(name, tensor)
        tensor.normal_(mean, deviation, generator=generator)


def _distribution(name: str, tensor: torch.Tensor) -> tuple[float, float]:
    """Mean and standard deviation of a tensor, by what it does."""
    by_ending = {
        "embedding_sum": (0.0, 1.0), "embed_sum": (0.0, 0.3), "cluster_usage": (1.0, 0.1),
        "bias": (0.0, 0.02),
        "alpha": (0.0, 0.3), "beta": (0.0, 0.3), "scale": (0.3, 0.1), "gamma": (0.3, 0.1),
    }  # fmt: skip
    ending = name.rsplit(".", 1)[-1]
    if ending in by_ending:
        return by_ending[ending]
    if tensor.dim() == 1:
        return 1.0, 0.1  # norms
    if "embed" in name:
        return 0.0, 0.02
    fan_in = tensor[0].numel()
    return (0.0, min(0.08, fan_in**-0.5)) if "talker" in name else (0.0, 0.8 * fan_in**-0.5)


@torch.no_grad()
def bring_to_speech_level(decoder: Any, seed: int) -> None:
    """Scale the last convolution so that random codes sound at -20 dBFS, hardly ever clipped."""
    device = next(decoder.parameters()).device
    generator = torch.Generator(device).manual_seed(seed)
    codes = torch.randint(0, 2048, (1, 16, 6), device=device, generator=generator)
    last = decoder.decoder[-1].conv
    last.bias.zero_()
    for _ in range(3):  # the output is clipped at 1, so come down from above in steps
        level = decoder(codes).pow(2).mean().sqrt()
        last.weight.mul_(0.1 / level)
    last.bias.fill_(0.01)


def save(model: torch.nn.Module, path: Path) -> None:
    """Write all weights as safetensors."""
    tensors = {name: tensor.contiguous() for name, tensor in model.state_dict().items()}
    save_file(tensors, str(path), metadata={"format": "pt"})
