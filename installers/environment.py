"""The project's virtual environment: made, filled with the torch build that fits, and known to be current.

A small stamp inside it holds what it was made from, so that a second start does nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from machine_facts import driver_mark

from qwentts_desktop.diagnostics.torch_build import FALLBACK_REQUIREMENT, TorchBuild

STAMP = "qwentts-desktop.json"


class SetupError(Exception):
    """Setting up cannot go on; the text says why and what to do."""


class Environment:
    """The folder `.venv` of a checkout."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.folder = project / ".venv"

    @property
    def python(self) -> Path:
        """Its interpreter."""
        windows = self.folder / "Scripts" / "python.exe"
        return windows if sys.platform == "win32" else self.folder / "bin" / "python"

    def is_current(self, extras: Sequence[str]) -> bool:
        """Whether it was made from today's project file, installers and driver, with these extras."""
        try:
            stamp = json.loads((self.folder / STAMP).read_text(encoding="utf-8"))
            same_source = stamp["made_from"] == self._fingerprint()
            return self.python.exists() and same_source and set(extras) <= set(stamp["extras"])
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def make(self) -> None:
        """Make the folder where it is not there or cannot run."""
        if self.python.exists() and _succeeds([str(self.python), "-c", "import pip"]):
            return
        print("Making the virtual environment .venv", flush=True)
        if not _succeeds([sys.executable, "-m", "venv", "--clear", str(self.folder)]):
            raise SetupError(
                f"{sys.executable} cannot make a virtual environment. On Debian and Ubuntu install "
                "python3-venv, elsewhere a complete Python 3.10 or newer, and run this again."
            )

    def install_torch(self, build: TorchBuild) -> None:
        """Install the torch build unless it is there; from pip's index where PyTorch's is out of reach."""
        if self._installed_torch() == build.tag:
            return
        if _is_reachable(build.index_url + "/torch/"):
            arguments = [build.requirement, "--index-url", build.index_url]
        else:
            print(
                f"PyTorch's own index cannot be reached; taking {FALLBACK_REQUIREMENT} from pip's index.",
                flush=True,
            )
            arguments = [FALLBACK_REQUIREMENT]
        self.pip("install", *arguments)

    def install_project(self, extras: Sequence[str]) -> None:
        """Install the project in place with its extras, without touching the torch that is there."""
        constraint = self.folder / "torch-constraint.txt"
        constraint.write_text(f"torch=={self._torch_version()}\n", encoding="utf-8")
        target = f"{self.project}[{','.join(extras)}]" if extras else str(self.project)
        self.pip("install", "--editable", target, "--constraint", str(constraint))

    def mark_current(self, extras: Sequence[str]) -> None:
        """Remember what it was made from."""
        stamp = {"made_from": self._fingerprint(), "extras": sorted(extras)}
        (self.folder / STAMP).write_text(json.dumps(stamp), encoding="utf-8")

    def pip(self, *arguments: str) -> None:
        """Run its pip; a failure becomes a SetupError."""
        command = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
        if subprocess.run(command, check=False).returncode != 0:
            raise SetupError(
                f"pip could not do '{' '.join(arguments[:2])}'; its own words are above. Check the network "
                "and the free disk space (about 6 GB), and run this again: what is done already is kept."
            )

    def _fingerprint(self) -> str:
        made_from = hashlib.sha256(sys.version.encode() + driver_mark().encode())
        diagnostics = self.project / "qwentts_desktop" / "diagnostics"
        for file in [
            self.project / "pyproject.toml",
            *sorted((self.project / "installers").glob("*.py")),
            *(diagnostics / name for name in ("nvidia_driver.py", "torch_build.py")),
        ]:
            made_from.update(file.read_bytes() if file.exists() else b"")
        return made_from.hexdigest()

    def _torch_version(self) -> str:
        question = "import importlib.metadata as m; print(m.version('torch'))"
        return subprocess.run(
            [str(self.python), "-c", question], capture_output=True, text=True, check=True
        ).stdout.strip()

    def _installed_torch(self) -> str:
        """The build tag of the installed torch ("cpu", "cu128"), empty for none."""
        question = "from torch.version import cuda; print('cu' + cuda.replace('.', '') if cuda else 'cpu')"
        done = subprocess.run([str(self.python), "-c", question], capture_output=True, text=True, check=False)
        return done.stdout.strip()


def start(command: Sequence[str]) -> int:
    """Become this program where the system can, else run it and return its exit status."""
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], list(command))
    return subprocess.run(list(command), check=False).returncode


def _succeeds(command: Sequence[str]) -> bool:
    return subprocess.run(list(command), check=False, capture_output=True).returncode == 0


def _is_reachable(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError, ValueError):
        return False
