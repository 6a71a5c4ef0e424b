"""Measures the codec on an NVIDIA card at its real size: python tests/bench/codec.py [FOLDER]

Prints equality with the published decoder, milliseconds a step for each number of frames, kernels a step, and
memory. FOLDER is a speech_tokenizer folder; without one random weights of the real size are written.
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
from qwentts_desktop.engines.qwen.codec.graph import DEFAULT_SIZES, GraphedDecoder
from tests.checkpoints import write_codec

DEVICE = "cuda"


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


def in_chunks(graphed: GraphedDecoder, codes: torch.Tensor, size: int) -> torch.Tensor:
    graphed.reset()
    pending = [graphed.submit(chunk) for chunk in codes.split(size, dim=2)]
    return torch.cat([torch.from_numpy(p.wait()) for p in pending], dim=1)


def milliseconds(
    graphed: GraphedDecoder, codes: torch.Tensor, repeats: int = 60
) -> tuple[float, float, float]:
    """Median on the card, median and host part of a whole call from submit to samples in host memory."""
    on_card, whole, host = [], [], []
    for _ in range(repeats):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda.synchronize()
        started = time.perf_counter()
        begin.record(graphed.stream)
        pending = graphed.submit(codes)
        end.record(graphed.stream)
        host.append(1e3 * (time.perf_counter() - started))
        pending.wait()
        whole.append(1e3 * (time.perf_counter() - started))
        torch.cuda.synchronize()
        on_card.append(begin.elapsed_time(end))
    return statistics.median(on_card), statistics.median(whole), statistics.median(host)


def table_of_kernels(graphed: GraphedDecoder, codes: torch.Tensor, rows: int = 14) -> None:
    activities = [torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities) as profile:
        for _ in range(10):
            graphed.submit(codes)
        torch.cuda.synchronize()
    events = [e for e in profile.key_averages() if e.device_time_total > 0]
    count, total = sum(e.count for e in events) / 10, sum(e.device_time_total for e in events) / 1e4
    print(f"  {codes.shape[2]} frames: {count:.0f} kernels and copies, {total:.3f} ms inside them")
    for event in sorted(events, key=lambda e: -e.device_time_total)[:rows]:
        print(f"    {event.device_time_total / 10:8.1f} us {event.count / 10:6.1f} x {event.key[:100]}")


def measure(folder: Path) -> None:
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    started = time.perf_counter()
    decoder = StreamingDecoder.from_folder(folder, DEVICE)
    torch.cuda.synchronize()
    print(f"load {time.perf_counter() - started:.2f} s, {torch.cuda.memory_allocated() / 2**20:.0f} MiB")
    codes = random_codes(1, 400)
    with torch.no_grad():
        whole = published_decoder(folder)(codes).squeeze(1).cpu()
    torch.cuda.empty_cache()
    for tf32 in (False, True):
        before = torch.cuda.memory_reserved()
        graphed = GraphedDecoder(decoder, tf32=tf32)
        started = time.perf_counter()
        graphed.warm_up()
        grown = (torch.cuda.memory_reserved() - before) / 2**20
        print(f"tf32 {tf32}: warm-up {time.perf_counter() - started:.2f} s, {grown:.0f} MiB reserved")
        for size in (1, 8, 12, 7):
            error = (in_chunks(graphed, codes, size) - whole).abs().max().item()
            print(f"  chunks of {size}: off by {error:.2e} from the published decoder")
        for size in DEFAULT_SIZES:
            card, all_in_all, host = milliseconds(graphed, codes[..., :size])
            print(
                f"  F={size:2}: card {card:.3f} ms ({card / size:.3f} a frame), call {all_in_all:.3f}, host {host:.3f}"
            )
        for size in (1, 8):
            table_of_kernels(graphed, codes[..., :size], rows=24 if size == 1 else 14)
    graphed = GraphedDecoder(decoder, batch=8, sizes=(1, 8))
    for size in (1, 8):
        card, *_ = milliseconds(graphed, random_codes(8, size))
        print(f"  8 rows, F={size}: card {card:.3f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        given = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(temporary)
        if len(sys.argv) < 2:
            write_codec(given, real_size=True, device=DEVICE)
        measure(given)
