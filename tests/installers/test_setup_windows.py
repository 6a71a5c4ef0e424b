"""setup_windows.bat under wine's command interpreter, with stand-ins for Python that write down their calls.

Needs wine and a mingw compiler, which CI does not have: run by hand after a change to the file.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

BATCH = Path(__file__).resolve().parents[2] / "setup_windows.bat"
COMPILER = "x86_64-w64-mingw32-gcc"
PYTHON_STAND_IN = r"""
#include <stdio.h>
#include <string.h>
int main(int count, char **argument) {
    FILE *calls = fopen("calls.txt", "a");
    for (int i = 1; i < count; i++) fprintf(calls, "%s|", argument[i]);
    fprintf(calls, "\n");
    fclose(calls);
    return strcmp(argument[count - 1], "--version") ? 7 : 0;
}
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (shutil.which("wine") and shutil.which(COMPILER)), reason="needs wine and a mingw compiler"
    ),
]


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stand-in")
    (folder / "python.c").write_text(PYTHON_STAND_IN)
    subprocess.run([COMPILER, "python.c", "-o", "python.exe"], cwd=folder, check=True)
    return folder / "python.exe"


@pytest.fixture(scope="module")
def wine_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wine")


def run_batch(folder: Path, wine_home: Path, program: Path | None, name: str, *arguments: str):
    (folder / "programs").mkdir()
    if program is not None:
        shutil.copy(program, folder / "programs" / name)
    shutil.copy(BATCH, folder)
    environment = {
        **os.environ,
        "WINEPREFIX": str(wine_home),
        "WINEDEBUG": "-all",
        "WINEPATH": "Z:" + str(folder / "programs").replace("/", "\\"),
    }
    done = subprocess.run(
        ["wine", "cmd", "/c", "setup_windows.bat", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=110,
    )
    calls = folder / "calls.txt"
    return done, calls.read_text().splitlines() if calls.exists() else []


def test_the_launcher_is_taken_first_and_arguments_and_status_pass_through(
    tmp_path, wine_home, stand_in
) -> None:
    done, calls = run_batch(tmp_path, wine_home, stand_in, "py.exe", "test", "-k", "two words")
    assert calls == ["-3|--version|", "-3|installers\\bootstrap.py|test|-k|two words|"]
    assert done.returncode == 7


def test_without_arguments_it_runs_the_application(tmp_path, wine_home, stand_in) -> None:
    done, calls = run_batch(tmp_path, wine_home, stand_in, "python.exe")
    assert calls == ["--version|", "installers\\bootstrap.py|run|"]
    assert done.returncode == 7


def test_without_python_it_says_where_to_get_one(tmp_path, wine_home) -> None:
    done, _ = run_batch(tmp_path, wine_home, None, "")
    assert done.returncode == 1
    assert "https://www.python.org/downloads/windows/" in done.stdout
