"""A process of its own, run by the Python in which faster-qwen3-tts is installed; prints one JSON object.

That Python need not have qwentts_desktop: the parent names where it is. The peer and ours want different
releases of transformers, so they cannot share an environment.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any


def main() -> None:
    """Measure what the JSON on the command line describes."""
    plan = json.loads(sys.argv[1])
    sys.path.insert(0, plan["package_root"])
    import torch
    from faster_qwen3_tts import FasterQwen3TTS

    from qwentts_desktop.cli.bench.figures import measure
    from qwentts_desktop.cli.bench.plan import TEXT

    began = time.perf_counter()
    model = FasterQwen3TTS.from_pretrained(plan["model"], device="cuda", dtype=torch.bfloat16)
    with open(f"{plan['model']}/config.json", encoding="utf-8") as file:  # noqa: PTH123
        width = json.load(file)["talker_config"]["hidden_size"]
    speaker = torch.randn(width, generator=torch.Generator().manual_seed(0)) * 0.1
    voice = {
        "ref_spk_embedding": [speaker.to("cuda", torch.bfloat16)],
        "ref_code": [None],
        "x_vector_only_mode": [True],
        "icl_mode": [False],
    }
    limits = {"min_new_tokens": plan["frames"], "max_new_tokens": plan["frames"]}

    def stream(chunk: int) -> Callable[[], Iterator[tuple[Any, int]]]:
        return lambda: (
            (samples, rate_hz)
            for samples, rate_hz, _ in model.generate_voice_clone_streaming(
                TEXT, "English", voice_clone_prompt=voice, chunk_size=chunk, **limits
            )
        )

    next(iter(stream(plan["chunks"][0])()))
    results: dict[str, Any] = {"load_to_first_sound_s": round(time.perf_counter() - began, 2)}
    results["chunks"] = {
        str(chunk): measure(stream(chunk), plan["runs"]).as_json() for chunk in plan["chunks"]
    }
    results["vram_reserved_gib"] = round(torch.cuda.max_memory_reserved() / 2**30, 2)
    print(json.dumps(results))


if __name__ == "__main__":
    main()
