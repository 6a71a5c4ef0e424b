"""What the NVIDIA driver says of itself and its cards, through nvidia-smi. No CUDA, no judgement.

The setup reads this file before anything is installed: standard library only.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qwentts_desktop.diagnostics.torch_build import Card, Machine

_LIMIT_S = 8.0
_FORMAT = "--format=csv,noheader,nounits"
_COMMON_FIELDS = ("memory.total", "memory.free", "driver_version")
_CUDA_VERSION = re.compile(r"CUDA (?:UMD )?Version\s*:\s*(\d+)\.(\d+)")


@dataclass(frozen=True)
class Answer:
    """What a program said.

    Attributes:
        text: both of its outputs.
        exit_code: None where it is not there or did not end in time.
        is_missing: there is no such program.
    """

    text: str = ""
    exit_code: int | None = None
    is_missing: bool = False


@dataclass(frozen=True)
class CardMemory:
    """Memory of a card in MiB; None where the driver does not say."""

    total_mib: int | None
    free_mib: int | None


@dataclass(frozen=True)
class DriverAnswer:
    """What the driver said.

    Attributes:
        machine: what decides which torch fits; empty where the driver did not answer.
        version: of the driver, such as "550.90.07"; empty if unknown.
        memory: of the cards, in the same order as `machine.cards`.
        complaint: nvidia-smi's own words where it failed; empty where it did not.
        is_missing: there is no nvidia-smi, so no driver either.
    """

    machine: Machine = field(default_factory=Machine)
    version: str = ""
    memory: tuple[CardMemory, ...] = ()
    complaint: str = ""
    is_missing: bool = False


Ask = Callable[[Sequence[str]], Answer]
"""Runs a program and returns what it said; never raises."""


def ask(command: Sequence[str]) -> Answer:
    """Run a program for at most eight seconds."""
    try:
        done = subprocess.run(
            list(command),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
            timeout=_LIMIT_S,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except FileNotFoundError:
        return Answer(is_missing=True)
    except subprocess.TimeoutExpired:
        return Answer(f"nvidia-smi did not answer within {_LIMIT_S:.0f} s")
    except OSError as error:
        return Answer(str(error))
    return Answer(done.stdout, done.returncode)


def ask_driver(run: Ask = ask) -> DriverAnswer:
    """Ask nvidia-smi for the driver's CUDA version, the cards and their memory."""
    program = nvidia_smi()
    banner = run([program])
    version = _CUDA_VERSION.search(banner.text)
    if banner.is_missing:
        return DriverAnswer(is_missing=True)
    if version is None:
        return DriverAnswer(complaint=banner.text.strip() or "nvidia-smi said nothing")
    driver_cuda = int(version[1]), int(version[2])
    rows = _rows(run, program, ("name", "compute_cap", *_COMMON_FIELDS))
    if not rows:  # drivers before 510 do not know compute_cap and refuse the whole question
        rows = [
            [row[0], "", *row[1:]] for row in _rows(run, program, ("name", *_COMMON_FIELDS)) if len(row) > 1
        ]
    if not rows:
        return DriverAnswer(Machine(driver_cuda))
    return DriverAnswer(
        Machine(driver_cuda, tuple(Card(row[0], _capability(row[1])) for row in rows)),
        version=rows[0][4],
        memory=tuple(CardMemory(_whole_number(row[2]), _whole_number(row[3])) for row in rows),
    )


def nvidia_smi() -> str:
    """Path of nvidia-smi; on Windows it is often not on the PATH, and under WSL never."""
    found = shutil.which("nvidia-smi")
    if found:
        return found
    windows = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "nvidia-smi.exe"
    wsl = Path("/usr/lib/wsl/lib/nvidia-smi")
    return next((str(path) for path in (windows, wsl) if path.exists()), "nvidia-smi")


def _rows(run: Ask, program: str, fields: Sequence[str]) -> list[list[str]]:
    """One list of values for each card; empty where the question was refused. Names may hold commas."""
    answer = run([program, f"--query-gpu={','.join(fields)}", _FORMAT])
    if answer.exit_code != 0:
        return []
    lines = [line for line in answer.text.splitlines() if line.count(",") >= len(fields) - 1]
    return [[value.strip() for value in line.rsplit(",", len(fields) - 1)] for line in lines]


def _capability(text: str) -> tuple[int, int] | None:
    version = re.fullmatch(r"(\d+)\.(\d+)", text)
    return (int(version[1]), int(version[2])) if version else None


def _whole_number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None
