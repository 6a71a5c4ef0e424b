from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qwentts_desktop.settings.store import SettingsStore
from tests.rig.model_files import write_model
from tests.rig.model_hub import ModelHub, go_online

REPO = "Qwen/Qwen3-TTS-12Hz-0.6B-Base"


@pytest.fixture
def hub(tmp_path, monkeypatch):
    with ModelHub() as running:
        running.add(REPO, write_model(tmp_path / "published"))
        go_online(monkeypatch, running.url)
        yield running


def objects(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_list_names_size_memory_licence_and_what_each_can_do(run):
    lines = run("models", "list").out.splitlines()
    assert len(lines) == 5
    assert "2.5 GB" in lines[0]
    assert "Apache-2.0" in lines[0]
    assert "cloning" in lines[0]
    assert all(line.endswith("not here") for line in lines)


def test_the_list_as_json(run, hub):
    run("models", "download", "0.6B-Base")
    found = objects(run("models", "list", "--json").out)
    assert [one["installed"] is not None for one in found] == [True, False, False, False, False]
    assert found[0]["installed"]["place"] == "own"
    assert found[0]["abilities"] == ["cloning"]


def test_a_download_says_how_far_it_is_and_where_the_model_is(run, hub):
    outcome = run("models", "download", "0.6b-base")
    assert outcome.exit_code == 0
    assert str(run.paths.models) in outcome.out
    assert "downloading" in outcome.err
    assert run("models", "path", "0.6B-Base").out.strip() == str(run.paths.models / REPO.split("/")[1])


def test_a_download_as_json_is_one_object_a_line(run, hub):
    told = objects(run("models", "download", "0.6B-Base", "--json").out)
    assert told[-1]["size_bytes"] > 2_000_000
    assert told[-2]["fraction"] == 1.0


def test_a_failure_is_one_sentence(run, hub):
    hub.models.clear()
    outcome = run("models", "download", "0.6B-Base")
    assert outcome.exit_code == 1
    assert "no longer" in outcome.err
    assert "Traceback" not in outcome.err


def test_an_unknown_model_is_answered_with_the_known_ones(run):
    outcome = run("models", "download", "9B")
    assert outcome.exit_code == 1
    assert "0.6B-Base" in outcome.err


def test_a_damaged_model_is_found_and_mended(run, hub):
    run("models", "download", "0.6B-Base")
    assert run("models", "verify", "0.6B-Base").exit_code == 0
    weights = run.paths.models / REPO.split("/")[1] / "model.safetensors"
    data = weights.read_bytes()
    weights.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    outcome = run("models", "verify", "0.6B-Base")
    assert outcome.exit_code == 1
    assert "model.safetensors holds other bytes" in outcome.err
    assert "models repair 0.6B-Base" in outcome.err
    assert run("models", "repair", "0.6B-Base").exit_code == 0
    assert objects(run("models", "verify", "0.6B-Base", "--json").out)[-1]["is_good"] is True


def test_a_model_is_removed(run, hub):
    run("models", "download", "0.6B-Base")
    assert "are free again" in run("models", "remove", "0.6B-Base").out
    assert run("models", "path", "0.6B-Base").exit_code == 1


def test_models_are_moved_and_the_setting_follows(run, hub, tmp_path):
    run("models", "download", "0.6B-Base")
    target = tmp_path / "elsewhere"
    assert run("models", "move", str(target)).exit_code == 0
    assert SettingsStore(run.paths.settings_file).load().engine.models_folder == str(target)
    assert run("models", "path").out.strip() == str(target)
    assert run("models", "path", "0.6B-Base").out.strip().startswith(str(target))


def test_a_process_of_its_own_downloads_from_a_mirror(hub, tmp_path):
    """As a user's shell does it: HF_ENDPOINT is all that names the mirror."""
    environment = {**os.environ, "HF_ENDPOINT": hub.url, "HOME": str(tmp_path)}
    command = [sys.executable, "-m", "qwentts_desktop", "models", "download", "0.6B-Base", "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (Path(objects(done.stdout)[-1]["folder"]) / "model.safetensors").is_file()
