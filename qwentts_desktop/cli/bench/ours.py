"""Measures our own engine on one model. Imports torch and the engine when it runs, not before."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from qwentts_desktop.cli.bench.figures import Stream, measure
from qwentts_desktop.cli.bench.plan import RAMP, TEXT, Plan
from qwentts_desktop.errors import QwenTTSError

if TYPE_CHECKING:
    from qwentts_desktop.engines.qwen.api import QwenTTS
    from qwentts_desktop.engines.qwen.checkpoint import QwenModel
    from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
    from qwentts_desktop.speech.chunk import Samples

Say = Callable[[str], None]
_ICL_SECONDS = 8
_WHOLE_CHUNK = 24


def measure_ours(plan: Plan, device: str, weights: str, say: Say) -> dict[str, Any]:
    """Load, speak and measure; the results as they go into the file."""
    import torch

    from qwentts_desktop.engines.qwen.api import QwenTTS

    began = time.perf_counter()
    model = QwenTTS.from_pretrained(plan.model, device=device, weights=weights)
    loaded_s = time.perf_counter() - began
    bench = _Bench(model, plan)
    next(iter(bench.stream(RAMP)()))
    results: dict[str, Any] = {
        "engine": "qwentts_desktop",
        "weights": weights,
        **_bytes_of(model.synthesizer.model),
        "step": model.synthesizer.step_name,
        "fallback_reason": model.synthesizer.fallback_reason,
        "load_s": round(loaded_s, 2),
        "load_to_first_sound_s": round(time.perf_counter() - began, 2),
    }
    say(f"loaded in {loaded_s:.1f} s; frames by: {results['step']}")
    results["chunks"] = {}
    for chunk in plan.chunks:
        figures = measure(bench.stream(chunk), plan.runs)
        results["chunks"][str(chunk)] = figures.as_json()
        say(f"chunk {chunk or 'ramp'}: RTF {figures.rtf}, TTFA {figures.ttfa_ms} ms")
    results["batches"] = {str(size): bench.batch_rtf(size) for size in plan.batches}
    if plan.is_thorough:
        results["modes"] = bench.modes()
        results["reference_path"] = bench.reference_path(say)
    if torch.cuda.is_available() and model.synthesizer.model.talker.device.type == "cuda":
        free, total = torch.cuda.mem_get_info()
        results["vram_reserved_gib"] = round(torch.cuda.max_memory_reserved() / 2**30, 2)
        results["vram_of_card_used_gib"] = round((total - free) / 2**30, 2)
    return results


def _bytes_of(model: QwenModel) -> dict[str, int]:
    """Weights in memory, and what a frame reads of them: as loaded, and with each kind of weights."""
    from qwentts_desktop.engines.qwen.frame_bytes import frame_bytes

    kinds = {
        kind: frame_bytes(model.config, int8=kind == "int8", value_bytes=model.talker.dtype.itemsize)
        for kind in ("bf16", "int8")
    }
    return {
        "weight_bytes": model.weight_bytes,
        "bytes_a_frame": kinds["int8" if model.is_int8 else "bf16"],
        **{f"bytes_a_frame_{kind}": count for kind, count in kinds.items()},
    }


class _Bench:
    """One loaded model and a voice for it."""

    def __init__(self, model: QwenTTS, plan: Plan) -> None:
        self._model, self._plan = model, plan
        self._kind = model.synthesizer.model.config.kind
        self._limits: dict[str, Any] = {
            "min_new_tokens": plan.frames,
            "max_new_tokens": plan.frames,
            "seed": 1,
        }

    def stream(self, chunk: int) -> Stream:
        """Starts a run with this chunk size, in the voice mode that the model's kind has."""
        if self._kind == "custom_voice":
            speaker = self._model.get_supported_speakers()[0]
            return lambda: _bare(
                self._model.generate_custom_voice_streaming(
                    TEXT, speaker, "english", chunk_size=chunk, **self._limits
                )
            )
        if self._kind == "voice_design":
            return lambda: _bare(
                self._model.generate_voice_design_streaming(
                    TEXT, "a calm, low voice", "english", chunk_size=chunk, **self._limits
                )
            )
        return self._cloning(self._voice(in_context=False), chunk)

    def batch_rtf(self, size: int) -> float | None:
        """Seconds of sound a second over `size` texts side by side; None where the kind has no cloning."""
        if self._kind != "base":
            return None
        voice, rtfs = self._voice(in_context=False), []
        for _ in range(self._plan.runs + 1):
            began = time.perf_counter()
            sounds, rate_hz = self._model.generate_voice_clone(
                [TEXT] * size, "english", voice_clone_prompt=voice, **self._limits
            )
            rtfs.append(sum(map(len, sounds)) / rate_hz / (time.perf_counter() - began))
        return round(statistics.median(rtfs[1:]), 1)

    def modes(self) -> dict[str, Any]:
        """Cloning by the recording itself beside cloning by voice alone, where the model clones."""
        if self._kind != "base":
            return {self._kind: measure(self.stream(RAMP), self._plan.runs).as_json()}
        return {
            name: measure(self._cloning(self._voice(in_context), RAMP), self._plan.runs).as_json()
            for name, in_context in (("speaker embedding", False), ("recording (ICL)", True))
        }

    def reference_path(self, say: Say) -> dict[str, Any]:
        """Upstream's own generate with each attention implementation that runs here: RTF of codes."""
        from qwentts_desktop.engines.qwen.prompt import PromptSpec
        from qwentts_desktop.engines.qwen.reference import ReferenceModel
        from qwentts_desktop.speech.request import SamplingOptions

        voice = self._voice(in_context=False) if self._kind == "base" else None
        speaker = self._model.get_supported_speakers()[0] if self._kind == "custom_voice" else ""
        spec = PromptSpec(TEXT, "english", voice, speaker)
        limit = min(self._plan.frames, 40)
        sampling = SamplingOptions(min_frames=limit, max_frames=limit, seed=1)
        results: dict[str, Any] = {}
        for attention in ("sdpa", "eager", "flash_attention_2"):
            try:
                reference = ReferenceModel(self._model.synthesizer.model, attention)
                reference.codes(spec, sampling)
                began = time.perf_counter()
                frames = len(reference.codes(spec, sampling))
                results[attention] = {"rtf": round(frames * 0.08 / (time.perf_counter() - began), 2)}
            except (QwenTTSError, ImportError, ValueError, RuntimeError) as error:
                results[attention] = {"not_run": str(error).splitlines()[0][:200]}
            say(f"reference path, {attention}: {results[attention]}")
        return results

    def _cloning(self, voice: VoicePrompt, chunk: int) -> Stream:
        return lambda: _bare(
            self._model.generate_voice_clone_streaming(
                TEXT, "english", voice_clone_prompt=voice, chunk_size=chunk, **self._limits
            )
        )

    def _voice(self, in_context: bool) -> VoicePrompt:
        """A made-up voice: what matters here is its size."""
        import torch

        from qwentts_desktop.engines.qwen.config import CODEBOOKS
        from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt

        width = self._model.synthesizer.model.config.talker.width
        draw = torch.Generator().manual_seed(0)
        speaker = torch.randn(width, generator=draw) * 0.1
        if not in_context:
            return VoicePrompt(speaker)
        codes = torch.randint(0, 2048, (int(_ICL_SECONDS * 12.5), CODEBOOKS), generator=draw)
        return VoicePrompt(speaker, codes, TEXT[:100])


def _bare(chunks: Iterator[tuple[Samples, int, Any]]) -> Iterator[tuple[Samples, int]]:
    return ((samples, rate_hz) for samples, rate_hz, _ in chunks)
