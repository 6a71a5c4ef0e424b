"""`clone`, `custom`, `design` and `extract-voice`, from command line to file, with tiny models."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.main import main
from tests.checkpoints import write_checkpoint

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    made: dict[str, str] = {}

    def folder(kind: str) -> str:
        if kind not in made:
            made[kind] = str(write_checkpoint(tmp_path_factory.mktemp(kind), "tiny", kind))
        return made[kind]

    return folder


@pytest.fixture
def run() -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        code = main(arguments, Context(stdout=out, stderr=err))
        return code, out.getvalue(), err.getvalue()

    return call


@pytest.fixture
def recording(tmp_path: Path) -> str:
    path = tmp_path / "recording.wav"
    noise = np.random.default_rng(0).normal(0, 0.1, 24_000).astype(np.float32)
    soundfile.write(path, noise, 24_000)
    return str(path)


def frames_in(path: Path) -> float:
    samples, rate = soundfile.read(path)
    assert rate == 24_000
    return len(samples) / 1920


LITTLE = ("--max-frames", "5", "--seed", "3", "--device", "cpu")


def test_clone_and_extract_voice_speak_alike(
    run: Run, models: Callable[[str], str], recording: str, tmp_path: Path
) -> None:
    model, prompt = models("base"), str(tmp_path / "voice.safetensors")
    first, second = tmp_path / "first.wav", tmp_path / "second.wav"
    spoken = ("Hello", *LITTLE, "--model", model)
    said = ("--transcript", "hello there")
    code, out, _ = run("clone", *spoken, "--reference", recording, *said, "--output", str(first))
    assert (code, "RTF" in out) == (0, True)
    assert frames_in(first) == 5

    smaller = ("--weights", "int8", "--output", str(tmp_path / "smaller.wav"))
    code, _, _ = run("clone", *spoken, "--reference", recording, *said, *smaller)
    assert (code, frames_in(tmp_path / "smaller.wav")) == (0, 5)

    extracted = ("extract-voice", recording, *said, "--model", model, "--device", "cpu", "--output", prompt)
    code, out, _ = run(*extracted)
    assert code == 0
    code, out, _ = run("clone", *spoken, "--prompt", prompt, "--streaming", "--output", str(second))
    assert (code, "first sound after" in out) == (0, True)
    np.testing.assert_allclose(soundfile.read(first)[0], soundfile.read(second)[0], atol=1e-4)


def test_custom_lists_its_speakers_and_speaks(run: Run, models: Callable[[str], str], tmp_path: Path) -> None:
    code, out, _ = run("custom", "--list-speakers", "--model", models("custom_voice"))
    assert code == 0
    assert "vivian" in out.splitlines()
    assert "eric (sichuan dialect)" in out.splitlines()
    target = tmp_path / "custom.flac"
    code, _, _ = run("custom", "Hi", *LITTLE, "--model", models("custom_voice"), "--output", str(target))
    assert (code, frames_in(target)) == (0, 5)


def test_design_speaks(run: Run, models: Callable[[str], str], tmp_path: Path) -> None:
    target = tmp_path / "design.wav"
    described = ("--description", "an old sailor", "--model", models("voice_design"))
    code, _, _ = run("design", "Hi", *LITTLE, *described, "--output", str(target))
    assert (code, frames_in(target)) == (0, 5)


def test_a_model_of_the_wrong_kind_is_refused_with_a_sentence(
    run: Run, models: Callable[[str], str], tmp_path: Path
) -> None:
    target = tmp_path / "no.wav"
    code, _, err = run("custom", "Hi", *LITTLE, "--model", models("base"), "--output", str(target))
    assert code == 1
    assert "speaks in cloned voices" in err
    assert not target.exists()


def test_without_a_model_the_command_says_so(run: Run, tmp_path: Path) -> None:
    code, _, err = run("custom", "Hi", "--output", str(tmp_path / "no.wav"))
    assert code == 1
    assert "There is no downloaded CustomVoice model" in err
