"""Measures the codec on an NVIDIA card at its real size: python tests/bench/codec.py [FOLDER]

Prints equality with the published decoder, milliseconds a step for each number of frames, kernels a step,
and memory. FOLDER is a speech_tokenizer folder; without one, random weights of the real size are written.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from qwentts_desktop.engines.qwen import upstream
from qwentts_desktop.engines.qwen.codec import StreamingDecoder
from qwentts_desktop.engines.qwen.decoding.sound import SoundMaker
from tests.checkpoints import write_codec

DEVICE = "cuda"
SIZES = (1, 2, 4, 8, 12)


def published_decoder(folder: Path) -> Any:
    raw = json.loads((folder / "config.json").read_text("utf-8"))
    parts = {name: raw[name] for name in ("encoder_config", "decoder_config")}
    config = upstream.Qwen3TTSTokenizerV2Config(**parts)
    with torch.device(DEVICE):
        model = upstream.Qwen3TTSTokenizerV2Decoder._from_config(config.decoder_config)
    tensors = load_file(folder / "model.safetensors", device=DEVICE)
    model.load_state_dict(
        {k.removeprefix("decoder."): v for k, v in tensors.items() if k.startswith("decoder.")}
    )
    return model.eval()


def random_codes(rows: int, frames: int) -> torch.Tensor:
    return torch.randint(0, 2048, (rows, 16, frames), device=DEVICE)


def in_chunks(maker: SoundMaker, codes: torch.Tensor, size: int) -> torch.Tensor:
    maker.begin([None] * codes.shape[0])
    pending = [maker.start(chunk) for chunk in codes.split(size, dim=2)]
    return torch.cat([torch.from_numpy(p.wait()) for p in pending], dim=1)


def milliseconds(maker: SoundMaker, codes: torch.Tensor, repeats: int = 100) -> tuple[float, float]:
    """Median from handing over codes to samples in host memory, and the part that the host is busy."""
    whole, host = [], []
    for _ in range(repeats):
        torch.cuda.synchronize()
        started = time.perf_counter()
        pending = maker.start(codes)
        host.append(1e3 * (time.perf_counter() - started))
        pending.wait()
        whole.append(1e3 * (time.perf_counter() - started))
    return statistics.median(whole), statistics.median(host)


def back_to_back(maker: SoundMaker, codes: torch.Tensor, repeats: int = 50) -> float:
    """Milliseconds a step when the card never waits for the host."""
    torch.cuda.synchronize()
    started = time.perf_counter()
    pending = [maker.start(codes) for _ in range(repeats)]
    pending[-1].wait()
    return 1e3 * (time.perf_counter() - started) / repeats


def table_of_kernels(maker: SoundMaker, codes: torch.Tensor, rows: int) -> None:
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        for _ in range(10):
            maker.start(codes)
        torch.cuda.synchronize()
    events = [e for e in profile.key_averages() if e.device_time_total > 0]
    count, total = sum(e.count for e in events) / 10, sum(e.device_time_total for e in events) / 1e4
    print(f"  {codes.shape[2]} frames: {count:.0f} kernels and copies, {total:.3f} ms inside them")
    for event in sorted(events, key=lambda e: -e.device_time_total)[:rows]:
        print(f"    {event.device_time_total / 10:8.1f} us {event.count / 10:6.1f} x {event.key[:90]}")


def measure(folder: Path) -> None:
    torch.backends.cudnn.allow_tf32 = False
    started = time.perf_counter()
    decoder = StreamingDecoder.from_folder(folder, DEVICE)
    torch.cuda.synchronize()
    print(f"load {time.perf_counter() - started:.2f} s, {torch.cuda.memory_allocated() / 2**20:.0f} MiB")
    codes = random_codes(1, 400)
    with torch.no_grad():
        whole = published_decoder(folder)(codes).squeeze(1).cpu()
    torch.cuda.empty_cache()
    for precision in ("highest", "high"):
        torch.set_float32_matmul_precision(precision)
        before = torch.cuda.memory_reserved()
        maker = SoundMaker(decoder, batch=1)
        started = time.perf_counter()
        maker.prepare(SIZES)
        grown = (torch.cuda.memory_reserved() - before) / 2**20
        print(f"products in {precision}: {time.perf_counter() - started:.2f} s to prepare, {grown:.0f} MiB")
        for size in (1, 8, 12, 7):
            error = (in_chunks(maker, codes, size) - whole).abs().max().item()
            print(f"  chunks of {size}: off by {error:.2e} from the published decoder")
        for size in SIZES:
            call, host = milliseconds(maker, codes[..., :size])
            busy = back_to_back(maker, codes[..., :size])
            print(
                f"  F={size:2}: {busy:.3f} ms ({busy / size:.3f} a frame), call {call:.3f}, host {host:.3f}"
            )
        if precision == "highest":
            for size, rows in ((1, 30), (8, 26)):
                table_of_kernels(maker, codes[..., :size], rows)
    torch.set_float32_matmul_precision("highest")
    maker = SoundMaker(decoder, batch=8)
    maker.prepare((1, 8))
    for size in (1, 8):
        print(f"  8 rows, F={size}: {back_to_back(maker, random_codes(8, size)):.3f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        given = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(temporary)
        if len(sys.argv) < 2:
            write_codec(given, real_size=True, device=DEVICE)
        measure(given)
