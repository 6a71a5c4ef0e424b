"""From a fresh home to the first sentence, as a new user: the assistant by keyboard, a model from a hub.

The machine of the tests has no card and the hub's model has random weights, so the neural engine is told to
run on the processor and what it says is noise.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from qwentts_desktop import APP_NAME
from tests.checkpoints import write_checkpoint
from tests.rig.model_hub import ModelHub
from tests.rig.private_desktop import PrivateDesktop
from tests.rig.processes import wait_until
from tests.rig.running_app import RunningApp

pytestmark = pytest.mark.desktop

MODEL = "Qwen3-TTS-12Hz-0.6B-CustomVoice"
ON_PROCESSOR = '[engine]\ndevice = "cpu"\ndtype = "float32"\n'
WINDOW = "Set up QwenTTS Desktop"
SPEAK = "ctrl+shift+F9"
NOISE = 1e-4
"""Random weights whisper; silence of the recording is exactly 0."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[ModelHub]:
    """A hub with the model that the assistant suggests."""
    write_checkpoint(tmp_path / "model", "tiny", "custom_voice")
    with ModelHub() as hub:
        hub.add(f"Qwen/{MODEL}", tmp_path / "model")
        yield hub


@pytest.fixture
def fresh(private_desktop: PrivateDesktop, hub: ModelHub) -> Iterator[RunningApp]:
    """The application, started for the first time."""
    private_desktop.environment["HF_ENDPOINT"] = hub.url
    settings = settings_of(private_desktop)
    settings.parent.mkdir(parents=True)
    settings.write_text(ON_PROCESSOR, encoding="utf-8")
    with RunningApp(private_desktop) as running:
        running.start(is_first_run=True)
        wait_until(lambda: is_shown(running), "the assistant")
        yield running


def settings_of(desktop: PrivateDesktop) -> Path:
    return desktop.home / ".config" / APP_NAME / "settings.toml"


def is_shown(app: RunningApp, step: str = "") -> bool:
    search = ("xdotool", "search", "--onlyvisible", "--name", f"{step}.*{WINDOW}")
    return bool(app.desktop.run(*search, check=False).strip())


def focus(app: RunningApp) -> None:
    app.desktop.run("xdotool", "search", "--onlyvisible", "--name", WINDOW, "windowactivate", "--sync")


def go_on_to(app: RunningApp, step: str) -> None:
    app.desktop.press("alt+n")
    wait_until(lambda: is_shown(app, step), f"the step “{step}”")


@pytest.mark.slow
def test_a_new_user_gets_from_nothing_to_the_first_neural_sentence(fresh: RunningApp, hub: ModelHub) -> None:
    desktop = fresh.desktop
    models = desktop.home / ".local" / "share" / APP_NAME / "models"
    focus(fresh)
    go_on_to(fresh, "Choose a model")  # the card is looked at meanwhile

    def download_begins() -> bool:
        desktop.press("alt+d")
        return bool(hub.asked)

    wait_until(download_begins, "the download to begin", 20)
    wait_until(lambda: (models / MODEL / "config.json").is_file(), "the model to be installed", 60)
    go_on_to(fresh, "Choose a voice")

    def a_voice_of_the_model_is_chosen() -> bool:
        desktop.press("Down")  # from the system's voice on
        return "preset:" in settings_of(desktop).read_text(encoding="utf-8")

    wait_until(a_voice_of_the_model_is_chosen, "the voice to be kept")
    go_on_to(fresh, "Try the key")
    with desktop.record() as recording:
        wait_until(lambda: len(recording.samples()) > 0, "the recording to begin")
        desktop.press(SPEAK)  # the text of the last step lies there selected
        wait_until(lambda: (fresh.status().get("engine") or {}).get("kind") == "neural", "the neural engine")
        wait_until(lambda: recording.loud_seconds(above=NOISE) > 0.2, "sound", 30)
    fresh.send("stop")
    desktop.press("alt+f")
    wait_until(lambda: not is_shown(fresh), "the assistant to be gone")


def test_the_assistant_is_skipped_with_one_key_and_does_not_come_again(fresh: RunningApp) -> None:
    focus(fresh)
    fresh.desktop.press("Escape")
    wait_until(lambda: not is_shown(fresh), "the assistant to be gone")
    fresh.send("quit")
    fresh.process.wait(5)
    fresh.start(is_first_run=True)
    wait_until(
        lambda: fresh.desktop.run("xdotool", "search", "--onlyvisible", "--name", "QwenTTS").strip(),
        "a window",
    )
    assert not is_shown(fresh)
