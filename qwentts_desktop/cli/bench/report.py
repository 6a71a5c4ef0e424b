"""Results as a JSON file, a table for the screen and a picture (SVG). Measures nothing."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

_BAR_HEIGHT, _GAP, _LEFT, _WIDTH = 26, 12, 250, 460


def file_name(gpu: str) -> str:
    """`bench_results_<GPU>.json`, with what a file system may dislike taken out."""
    return f"bench_results_{re.sub(r'[^A-Za-z0-9]+', '_', gpu).strip('_') or 'CPU'}.json"


def write(results: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    """Write the JSON and the picture beside it; their paths."""
    data = folder / file_name(results["gpu"])
    data.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    picture = data.with_suffix(".svg")
    picture.write_text(_picture(results), encoding="utf-8")
    return data, picture


def table(results: dict[str, Any]) -> list[str]:
    """Lines for the screen."""
    lines = [f"{results['gpu']}, {results['weights']} weights, {results['frames']} frames a run"]
    row = "{:<22} {:<8} {:>8} {:>9} {:>12} {:>10} {:>8} {:>9}"
    lines.append(row.format("engine", "chunk", "RTF", "TTFA ms", "audible ms", "frame ms", "p99", "load s"))
    for engine in results["engines"]:
        for chunk, figures in engine["chunks"].items():
            lines.append(
                row.format(
                    _name(engine)[:22],
                    "ramp" if chunk == "0" else chunk,
                    figures["rtf"],
                    figures["ttfa_ms"],
                    str(figures["audible_ttfa_ms"]),
                    figures["frame_ms"],
                    figures["frame_p99_ms"],
                    engine["load_to_first_sound_s"],
                )
            )
        lines += [
            f"  {size} texts side by side: RTF {rtf}"
            for size, rtf in engine.get("batches", {}).items()
            if rtf
        ]
        if "bytes_a_frame" in engine:
            lines.append(
                f"  weights: {engine['weight_bytes'] / 1e9:.2f} GB in memory, "
                f"{engine['bytes_a_frame'] / 1e9:.2f} GB read a frame"
            )
        if "vram_reserved_gib" in engine:
            lines.append(f"  memory of the card: {engine['vram_reserved_gib']} GiB")
    return lines


def _name(engine: dict[str, Any]) -> str:
    """The engine, its model, and its weights where they are not as published."""
    weights = engine.get("weights", "bf16")
    return f"{engine['engine']} {engine['model']}" + ("" if weights == "bf16" else f" {weights}")


def _picture(results: dict[str, Any]) -> str:
    """Bars of RTF, one for each engine and chunk size."""
    bars = [
        (
            f"{_name(engine)}, " + ("ramp" if chunk == "0" else f"chunk {chunk}"),
            figures["rtf"],
        )
        for engine in results["engines"]
        for chunk, figures in engine["chunks"].items()
    ]
    longest = max((rtf for _, rtf in bars), default=1.0) or 1.0
    height = len(bars) * (_BAR_HEIGHT + _GAP) + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _WIDTH + 90}" height="{height}" '
        'font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="16" y="26" font-size="15">Seconds of speech a second, {escape(results["gpu"])}</text>',
    ]
    for number, (name, rtf) in enumerate(bars):
        top = 44 + number * (_BAR_HEIGHT + _GAP)
        colour = "#2f7bd6" if name.startswith("qwentts_desktop") else "#9aa3ad"
        length = rtf / longest * _WIDTH
        parts += [
            f'<text x="{_LEFT - 8}" y="{top + 18}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{_LEFT}" y="{top}" width="{length:.1f}" height="{_BAR_HEIGHT}" fill="{colour}"/>',
            f'<text x="{_LEFT + length + 6:.1f}" y="{top + 18}">{rtf:g}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
