"""The application's engine: loading, ending a load, voices from files, unloading, and no noise on the way."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch

from qwentts_desktop.engines.qwen.engine import QwenEngine
from qwentts_desktop.engines.qwen.voice_prompt import VoicePrompt, load_voice_prompt
from qwentts_desktop.errors import CheckpointError, EngineError, EngineUnavailableError, VoiceError
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.engine import EngineKind, LoadProgress
from qwentts_desktop.speech.request import SamplingOptions, SpeechRequest
from qwentts_desktop.speech.voice import ClonedVoice, SystemVoice
from tests.engines.qwen.conftest import CheckpointMaker

VoiceMaker = Callable[..., VoicePrompt]
LITTLE = SamplingOptions(max_frames=3, seed=1)


def loaded(folder: Path, **options: object) -> QwenEngine:
    engine = QwenEngine(folder, device="cpu", slots=256, **options)  # type: ignore[arg-type]
    engine.load(lambda _: None, threading.Event())
    return engine


@pytest.fixture(scope="module")
def engine(checkpoint: CheckpointMaker) -> Iterator[QwenEngine]:
    engine = loaded(checkpoint())
    yield engine
    engine.unload()


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "clip.wav"
    soundfile.write(path, np.random.default_rng(0).normal(0, 0.1, 24_000), 24_000)
    return path


def speak(engine: QwenEngine, voice: ClonedVoice) -> np.ndarray:
    chunks = list(engine.stream(SpeechRequest("Hello", voice, "en", LITTLE), threading.Event()))
    assert chunks[-1].finish_reason is FinishReason.MAX_FRAMES
    assert [chunk.start_sample for chunk in chunks] == [0, 1920]
    return np.concatenate([chunk.samples for chunk in chunks])


def test_it_says_what_it_is_and_why_it_is_slow(engine: QwenEngine) -> None:
    assert engine.info.kind is EngineKind.NEURAL
    assert engine.info.device == "CPU"
    assert "processor" in engine.info.reason


def test_an_encoded_voice_speaks_as_its_recording_does(
    engine: QwenEngine, recording: Path, tmp_path: Path
) -> None:
    from_recording = speak(engine, ClonedVoice(recording, "hello there"))
    (prompt,) = engine._voices.values()
    prompt.save(tmp_path / "voice.safetensors")
    np.testing.assert_array_equal(
        speak(engine, ClonedVoice(None, prompt=tmp_path / "voice.safetensors")), from_recording
    )
    kept = load_voice_prompt(tmp_path / "voice.safetensors")
    assert (kept.model, kept.width, kept.transcript) == ("Qwen3-TTS tiny Base", 64, "hello there")
    assert len(kept.source_hash) == 64


def test_sentences_made_together_sound_as_they_do_alone(engine: QwenEngine, recording: Path) -> None:
    voice = ClonedVoice(recording, "hello there")
    requests = [SpeechRequest(text, voice, "en", LITTLE) for text in ("Hello", "Good morning to you")]
    together = engine.speak_together(requests, threading.Event())
    for request, speech in zip(requests, together, strict=True):
        alone = np.concatenate([chunk.samples for chunk in engine.stream(request, threading.Event())])
        np.testing.assert_allclose(speech.samples, alone, atol=1e-4)
        assert speech.reason is FinishReason.MAX_FRAMES
    assert engine.batch_size == 1, "a processor wins nothing by it"


def test_int8_weights_speak_from_less_memory(
    engine: QwenEngine, checkpoint: CheckpointMaker, voice: VoiceMaker, tmp_path: Path
) -> None:
    voice().save(tmp_path / "voice.safetensors")
    spoken = ClonedVoice(None, prompt=tmp_path / "voice.safetensors")
    small = loaded(checkpoint(), weights="int8")
    assert speak(small, spoken).shape == speak(engine, spoken).shape
    assert small.synthesizer.model.is_int8
    assert small.synthesizer.model.weight_bytes < engine.synthesizer.model.weight_bytes
    assert small.synthesizer.model.talker.head.weight.dtype is torch.int8
    small.unload()


def test_weights_of_an_unknown_kind_are_refused(checkpoint: CheckpointMaker) -> None:
    with pytest.raises(EngineUnavailableError, match="bf16 or int8"):
        loaded(checkpoint(), weights="int4")


def test_a_voice_of_another_model_size_is_encoded_again_or_refused(
    engine: QwenEngine, recording: Path, tmp_path: Path, voice: VoiceMaker
) -> None:
    foreign = tmp_path / "foreign.safetensors"
    voice(96).save(foreign)
    with pytest.raises(VoiceError, match="another model size"):
        speak(engine, ClonedVoice(None, prompt=foreign))
    again = speak(engine, ClonedVoice(recording, "hello there", prompt=foreign))
    np.testing.assert_array_equal(again, speak(engine, ClonedVoice(recording, "hello there")))


def test_a_recording_replaced_under_the_same_name_is_another_voice(
    engine: QwenEngine, recording: Path
) -> None:
    voice = ClonedVoice(recording, "hello there")
    before = speak(engine, voice)
    soundfile.write(recording, np.random.default_rng(9).normal(0, 0.2, 30_000), 24_000)
    assert not np.array_equal(speak(engine, voice), before)


def test_a_damaged_voice_file_and_a_system_voice_are_refused(engine: QwenEngine, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.safetensors"
    damaged.write_bytes(b"\0" * 50)
    with pytest.raises(VoiceError, match="cannot be read"):
        speak(engine, ClonedVoice(None, prompt=damaged))
    with pytest.raises(VoiceError, match="operating system"):
        next(engine.stream(SpeechRequest("Hello", SystemVoice()), threading.Event()))


def test_loading_tells_how_far_it_is_and_can_be_ended(checkpoint: CheckpointMaker) -> None:
    cancel, seen = threading.Event(), list[LoadProgress]()

    def on_progress(progress: LoadProgress) -> None:
        seen.append(progress)
        if progress.fraction > 0.3:
            cancel.set()

    engine = QwenEngine(checkpoint(), device="cpu", slots=256)
    engine.load(on_progress, cancel)
    fractions = [progress.fraction for progress in seen]
    assert fractions == sorted(fractions)
    assert fractions[-1] < 1
    with pytest.raises(EngineError, match="not loaded"):
        next(engine.stream(SpeechRequest("Hello"), threading.Event()))


def test_after_unloading_it_can_be_loaded_again(checkpoint: CheckpointMaker, recording: Path) -> None:
    engine = loaded(checkpoint())
    first = speak(engine, ClonedVoice(recording))
    engine.unload()
    engine.load(lambda _: None, threading.Event())
    np.testing.assert_array_equal(speak(engine, ClonedVoice(recording)), first)


def test_reference_mode_speaks_through_upstream(checkpoint: CheckpointMaker, recording: Path) -> None:
    greedy = replace(LITTLE, temperature=0, residual_temperature=0)
    request = SpeechRequest("Hello", ClonedVoice(recording, "hello there"), "en", greedy)

    def sound(engine: QwenEngine) -> np.ndarray:
        return np.concatenate([chunk.samples for chunk in engine.stream(request, threading.Event())])

    reference = loaded(checkpoint(), reference_mode=True)
    np.testing.assert_allclose(sound(reference), sound(loaded(checkpoint())), atol=1e-4)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("config.json", None, "config.json is missing"),
        ("config.json", "{", "cannot be read"),
        ("config.json", '{"model_type": "llama"}', "not a Qwen3-TTS model"),
        ("config.json", '{"model_type": "qwen3_tts", "tokenizer_type": "x"}', "another codec"),
        ("model.safetensors", None, "model.safetensors is missing"),
        ("model.safetensors", "half", "damaged or was not downloaded"),
        ("vocab.json", None, "vocab.json is missing"),
        ("merges.txt", None, "merges.txt is missing"),
        ("vocab.json", "[]", "tokenizer files are damaged"),
    ],
)
def test_a_damaged_model_is_named_in_one_sentence(
    name: str, content: str | None, sentence: str, checkpoint: CheckpointMaker, tmp_path: Path
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(checkpoint(), folder, copy_function=lambda a, b: Path(b).symlink_to(a))
    (folder / name).unlink()
    if content == "half":
        (folder / name).write_bytes((checkpoint() / name).read_bytes()[:100_000])
    elif content is not None:
        (folder / name).write_text(content)
    with pytest.raises(CheckpointError, match=sentence):
        loaded(folder)


def test_weights_of_another_kind_or_size_are_refused(checkpoint: CheckpointMaker, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    shutil.copytree(checkpoint(), folder, copy_function=lambda a, b: Path(b).symlink_to(a))
    (folder / "model.safetensors").unlink()
    (folder / "model.safetensors").symlink_to(checkpoint("base", "wide") / "model.safetensors")
    with pytest.raises(CheckpointError, match="do not fit"):
        loaded(folder)


def test_a_model_that_is_not_here_is_said_so_without_asking_the_network(tmp_path: Path) -> None:
    for name in (str(tmp_path / "nothing"), "nobody/no-such-model"):
        with pytest.raises(CheckpointError, match=r"no model folder|not on this machine"):
            QwenEngine(name, device="cpu").load(lambda _: None, threading.Event())


def test_a_card_that_is_not_here_is_said_so(checkpoint: CheckpointMaker) -> None:
    with pytest.raises(EngineUnavailableError, match="cuda:7"):
        QwenEngine(checkpoint(), device="cuda:7").load(lambda _: None, threading.Event())


_QUIET = """
import socket, sys, threading
def refuse(*_): raise AssertionError("the network was asked")
socket.socket.connect = refuse
socket.getaddrinfo = refuse
for name in ("torchaudio", "sox", "flash_attn", "onnxruntime"):
    sys.modules[name] = None
from qwentts_desktop.engines.qwen.engine import QwenEngine
assert "torch" not in sys.modules
from qwentts_desktop.speech.request import SamplingOptions, SpeechRequest
from qwentts_desktop.speech.voice import ClonedVoice
from pathlib import Path
engine = QwenEngine(sys.argv[1], device="cpu", slots=256)
engine.load(lambda _: None, threading.Event())
voice = ClonedVoice(Path(sys.argv[2]), "hello")
list(engine.stream(SpeechRequest("Hi", voice, sampling=SamplingOptions(max_frames=2)), threading.Event()))
"""


def test_it_loads_and_speaks_quietly_without_network_and_optional_packages(
    checkpoint: CheckpointMaker, recording: Path
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _QUIET, str(checkpoint()), str(recording)], capture_output=True, timeout=110
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
