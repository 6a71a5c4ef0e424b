"""Speaking with a tiny model: streams, batches, seeds, ends, limits, cancelling and turns."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from qwentts_desktop.engines.qwen.decoding import guards
from qwentts_desktop.engines.qwen.decoding.graph import GraphCaptureError
from qwentts_desktop.engines.qwen.decoding.sampling import Choice, SamplingState
from qwentts_desktop.engines.qwen.decoding.step import EagerStep
from qwentts_desktop.engines.qwen.prompt import PromptSpec
from qwentts_desktop.engines.qwen.synthesis import Synthesizer
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
from qwentts_desktop.errors import EngineUnavailableError, InvalidRequestError, VoiceError
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.request import SamplingOptions, StreamingOptions
from tests.engines.qwen.conftest import SynthesizerMaker

VoiceMaker = Callable[..., VoicePrompt]
FRAME = 1920


@pytest.fixture(scope="module")
def tiny(synthesizer: SynthesizerMaker) -> Synthesizer:
    return synthesizer()


@pytest.fixture(scope="module")
def spec(voice: VoiceMaker) -> PromptSpec:
    return PromptSpec("Hello", "en", voice=voice())


def sampled(frames: int = 10, **options: float) -> SamplingOptions:
    return SamplingOptions(max_frames=frames, **{"seed": 5, **options})  # type: ignore[arg-type]


def sound(
    tiny: Synthesizer, spec: PromptSpec, sampling: SamplingOptions, streaming: StreamingOptions | None = None
) -> np.ndarray:
    return np.concatenate([piece.samples for piece in tiny.stream(spec, sampling, streaming)])


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that never reaches eos, as happens in one run of a few hundred."""
    begin = SamplingState.begin

    def begin_without_end(state: SamplingState, *arguments: Any) -> Choice:
        choice = begin(state, *arguments)
        for row in range(state.batch):
            state.suppress(row, [state.eos])
        return choice

    monkeypatch.setattr(SamplingState, "begin", begin_without_end)


def test_a_frame_is_1920_samples_and_the_first_chunk_is_one_frame(
    tiny: Synthesizer, spec: PromptSpec
) -> None:
    pieces = list(tiny.stream(spec, sampled(12)))
    assert [len(piece.samples) // FRAME for piece in pieces] == [1, 2, 4, 5]
    assert [piece.reason for piece in pieces] == [None, None, None, FinishReason.MAX_FRAMES]


def test_rows_that_end_early_never_leave_the_cache_while_others_speak_on(
    tiny: Synthesizer, voice: VoiceMaker, endless: None
) -> None:
    """Every row of a batch moves on until the last one ends."""
    slots = 80
    small = Synthesizer(tiny.model, tiny._decoder, slots=slots)
    far = PromptSpec(
        "A text that is read whole before", "en", voice=voice(in_context=False), text_in_prefill=True
    )
    near = PromptSpec("Yes", "en", voice=voice(in_context=False))
    prompt = len(small._prompts.build(far).embedded)
    speeches = small.generate([near, far], [sampled(200), sampled(4)])
    assert [s.reason for s in speeches] == [FinishReason.MAX_FRAMES] * 2
    assert len(speeches[1].samples) == 4 * FRAME
    assert len(speeches[0].samples) == (slots - prompt - 2) * FRAME


def test_chunk_sizes_do_not_change_the_sound(tiny: Synthesizer, spec: PromptSpec) -> None:
    whole = sound(tiny, spec, sampled(), StreamingOptions(chunk_frames=64))
    for chunk_frames in (0, 1, 3):
        chunked = sound(tiny, spec, sampled(), StreamingOptions(chunk_frames=chunk_frames))
        np.testing.assert_allclose(chunked, whole, atol=1e-4)


def test_the_same_seed_speaks_alike_and_another_differs(tiny: Synthesizer, spec: PromptSpec) -> None:
    first = sound(tiny, spec, sampled())
    np.testing.assert_array_equal(sound(tiny, spec, sampled()), first)
    assert not np.array_equal(sound(tiny, spec, sampled(seed=6)), first)


def test_temperature_is_seen_in_all_sixteen_codebooks(tiny: Synthesizer, spec: PromptSpec) -> None:
    def codes(temperature: float) -> torch.Tensor:
        sound(
            tiny,
            spec,
            sampled(20, temperature=temperature, residual_temperature=temperature, top_k=0, residual_top_k=0),
        )
        return tiny._workspace(1).codes[0, :, :20].clone()

    cold, hot = codes(0.05), codes(1.5)
    assert all((cold[book] != hot[book]).float().mean() > 0.5 for book in range(16))


def test_texts_of_a_batch_sound_as_they_would_alone(tiny: Synthesizer, voice: VoiceMaker) -> None:
    specs = [
        PromptSpec("Hello", "en", voice=voice()),
        PromptSpec("A rather longer text than that", "auto", voice=voice(in_context=False)),
        PromptSpec("Yes", "de", voice=voice(), text_in_prefill=True, instruction="calm"),
    ]
    samplings = [sampled(6), sampled(9, temperature=0.7, seed=8), sampled(4, top_p=0.8)]
    together = tiny.generate(specs, samplings)
    for speech, one, sampling in zip(together, specs, samplings, strict=True):
        (alone,) = tiny.generate([one], [sampling])
        np.testing.assert_allclose(speech.samples, alone.samples, atol=1e-4)
        assert len(speech.samples) == sampling.max_frames * FRAME


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize(("text", "count"), [("1次", 20), ("Huh?", 2)])
def test_a_model_that_never_ends_is_stopped_retried_once_and_reported(
    text: str, count: int, tiny: Synthesizer, voice: VoiceMaker
) -> None:
    spec = PromptSpec(text, "zh", voice=voice(in_context=False))
    samplings = [SamplingOptions(seed=seed) for seed in range(count)]
    speeches = tiny.generate([spec] * count, samplings)
    for seed, speech in enumerate(speeches):
        assert speech.reason is FinishReason.LENGTH_GUARD
        assert speech.attempts == 2
        assert speech.seed != seed
        assert len(speech.samples) < 6 * 24_000


def test_a_prompt_longer_than_the_cache_is_refused_and_the_engine_still_works(
    tiny: Synthesizer, spec: PromptSpec, voice: VoiceMaker
) -> None:
    long = PromptSpec("word " * 600, "en", voice=voice())
    for whole in (True, False):
        with pytest.raises(InvalidRequestError, match="too long"):
            next(tiny.stream(PromptSpec(long.text, "en", voice=voice(), text_in_prefill=whole)))
    assert len(sound(tiny, spec, sampled(3))) == 3 * FRAME


@pytest.mark.parametrize("after", [1, 5, 30])
def test_cancelling_stops_within_a_frame_and_the_next_speech_is_right(
    after: int, tiny: Synthesizer, spec: PromptSpec
) -> None:
    expected = sound(tiny, spec, sampled(4))
    cancel = threading.Event()
    made, reasons = 0, []
    for piece in tiny.stream(spec, sampled(60), StreamingOptions(chunk_frames=1), cancel):
        made += len(piece.samples) // FRAME
        reasons.append(piece.reason)
        if made >= after:
            cancel.set()
    assert made <= after + 1
    assert reasons[-1] is FinishReason.CANCELLED
    np.testing.assert_array_equal(sound(tiny, spec, sampled(4)), expected)


def test_a_stream_left_half_way_leaves_nothing_behind(tiny: Synthesizer, spec: PromptSpec) -> None:
    expected = sound(tiny, spec, sampled(4))
    stream = tiny.stream(spec, sampled(40))
    next(stream)
    with pytest.raises(InvalidRequestError, match="still being spoken"):
        next(tiny.stream(spec, sampled(4)))
    stream.close()
    np.testing.assert_array_equal(sound(tiny, spec, sampled(4)), expected)


def test_two_threads_speak_one_after_the_other(tiny: Synthesizer, spec: PromptSpec) -> None:
    expected = [sound(tiny, spec, sampled(6, seed=seed)) for seed in (1, 2)]
    made: dict[int, np.ndarray] = {}

    def speak(seed: int) -> None:
        made[seed] = sound(tiny, spec, sampled(6, seed=seed))

    threads = [threading.Thread(target=speak, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    np.testing.assert_array_equal(made[1], expected[0])
    np.testing.assert_array_equal(made[2], expected[1])


def test_many_texts_need_no_more_memory_than_a_few(tiny: Synthesizer, voice: VoiceMaker) -> None:
    def speak(count: int) -> None:
        for i in range(count):
            fresh = PromptSpec("Hello " * (1 + i % 5), "en", voice=voice())
            sound(tiny, fresh, sampled(1 + i % 3, seed=i))

    speak(10)
    kept = len(tiny._heard)
    addresses = [layer.data_ptr() for layer in tiny._workspace(1).state.cache.layers]
    speak(20)
    assert len(tiny._heard) == kept
    assert [layer.data_ptr() for layer in tiny._workspace(1).state.cache.layers] == addresses


def test_a_voice_of_another_model_size_is_refused(tiny: Synthesizer, voice: VoiceMaker) -> None:
    with pytest.raises(VoiceError, match="another model size"):
        next(tiny.stream(PromptSpec("Hello", voice=voice(96))))


def test_a_step_that_cannot_run_gives_way_with_its_reason(
    tiny: Synthesizer, spec: PromptSpec, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(EagerStep):
        def prepare(self, plans: object) -> None:
            raise GraphCaptureError("The card cannot record its work.", detail="x")

    def missing(*_: object) -> EagerStep:
        raise EngineUnavailableError("No kernel for this card.")

    with caplog.at_level("CRITICAL"):
        other = Synthesizer(tiny.model, tiny._decoder, slots=512, steps=(missing, Broken, EagerStep))
        other.warm_up()
    assert other.step_name == "plain"
    assert other.fallback_reason == "No kernel for this card."
    np.testing.assert_array_equal(sound(other, spec, sampled(3)), sound(tiny, spec, sampled(3)))


def test_nothing_to_speak_is_refused(tiny: Synthesizer, voice: VoiceMaker) -> None:
    with pytest.raises(InvalidRequestError, match="nothing to speak"):
        next(tiny.stream(PromptSpec("  \n", voice=voice())))


@pytest.mark.usefixtures("endless")
def test_a_stream_that_was_heard_is_not_taken_back_and_a_silent_one_is_tried_again(
    tiny: Synthesizer, spec: PromptSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    def frames_and_reasons() -> tuple[int, list[FinishReason]]:
        pieces = list(tiny.stream(spec, SamplingOptions(seed=5)))
        reasons = [piece.reason for piece in pieces if piece.reason is not None]
        return sum(len(piece.samples) for piece in pieces) // FRAME, reasons

    once, reasons = frames_and_reasons()
    assert reasons == [FinishReason.LENGTH_GUARD]
    monkeypatch.setattr(guards, "AUDIBLE_PEAK", 2.0)  # nothing counts as heard
    twice, reasons = frames_and_reasons()
    assert reasons == [FinishReason.LENGTH_GUARD]
    assert twice == 2 * once


@pytest.mark.usefixtures("endless")
def test_two_seconds_of_silence_after_the_text_end_it(
    tiny: Synthesizer, spec: PromptSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guards, "_SILENCE_PEAK", 2.0)  # everything counts as silence
    pieces = list(tiny.stream(spec, SamplingOptions(seed=5), StreamingOptions(chunk_frames=1)))
    assert pieces[-1].reason is FinishReason.SILENCE_GUARD
    assert sum(len(piece.samples) for piece in pieces) == 25 * FRAME
