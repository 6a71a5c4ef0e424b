"""The script of the README's two commands: what it says and does before anything is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import bootstrap
import pytest
from environment import Environment
from system_packages import MANAGERS

PROJECT = Path(__file__).resolve().parents[2]
INSTALLERS = PROJECT / "installers"


def test_without_an_action_it_explains_itself(capsys) -> None:
    assert bootstrap.main([]) == bootstrap.USAGE
    assert "bootstrap.py run" in capsys.readouterr().err


def test_an_environment_made_from_other_files_is_not_current(tmp_path) -> None:
    project = a_project(tmp_path)
    environment = Environment(project)
    environment.python.parent.mkdir(parents=True)
    environment.python.touch()
    assert not environment.is_current(["test"])
    environment.mark_current(["neural", "test"])
    assert environment.is_current(["test"])
    assert not environment.is_current(["test", "kernels"])
    (project / "pyproject.toml").write_text("changed")
    assert not environment.is_current(["test"])


def test_a_damaged_stamp_means_setting_up_again(tmp_path) -> None:
    environment = Environment(a_project(tmp_path))
    environment.python.parent.mkdir(parents=True)
    environment.python.touch()
    environment.mark_current(["test"])
    (environment.folder / "qwentts-desktop.json").write_text('{"made_from": ')
    assert not environment.is_current(["test"])


def test_without_rights_the_one_command_is_printed_and_nothing_is_run(capsys, monkeypatch) -> None:
    monkeypatch.setattr(bootstrap, "missing_packages", lambda *_, **__: ["espeak-ng", "libportaudio2"])
    monkeypatch.setattr(bootstrap, "is_root", lambda: False)
    monkeypatch.setattr(bootstrap, "may_ask_for_password", lambda: False)
    monkeypatch.setattr(bootstrap, "_is_quiet_success", lambda _: False)

    def nothing_may_run(*_, **__):
        pytest.fail("ran a program without rights")

    monkeypatch.setattr(bootstrap.subprocess, "run", nothing_may_run)
    bootstrap.install_system_packages(MANAGERS[0], for_tests=False)
    said = capsys.readouterr().out
    assert "sudo apt-get install -y --no-install-recommends espeak-ng libportaudio2" in said


def test_an_old_python_is_told_so(tmp_path) -> None:
    # runs the real file with the version faked before it looks
    script = (
        "import sys, runpy; sys.version_info = (3, 8, 0, 'final', 0); sys.version = '3.8.0 (x)';"
        f"sys.argv = ['bootstrap.py', 'run']; runpy.run_path({str(INSTALLERS / 'bootstrap.py')!r})"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1
    assert "Python 3.10 or newer is needed, and this is 3.8.0" in done.stderr


def test_ci_calls_the_command_of_the_readme() -> None:
    command = "python3 installers/bootstrap.py test"
    assert command in (PROJECT / ".ci" / "run").read_text()
    assert os.access(PROJECT / ".ci" / "run", os.X_OK)
    assert command in (PROJECT / "README.md").read_text(encoding="utf-8")


def a_project(folder: Path) -> Path:
    (folder / "installers").mkdir()
    (folder / "pyproject.toml").write_text("[project]")
    return folder
