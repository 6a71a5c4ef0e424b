"""The audio callback's work."""

from __future__ import annotations

import tracemalloc

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from qwentts_desktop.audio.renderer import Lane, Renderer
from qwentts_desktop.audio.ring import RingBuffer
from tests.audio.sounds import largest_jump

FADE = 120


def lane_of(samples, *, is_ended=True):
    lane = Lane(RingBuffer(max(1, len(samples))), is_ended=is_ended)
    lane.ring.write(np.asarray(samples, np.float32))
    return lane


def rendered(renderer, frames, block=64):
    blocks = []
    while frames > 0:
        out = np.full(min(block, frames), 9.0, np.float32)
        renderer.render(out)
        blocks.append(out)
        frames -= len(out)
    return np.concatenate(blocks)


def test_without_a_lane_there_is_silence():
    renderer = Renderer()
    assert not rendered(renderer, 1_000).any()
    assert renderer.frames >= 1_000


def test_samples_pass_unchanged_after_the_fade():
    samples = np.random.default_rng(1).uniform(-1, 1, 2_000).astype(np.float32)
    renderer = Renderer()
    renderer.lane = lane_of(samples)
    heard = rendered(renderer, 2_500)
    assert np.array_equal(heard[FADE:2_000], samples[FADE:])
    assert not heard[2_000:].any()
    assert renderer.lane.is_empty


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["pause", "resume", "other lane", "no lane", "quiet", "loud", "dry", "nothing"]),
            st.integers(1, 400),
        ),
        max_size=25,
    )
)
def test_no_order_of_commands_makes_a_step(commands):
    renderer = Renderer()
    level = 0.8
    lane = renderer.lane = lane_of([level] * 3_000, is_ended=False)
    heard = [np.zeros(1, np.float32)]
    for command, frames in commands:
        if command in ("pause", "resume"):
            renderer.is_paused = command == "pause"
        elif command in ("quiet", "loud"):
            renderer.volume = 0.3 if command == "quiet" else 1.0
        elif command == "no lane":
            renderer.lane = None
        elif command in ("other lane", "dry"):
            count = 3_000 if command == "other lane" else 200
            lane = renderer.lane = lane_of([level] * count, is_ended=False)
        heard.append(rendered(renderer, frames, block=37))
    assert lane is not None
    assert largest_jump(np.concatenate(heard)) <= level / FADE * 1.01 + 1e-6


def test_sound_that_runs_out_is_counted_once_and_goes_on_when_more_is_there():
    renderer = Renderer()
    lane = renderer.lane = lane_of([0.5] * 1_000, is_ended=False)
    lane.ring = RingBuffer(5_000)
    lane.ring.write(np.full(1_000, 0.5, np.float32))
    rendered(renderer, 2_000)
    assert lane.dry_count == 1
    assert renderer.is_silent
    lane.ring.write(np.full(1_000, 0.5, np.float32))
    assert rendered(renderer, 500)[-1] == 0.5
    assert lane.dry_count == 1
    assert lane.ring.taken == 1_500


def test_muted_sound_still_moves():
    renderer = Renderer()
    renderer.volume = 0.0
    lane = renderer.lane = lane_of([1.0] * 1_000)
    assert np.abs(rendered(renderer, 500)).max() < 1e-5
    assert lane.ring.taken >= 500


def test_silence_wakes_the_device_before_the_first_sample():
    renderer = Renderer()
    renderer.lane = lane_of([1.0] * 1_000)
    renderer.prepare(24_000, 300)
    heard = rendered(renderer, 1_000)
    assert not heard[:300].any()
    assert heard[300] > 0


def test_a_block_allocates_no_sound_memory():
    renderer = Renderer()
    renderer.lane = lane_of(np.ones(50_000), is_ended=False)
    renderer.volume = 0.5
    out = np.zeros(480, np.float32)
    renderer.render(out)
    tracemalloc.start()
    for _ in range(50):
        renderer.is_paused = not renderer.is_paused
        renderer.render(out)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < out.nbytes + 1_000
