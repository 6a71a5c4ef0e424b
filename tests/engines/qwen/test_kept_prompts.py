"""A voice of the library is encoded once: what is kept is what was encoded, bit for bit, after a restart."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch

from qwentts_desktop.engines.qwen import voice_encoder
from qwentts_desktop.engines.qwen.engine import QwenEngine
from qwentts_desktop.engines.qwen.kept_prompts import kept_prompt_path, load_kept_prompt
from qwentts_desktop.engines.qwen.voice_encoder import encode_recording
from qwentts_desktop.speech.request import SamplingOptions, SpeechRequest
from qwentts_desktop.speech.voice import ClonedVoice
from qwentts_desktop.voices.clip import clip_of_samples
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import Profile, VoiceKind
from qwentts_desktop.voices.prompt_file import parse_prompt
from qwentts_desktop.voices.speech_voice import voice_of
from tests.engines.qwen.conftest import CheckpointMaker

SHORT = SamplingOptions(max_frames=3, seed=1)


@pytest.fixture
def library(tmp_path: Path) -> VoiceLibrary:
    return VoiceLibrary(tmp_path / "voices")


@pytest.fixture
def voice(library: VoiceLibrary) -> ClonedVoice:
    """Two seconds of noise that the library takes for a recording."""
    noise = np.random.default_rng(0).normal(0, 0.1, 48_000).astype(np.float32)
    profile = Profile("Anna", VoiceKind.CLONED, transcript="hello there")
    found = voice_of(library.add(profile, clip_of_samples(noise, 24_000)))
    assert isinstance(found, ClonedVoice)
    return found


@pytest.fixture
def folder(checkpoint: CheckpointMaker) -> Path:
    return checkpoint()


def spoken(folder: Path, voice: ClonedVoice) -> np.ndarray:
    """By an engine of its own, as after a restart."""
    engine = QwenEngine(folder, device="cpu", slots=256)
    engine.load(lambda _: None, threading.Event())
    chunks = list(engine.stream(SpeechRequest("Hello", voice, "en", SHORT), threading.Event()))
    engine.unload()
    return np.concatenate([chunk.samples for chunk in chunks])


def test_it_is_encoded_once_and_speaks_the_same_after_a_restart(folder, voice, library, monkeypatch):
    first = spoken(folder, voice)
    (entry,) = library.entries()
    assert entry.encoded_for == ("Qwen3-TTS-tiny-Base",)

    def never(*_):
        raise AssertionError("it was encoded again")

    monkeypatch.setattr(voice_encoder, "encode_recording", never)
    np.testing.assert_array_equal(spoken(folder, voice), first)


def test_what_is_kept_is_what_was_encoded_bit_for_bit(folder, voice):
    spoken(folder, voice)
    engine = QwenEngine(folder, device="cpu", slots=256)
    engine.load(lambda _: None, threading.Event())
    config = engine.synthesizer.model.config
    engine.unload()
    direct = encode_recording(folder, config, torch.device("cpu"), voice.reference, voice.transcript)
    kept = load_kept_prompt(voice, config)
    assert torch.equal(kept.speaker, direct.speaker)
    assert torch.equal(kept.codes, direct.codes)
    assert kept.transcript == direct.transcript
    path = kept_prompt_path(voice, config)
    without_torch = parse_prompt(path.read_bytes())
    assert np.array_equal(without_torch.codes, direct.codes.numpy())


def test_a_damaged_one_is_encoded_again(folder, voice, library):
    first = spoken(folder, voice)
    (file,) = voice.kept_prompts.iterdir()
    for content in (b"", b"x" * 100):
        file.write_bytes(content)
        np.testing.assert_array_equal(spoken(folder, voice), first)
    assert len(file.read_bytes()) > 100


def test_another_recording_in_its_place_is_another_voice(folder, voice, library):
    first = spoken(folder, voice)
    soundfile.write(voice.reference, np.random.default_rng(9).normal(0, 0.2, 30_000), 24_000)
    (entry,) = library.entries()
    assert not np.array_equal(spoken(folder, voice_of(entry)), first)


def test_where_nothing_can_be_kept_it_speaks_all_the_same(folder, voice, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("x")
    np.testing.assert_array_equal(
        spoken(folder, replace(voice, kept_prompts=blocked / "prompts")), spoken(folder, voice)
    )
