"""Greedy codes equal those of the published implementation, token for token, in every mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from qwentts_desktop.engines.qwen import upstream
from qwentts_desktop.engines.qwen.decoding.frame import make_frame
from qwentts_desktop.engines.qwen.prompt import PromptBuilder, PromptSpec
from qwentts_desktop.engines.qwen.reference import ReferenceModel
from qwentts_desktop.engines.qwen.synthesis import Synthesizer
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt
from qwentts_desktop.speech.request import SamplingOptions, StreamingOptions
from tests.engines.qwen.conftest import CheckpointMaker, SynthesizerMaker

FRAMES = 60
PENALTY = 1.3  # strong, so that random weights do not repeat one code for ever
GREEDY = SamplingOptions(
    temperature=0, residual_temperature=0, repetition_penalty=PENALTY, max_frames=FRAMES, seed=1
)
TEXT = "Order 66 is here. And so it goes, 東京大学"
VoiceMaker = Callable[..., VoicePrompt]


@pytest.fixture(scope="module")
def published(checkpoint: CheckpointMaker) -> Callable[..., Any]:
    made: dict[tuple[str, str], Any] = {}

    def load(kind: str, size: str) -> Any:
        if (kind, size) not in made:
            made[kind, size] = upstream.Qwen3TTSModel.from_pretrained(
                str(checkpoint(kind, size)), dtype=torch.float32
            )
        return made[kind, size]

    return load


def our_codes(synthesizer: Synthesizer, spec: PromptSpec, sampling: SamplingOptions = GREEDY) -> torch.Tensor:
    """Codes [F, K] of all frames up to the limit."""
    work = synthesizer._workspace(1)
    prompt = PromptBuilder(synthesizer.model).build(spec)
    choice = work.state.begin([prompt], [sampling], [sampling.seed or 0])
    work.prefill.run([prompt])
    frames = []
    for frame in range(sampling.max_frames):
        make_frame(synthesizer.model, work.state, work.plan(len(prompt.embedded) + frame + 1, choice))
        frames.append(work.state.codes[0].clone())
    return torch.stack(frames)


def published_codes(model: Any, call: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch) -> torch.Tensor:
    """Codes that upstream's wrapper hands to its decoder."""
    caught: list[torch.Tensor] = []
    generate = model.model.generate

    def catching(**arguments: Any) -> Any:
        result = generate(**arguments)
        caught.append(result[0][0])
        return result

    monkeypatch.setattr(model.model, "generate", catching)
    call(model)
    return caught[0]


def assert_equal_and_lively(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    assert len(theirs) == FRAMES
    assert torch.equal(ours, theirs)
    assert len(theirs[:, 0].unique()) > 10


GREEDILY = {
    "do_sample": False,
    "subtalker_dosample": False,
    "repetition_penalty": PENALTY,
    "max_new_tokens": FRAMES + 1,  # upstream counts one code more than frames come out
}


@pytest.mark.parametrize("size", ["tiny", "wide"])
@pytest.mark.parametrize("in_context", [True, False])
@pytest.mark.parametrize("whole", [True, False])
def test_cloning(
    size: str,
    in_context: bool,
    whole: bool,
    published: Callable[..., Any],
    synthesizer: SynthesizerMaker,
    voice: VoiceMaker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    language = "English" if whole else "Auto"
    prompt = voice({"tiny": 64, "wide": 96}[size], in_context)
    item = upstream.VoiceClonePromptItem(
        prompt.codes, prompt.speaker, not in_context, in_context, prompt.transcript or None
    )
    theirs = published_codes(
        published("base", size),
        lambda model: model.generate_voice_clone(
            TEXT, language, voice_clone_prompt=[item], non_streaming_mode=whole, **GREEDILY
        ),
        monkeypatch,
    )
    spec = PromptSpec(TEXT, language.lower(), voice=prompt, text_in_prefill=whole)
    assert_equal_and_lively(our_codes(synthesizer("base", size), spec), theirs)


@pytest.mark.parametrize(
    ("speaker", "language", "instruction", "whole"),
    [
        ("vivian", "Auto", "", True),
        ("Ryan", "German", "slowly and softly", True),
        ("eric", "Chinese", "", False),
        ("dylan", "English", "happy", False),
    ],
)
def test_preset_speakers_with_dialects_and_instructions(
    speaker: str,
    language: str,
    instruction: str,
    whole: bool,
    published: Callable[..., Any],
    synthesizer: SynthesizerMaker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    theirs = published_codes(
        published("custom_voice", "tiny"),
        lambda model: model.generate_custom_voice(
            TEXT, speaker, language, instruct=instruction, non_streaming_mode=whole, **GREEDILY
        ),
        monkeypatch,
    )
    spec = PromptSpec(TEXT, language.lower(), speaker=speaker, instruction=instruction, text_in_prefill=whole)
    assert_equal_and_lively(our_codes(synthesizer("custom_voice"), spec), theirs)


@pytest.mark.parametrize("size", ["tiny", "wide"])
def test_designed_voices(
    size: str,
    published: Callable[..., Any],
    synthesizer: SynthesizerMaker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    theirs = published_codes(
        published("voice_design", size),
        lambda model: model.generate_voice_design(TEXT, "an old sailor", "French", **GREEDILY),
        monkeypatch,
    )
    spec = PromptSpec(TEXT, "fr", instruction="an old sailor")
    assert_equal_and_lively(our_codes(synthesizer("voice_design", size), spec), theirs)


def test_reference_mode_is_the_same_request_through_upstream(
    synthesizer: SynthesizerMaker, voice: VoiceMaker
) -> None:
    ours = synthesizer()
    spec = PromptSpec(TEXT, "en", voice=voice(), instruction="calm")
    reference = ReferenceModel(ours.model)
    assert torch.equal(reference.codes(spec, GREEDY), our_codes(ours, spec))

    expected = reference.speak(spec, GREEDY)
    pieces = ours.stream(spec, GREEDY, StreamingOptions())
    made = np.concatenate([piece.samples for piece in pieces])
    np.testing.assert_allclose(made, expected, atol=1e-4)


@pytest.mark.parametrize("attention", ["sdpa", "eager"])
def test_each_attention_gives_the_same_codes(
    attention: str, synthesizer: SynthesizerMaker, voice: VoiceMaker
) -> None:
    ours = synthesizer()
    other = Synthesizer(ours.model, ours._decoder, slots=256, attention=attention)
    spec = PromptSpec(TEXT, "en", voice=voice())
    assert torch.equal(our_codes(other, spec), our_codes(ours, spec))
