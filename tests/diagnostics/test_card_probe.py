from __future__ import annotations

import io
import json

from qwentts_desktop.diagnostics.card_probe import own_steps, probe


def lines_of(steps, **how) -> list[dict]:
    out = io.StringIO()
    probe(steps, out, **how)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def failing():
    raise RuntimeError("CUDA error: device-side assert triggered")


def test_each_step_is_announced_before_it_runs_and_told_after() -> None:
    assert lines_of({"torch": lambda: {"version": "2"}}) == [
        {"begin": "torch"},
        {"end": "torch", "facts": {"version": "2", "warnings": []}},
    ]


def test_without_torch_nothing_more_is_tried() -> None:
    tried = []
    lines = lines_of({"torch": failing, "cuda": lambda: tried.append(1) or {}})
    assert lines[-1] == {"end": "torch", "error": "RuntimeError: CUDA error: device-side assert triggered"}
    assert not tried


def test_what_needs_a_card_is_left_out_where_torch_sees_none() -> None:
    steps = {"torch": dict, "cuda": lambda: {"cards": []}, "kernel": failing, "flash-attn": dict}
    assert [line["end"] for line in lines_of(steps) if "end" in line] == ["torch", "cuda", "flash-attn"]


def test_with_a_card_a_failing_step_does_not_end_the_others() -> None:
    steps = {"torch": dict, "cuda": lambda: {"cards": [{}]}, "kernel": failing, "graph": dict}
    ends = [line for line in lines_of(steps) if "end" in line]
    assert [line["end"] for line in ends] == ["torch", "cuda", "kernel", "graph"]
    assert "error" in ends[2]


def test_the_real_steps_on_this_machine_tell_torch_s_version() -> None:
    lines = lines_of(own_steps())
    first = next(line for line in lines if line.get("end") == "torch")
    assert first["facts"]["version"]
