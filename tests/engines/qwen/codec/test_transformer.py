from __future__ import annotations

import pytest
import torch

from qwentts_desktop.engines.qwen.codec import StreamingDecoder
from qwentts_desktop.engines.qwen.codec.transformer import WindowedTransformer


def run(transformer: WindowedTransformer, x: torch.Tensor, steps: list[int]) -> torch.Tensor:
    rings = tuple(torch.zeros(x.shape[0], *transformer.ring_shape) for _ in transformer.layers)
    before = torch.zeros(x.shape[0], dtype=torch.int64)
    done = []
    for step in x.split(steps, dim=1):
        done.append(transformer(step, rings, before))
        before += step.shape[1]
    return torch.cat(done, dim=1)


@pytest.mark.parametrize("step", [1, 3, 16])
def test_in_steps_equals_published_over_three_windows(
    decoder: StreamingDecoder, published: object, step: int
) -> None:
    theirs = published.decoder.pre_transformer  # type: ignore[attr-defined]
    frames = 240
    x = torch.randn(2, frames, 32, generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        whole = theirs(inputs_embeds=x).last_hidden_state
        inner = theirs.input_proj(x)
        ours = theirs.output_proj(run(decoder.transformer, inner, [step] * (frames // step)))
    torch.testing.assert_close(ours, whole, atol=2e-5, rtol=0)


def test_a_frame_sees_72_frames_and_no_more(decoder: StreamingDecoder) -> None:
    x = torch.randn(1, 90, 32, generator=torch.Generator().manual_seed(1))
    changed = x.clone()
    changed[:, 0] += 1.0
    layers = len(decoder.transformer.layers)
    difference = (run(decoder.transformer, x, [10] * 9) - run(decoder.transformer, changed, [10] * 9)).abs()
    seen = difference.amax(dim=(0, 2)) > 0
    assert seen[:72].all()
    assert not seen[layers * 71 + 1 :].any()
